public import Survey

/// Several algorithms together, each with the trust that one has in it.
///
/// What an algorithm finds counts by its share of the trust; one that finds nothing, or lands outside the floor, is left
/// out and the others' shares grow.
public struct TrilaterationMix: Sendable {
    /// The algorithms, in the order given, and the share of each; the shares add up to 1.
    public let shares: [(algorithm: any Trilaterator, share: Double)]

    /// Metres around the beacons and the tracks within which an answer is believed.
    public static let margin = 5.0

    /// EPTA alone: the most exact one in the study of POSITIONING.md §2.6.
    public static let standard = TrilaterationMix(shares: [(ScaleToContact(), 1)])

    private init(shares: [(algorithm: any Trilaterator, share: Double)]) { self.shares = shares }

    /// Trusts are any numbers of 0 or more; where all are 0, all count alike.
    public init(_ trusted: [(algorithm: any Trilaterator, trust: Double)]) throws(TrustError) {
        let names = trusted.map(\.algorithm.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) { throw .twice(twice) }
        let shares = try Self.normalised(trusted.map(\.trust))
        self.shares = zip(trusted, shares).map { ($0.algorithm, $1) }
    }

    /// Trusts by name among the algorithms that are known: those of ``all``, and one's own.
    public init(
        named trusts: [(name: String, trust: Double)],
        among known: [any Trilaterator] = TrilaterationMix.all
    ) throws(TrustError) {
        var trusted: [(algorithm: any Trilaterator, trust: Double)] = []
        for (name, trust) in trusts {
            guard let algorithm = known.first(where: { $0.name == name }) else { throw .unknownAlgorithm(name) }
            trusted.append((algorithm, trust))
        }
        try self.init(trusted)
    }

    /// The algorithms that Pharos brings.
    public static let all: [any Trilaterator] = [
        ScaleToContact(), SteppedEPTA(), PowerCentre(), SphereIntersection(), LeastSquares(), WeightedCentroid(),
        NearestBeacon(),
    ]

    /// Trusts as shares that add up to 1.
    public static func normalised(_ trusts: [Double]) throws(TrustError) -> [Double] {
        guard !trusts.isEmpty else { throw .none }
        if let bad = trusts.first(where: { !($0 >= 0 && $0.isFinite) }) { throw .negative(bad) }
        guard let largest = trusts.max(), largest > 0 else {
            return trusts.map { _ in 1 / Double(trusts.count) }
        }
        // Relative to the largest, so that no sum is infinite.
        let relative = trusts.map { $0 / largest }
        let sum = relative.reduce(0, +)
        return relative.map { $0 / sum }
    }

    /// Positions that several algorithms found, mixed by share; a nil is left out.
    static func mixed(_ found: [(point: Point?, share: Double)]) -> Point? {
        var (x, y, total) = (0.0, 0.0, 0.0)
        for case (let point?, let share) in found where share > 0 {
            x += share * point.x
            y += share * point.y
            total += share
        }
        return total > 0 ? Point(x: x / total, y: y / total) : nil
    }

    /// The place that the algorithms find together.
    ///
    /// - Throws: what the most trusted one had to say, where none finds a place within the floor.
    public func position(from beacons: [RangedBeacon], within floor: Bounds? = nil) throws(NoPosition) -> Point {
        let bounds = (floor ?? .none).including(beacons.map(\.point)).grown(by: Self.margin)
        var found: [(point: Point?, share: Double)] = []
        var refusal = (reason: NoPosition.noPositions, share: -1.0)
        for (algorithm, share) in shares {
            do throws(NoPosition) {
                let point = try algorithm.position(from: beacons).point
                guard bounds.contains(point) else { throw .outsideFloor }
                found.append((point, share))
            } catch {
                if share > refusal.share { refusal = (error, share) }
            }
        }
        guard let point = Self.mixed(found) else { throw refusal.reason }
        return point
    }
}

/// Why trusts make no sense.
public enum TrustError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No algorithm was given.
    case none
    /// A trust is below 0, or no number.
    case negative(Double)
    case unknownAlgorithm(String)
    /// One algorithm stands twice.
    case twice(String)

    public var description: String {
        switch self {
        case .none: "No algorithm is trusted at all."
        case .negative(let trust): "A trust of \(trust) makes no sense; 0 or more does."
        case .unknownAlgorithm(let name): "There is no algorithm “\(name)”."
        case .twice(let name): "The algorithm “\(name)” stands twice."
        }
    }
}

/// A rectangle on a floor.
public struct Bounds: Hashable, Sendable {
    public let lowX: Double
    public let lowY: Double
    public let highX: Double
    public let highY: Double

    /// Nothing.
    public static let none = Bounds(lowX: .infinity, lowY: .infinity, highX: -.infinity, highY: -.infinity)

    /// The smallest rectangle that also holds some points.
    public func including(_ points: some Sequence<Point>) -> Bounds {
        points.reduce(self) { bounds, point in
            Bounds(
                lowX: min(bounds.lowX, point.x),
                lowY: min(bounds.lowY, point.y),
                highX: max(bounds.highX, point.x),
                highY: max(bounds.highY, point.y)
            )
        }
    }

    /// The rectangle with a margin of so many metres.
    public func grown(by margin: Double) -> Bounds {
        Bounds(lowX: lowX - margin, lowY: lowY - margin, highX: highX + margin, highY: highY + margin)
    }

    /// Whether a point lies in it.
    public func contains(_ point: Point) -> Bool {
        (lowX...max(lowX, highX)).contains(point.x) && (lowY...max(lowY, highY)).contains(point.y)
    }
}
