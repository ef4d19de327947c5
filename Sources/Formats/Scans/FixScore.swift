public import JSON
import Survey

/// How far fixes were off, where the scans say where they were taken.
public struct FixScore: Sendable {
    /// Scans with truth.
    public private(set) var scans = 0
    /// Those that were answered with a place.
    public private(set) var fixes = 0
    private var judgedFloors = 0
    private var rightFloors = 0
    private var errors: [Double] = []
    private var errorsWithFloors: [Double] = []

    /// What a wrong floor adds to an error, in metres, as the IPIN competition counts it.
    public static let floorPenalty = 15.0

    public init() {}

    /// Counts the answer to a scan; a scan that says neither floor nor place is passed over.
    public mutating func add(_ fix: FixLine, to scan: ScanLine) {
        guard scan.floor != nil || scan.point != nil else { return }
        scans += 1
        guard fix.state == .fixed else { return }
        fixes += 1
        var isRight = true
        if let floor = scan.floor {
            judgedFloors += 1
            isRight = fix.floor == floor
            if isRight { rightFloors += 1 }
        }
        if let truth = scan.point, let point = fix.point {
            let error = truth.distance(to: point)
            errors.append(error)
            errorsWithFloors.append(error + (isRight ? 0 : Self.floorPenalty))
        }
    }

    /// The share of scans that were answered with a place; nil without scans.
    public var coverage: Double? { scans == 0 ? nil : Double(fixes) / Double(scans) }

    /// The share of fixes on the right floor; nil where no scan says its floor.
    public var floorRight: Double? { judgedFloors == 0 ? nil : Double(rightFloors) / Double(judgedFloors) }

    /// The mean horizontal error in metres, whatever the floor; nil without fixes.
    public var mean: Double? { errors.isEmpty ? nil : errors.reduce(0, +) / Double(errors.count) }

    /// The error that a share of the fixes does not exceed, interpolated between neighbours; nil without fixes.
    public func percentile(_ share: Double) -> Double? { Self.percentile(share, of: errors) }

    private static func percentile(_ share: Double, of errors: [Double]) -> Double? {
        let sorted = errors.sorted()
        guard let last = sorted.indices.last else { return nil }
        let place = share * Double(last)
        let low = Int(place)
        let high = min(low + 1, last)
        return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
    }

    /// Every figure by its name, metres and shares to the thousandth; `null` where there is nothing to tell.
    public var json: JSONValue {
        func rounded(_ value: Double?) -> JSONValue { JSONValue(value.map { ($0 * 1_000).rounded() / 1_000 }) }
        return [
            "n": JSONValue(scans),
            "fixes": JSONValue(fixes),
            "coverage": rounded(coverage),
            "floor_right": rounded(floorRight),
            "mean": rounded(mean),
            "median": rounded(percentile(0.5)),
            "p75": rounded(percentile(0.75)),
            "p95": rounded(percentile(0.95)),
            "p75_with_floors": rounded(Self.percentile(0.75, of: errorsWithFloors)),
        ]
    }

    /// The figures as a person reads them.
    public var text: String {
        func metres(_ value: Double?) -> String {
            value.map { "\(($0 * 100).rounded() / 100) m" } ?? "–"
        }
        func percent(_ value: Double?) -> String { value.map { "\(($0 * 1_000).rounded() / 10) %" } ?? "–" }
        return """
            \(scans) scans with truth, \(fixes) of them located (\(percent(coverage)))
            error: mean \(metres(mean)), median \(metres(percentile(0.5))), 75 % \(metres(percentile(0.75))), \
            95 % \(metres(percentile(0.95)))
            right floor: \(percent(floorRight))
            """
    }
}
