import Survey

/// Tells where a scan was taken by a ``RadioMap``: where it is most likely, whatever the device's gain.
public struct MapLocator: Sendable {
    public let map: RadioMap
    private let table: PrintTable
    /// Fewer known beacons than that give no place.
    public let minimumSlots: Int
    /// By what the spread of likely places is multiplied to hold 68 of 100 true ones, as the survey told.
    public let radiusFactor: Double

    public init(_ map: RadioMap, of table: PrintTable, minimumSlots: Int = 2, radiusFactor: Double = 1) {
        self.map = map
        self.table = table
        self.minimumSlots = minimumSlots
        self.radiusFactor = radiusFactor
    }

    /// The place where a scan of known slots was taken.
    ///
    /// - Throws: ``NoFix`` where the scan gives none.
    public func locate(_ scan: [SlotLevel]) throws(NoFix) -> Fix {
        guard !table.prints.isEmpty else { throw .noPrints }
        guard scan.count >= minimumSlots else { throw .tooFewBeacons(heard: scan.count, needed: minimumSlots) }
        let deviation = map.constants.gainDeviation
        let likelihood = ScanLikelihood(map, scan, gain: Gain(mean: 0, variance: deviation * deviation))
        guard let posterior = Posterior(map, likelihood) else { throw .nothingAlike }
        let floors = posterior.floors
        let floor = floors.indices.max { floors[$0] < floors[$1] } ?? 0
        let (point, radius) = posterior.place(on: floor)
        return Fix(
            floor: table.floors[floor].floor,
            point: point,
            accuracy: max(radius * radiusFactor, Locator.bestAccuracy),
            slots: scan.count
        )
    }
}
