import Fingerprints
public import Survey

/// Tells where a scan was taken from the places of the slots that it hears.
public struct RangeLocator: Sendable {
    /// How distances become a place.
    public enum Method: Sendable {
        /// The place of the slot that is loudest.
        case proximity
        /// Distances by the venue's own path loss, through one or several algorithms.
        case trilateration(TrilaterationMix)

        /// What distances come to where nobody says how.
        static let standard = Method.trilateration(.standard)
    }

    /// What was learnt of the venue.
    public let pathLoss: PathLoss
    private let method: Method
    /// By slot number.
    private let mounts: [SlotMount?]
    private let bounds: [FloorID: Bounds]
    /// Metres within which 68 of 100 of the survey's own prints are found.
    private let accuracy: Double

    /// Prints that are tried at most to learn the accuracy.
    private static let trials = 500

    /// A locator for the slots of a table whose places are known.
    public init(_ table: PrintTable, mounts: [SlotID: SlotMount], method: Method) {
        let pathLoss = PathLoss(table, mounts: mounts)
        let places = table.slots.map { mounts[$0] }
        var bounds: [FloorID: Bounds] = [:]
        for (floor, prints) in table.floors {
            bounds[floor] = Bounds.none.including(table.prints[prints].map(\.place.point))
        }
        self.pathLoss = pathLoss
        self.method = method
        self.mounts = places
        self.bounds = bounds
        let stride = max(table.prints.count / Self.trials, 1)
        var errors: [Double] = []
        for print in table.prints.indices.filter({ $0 % stride == 0 }).map({ table.prints[$0] }) {
            let found = Self.locate(print.levels, method, pathLoss, places, bounds)
            if case .success((let floor, let point)) = found, floor == print.floor {
                errors.append(point.distance(to: print.place.point))
            }
        }
        errors.sort()
        accuracy = errors.isEmpty ? 10 : max(errors[min(errors.count * 68 / 100, errors.count - 1)], 0.5)
    }

    /// The place where a scan of known slots was taken.
    public func locate(_ scan: [SlotLevel]) throws(NoPosition) -> Fix {
        let (floor, point) = try Self.locate(scan, method, pathLoss, mounts, bounds).get()
        return Fix(floor: floor, point: point, accuracy: accuracy, slots: scan.count)
    }

    /// Where the ranges of a scan meet; nil where they do not.
    func place(of scan: [SlotLevel]) -> (floor: FloorID, point: Point)? {
        try? Self.locate(scan, method, pathLoss, mounts, bounds).get()
    }

    /// Metres within which 68 of 100 of the survey's own prints are found: what trust in it may rest on.
    public var surveyAccuracy: Double { accuracy }

    private static func locate(
        _ scan: [SlotLevel],
        _ method: Method,
        _ pathLoss: PathLoss,
        _ mounts: [SlotMount?],
        _ bounds: [FloorID: Bounds]
    ) -> Result<(FloorID, Point), NoPosition> {
        let known = scan.filter { mounts.indices.contains(Int($0.slot)) && mounts[Int($0.slot)] != nil }
        let strongest = known.max { ($0.level, $1.slot) < ($1.level, $0.slot) }
        guard let strongest, let nearest = mounts[Int(strongest.slot)] else { return .failure(.noPositions) }
        switch method {
        case .proximity: return .success((nearest.floor, nearest.position.point))
        case .trilateration(let mix):
            let beacons = known.compactMap { level -> RangedBeacon? in
                let slot = Int(level.slot)
                guard let mount = mounts[slot], mount.floor == nearest.floor,
                    let range = pathLoss.range(of: slot, level: Double(level.level) / 100)
                else { return nil }
                return RangedBeacon(point: mount.position.point, height: mount.position.height, range: range)
            }
            return Result { () throws(NoPosition) in
                (nearest.floor, try mix.position(from: beacons, within: bounds[nearest.floor]))
            }
        }
    }
}
