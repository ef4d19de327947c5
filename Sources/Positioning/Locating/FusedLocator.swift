import Survey

/// The radio map's place, drawn part of the way to the place that ranges to the beacons say.
///
/// The map knows the walls, and ranges know where beacons hang; how far each is to be trusted is measured by
/// ``CrossValidation``. The ranges count by ``TrilaterationMix/standard``, whose answer no device's gain changes: all
/// ranges grow alike.
public struct FusedLocator: Sendable {
    private let map: MapLocator
    private let ranges: RangeLocator
    /// Of the way from the map's place: 0 to 1.
    private let share: Double

    public init(_ map: MapLocator, _ ranges: RangeLocator, share: Double) {
        self.map = map
        self.ranges = ranges
        self.share = share
    }

    /// The place where a scan of known slots was taken; the map's own where ranges say nothing or another floor.
    ///
    /// - Throws: ``NoFix`` where the map gives none.
    public func locate(_ scan: [SlotLevel]) throws(NoFix) -> Fix {
        Self.fused(try map.locate(scan), ranges.place(of: scan), share: share)
    }

    static func fused(_ mapped: Fix, _ ranged: (floor: FloorID, point: Point)?, share: Double) -> Fix {
        guard let ranged, ranged.floor == mapped.floor else { return mapped }
        return Fix(
            floor: mapped.floor,
            point: Point(
                x: mapped.point.x + share * (ranged.point.x - mapped.point.x),
                y: mapped.point.y + share * (ranged.point.y - mapped.point.y)
            ),
            accuracy: mapped.accuracy,
            slots: mapped.slots
        )
    }
}
