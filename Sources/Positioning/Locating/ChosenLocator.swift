public import Fingerprints
public import Survey

/// Locates as a release advises, else by the radio map: the product's own choice.
public struct ChosenLocator: Sendable {
    public let matching: Matching
    private let locator: Locating
    private let accuracyFactor: Double

    private enum Locating {
        case prints(Locator)
        case map(MapLocator)
        case fused(FusedLocator)
    }

    /// Locates among the prints of a table, which merges headings; `mounts` says where slots hang.
    public init(
        _ table: PrintTable,
        mounts: [SlotGeometry] = [],
        choice: MatchingChoice? = nil,
        minimumSlots: Int = 2
    ) {
        let matching = choice.flatMap { Matching($0) } ?? .radioMap
        self.init(
            table,
            mounts: mounts,
            matching: matching,
            minimumSlots: minimumSlots,
            accuracyFactor: choice?.accuracyFactor(of: matching) ?? 1
        )
    }

    /// Locates by a given matching.
    public init(
        _ table: PrintTable,
        mounts: [SlotGeometry] = [],
        matching: Matching,
        minimumSlots: Int = 2,
        accuracyFactor: Double = 1
    ) {
        self.matching = matching
        self.accuracyFactor = accuracyFactor
        func map() -> MapLocator {
            MapLocator(RadioMap(table, mounts: mounts), of: table, minimumSlots: minimumSlots)
        }
        switch matching {
        case .radioMap:
            locator = .map(map())
        case .fused(let rangingShare):
            let ranges = RangeLocator(table, mounts: [SlotID: SlotMount](mounts), method: .standard)
            locator = .fused(FusedLocator(map(), ranges, share: Double(rangingShare) / 100))
        case .prints(let metric, let neighbours):
            locator = .prints(
                Locator(
                    Matcher(table, metric: metric),
                    method: .weighted(neighbours: neighbours),
                    minimumSlots: minimumSlots
                )
            )
        }
    }

    /// The place where a scan of known slots was taken.
    ///
    /// - Throws: ``NoFix`` where the scan gives none.
    public func locate(_ scan: [SlotLevel]) throws(NoFix) -> Fix {
        let fix =
            switch locator {
            case .prints(let locator): try locator.locate(scan)
            case .map(let locator): try locator.locate(scan)
            case .fused(let locator): try locator.locate(scan)
            }
        return Fix(
            floor: fix.floor,
            point: fix.point,
            accuracy: max(fix.accuracy * accuracyFactor, Locator.bestAccuracy),
            slots: fix.slots
        )
    }
}
