public import Survey

/// A way to find a place from distances to beacons whose places are known.
///
/// One's own algorithm conforms too, and joins a ``TrilaterationMix`` under its name.
public protocol Trilaterator: Sendable {
    /// What people call it, such as `epta`.
    var name: String { get }

    /// The place from which the beacons are as far away as they seem.
    ///
    /// - Throws: ``NoPosition`` where they do not tell; never a place that is no number.
    func position(from beacons: [RangedBeacon]) throws(NoPosition) -> TrilateratedPosition
}

/// A place found from distances.
public struct TrilateratedPosition: Hashable, Sendable {
    public let point: Point
    /// Metres above the floor, where the algorithm finds it.
    public let height: Double?
    /// How well the ranges agree, in the algorithm's own measure; nil where it has none.
    public let figure: Double?
    /// What to be careful about.
    public let warnings: Set<TrilaterationWarning>

    public init(
        point: Point,
        height: Double? = nil,
        figure: Double? = nil,
        warnings: Set<TrilaterationWarning> = []
    ) {
        self.point = point
        self.height = height
        self.figure = figure
        self.warnings = warnings
    }
}

/// What makes a position doubtful.
public enum TrilaterationWarning: Hashable, Sendable, CaseIterable {
    /// The beacons stand nearly in a line.
    case poorGeometry
    /// The spheres do not meet: the answer lies in the beacons' plane.
    case noRealIntersection
}

/// Why ranges give no position.
public enum NoPosition: Error, Hashable, Sendable, CustomStringConvertible {
    /// No heard slot has a known position.
    case noPositions
    case tooFewBeacons(known: Int, needed: Int)
    /// The beacons stand in one line or in one place.
    case degenerate
    /// No answer within the algorithm's bounds of effort.
    case noConvergence
    /// The answer lies far outside the floor.
    case outsideFloor
    /// A coordinate or range is no number, or absurd.
    case implausibleInput

    public var description: String {
        switch self {
        case .noPositions: "None of the slots that were heard has a position."
        case .tooFewBeacons(let known, let needed):
            "\(known) beacons with known positions were heard; the algorithm needs \(needed)."
        case .degenerate: "The beacons stand in one line or in one place."
        case .noConvergence: "The ranges contradict each other: no position fits."
        case .outsideFloor: "The ranges lead far outside the floor."
        case .implausibleInput: "A coordinate or range is no number, or absurd."
        }
    }
}

extension Trilaterator {
    /// The beacons, nearest first; ties by place, so that the order given changes nothing.
    static func sorted(_ beacons: [RangedBeacon], atLeast needed: Int) throws(NoPosition) -> [RangedBeacon] {
        guard beacons.allSatisfy(\.isPlausible) else { throw .implausibleInput }
        guard !beacons.isEmpty else { throw .noPositions }
        guard beacons.count >= needed else { throw .tooFewBeacons(known: beacons.count, needed: needed) }
        return beacons.sorted {
            ($0.range, $0.point.x, $0.point.y, $0.height ?? -1) < ($1.range, $1.point.x, $1.point.y, $1.height ?? -1)
        }
    }

    /// The first three, nearest first, that do not stand in a line; else the three nearest.
    static func best(_ beacons: [RangedBeacon]) -> [RangedBeacon] {
        for third in beacons.indices.dropFirst(2) {
            for second in 1..<third {
                for first in 0..<second {
                    let three = [beacons[first], beacons[second], beacons[third]]
                    if Triangle(three).quality >= Triangle.poor { return three }
                }
            }
        }
        return Array(beacons.prefix(3))
    }

    /// The answer, where it is a place at all.
    static func checked(_ position: TrilateratedPosition) throws(NoPosition) -> TrilateratedPosition {
        guard position.point.isPlausible, position.height?.isFinite ?? true else { throw .outsideFloor }
        return position
    }
}

/// Three beacons as a triangle.
struct Triangle {
    /// Twice the area divided by the square of the longest side.
    let quality: Double

    /// Below it a triangle is nearly a line.
    static let poor = 0.05
    /// Below it, it is one.
    static let none = 1e-7

    init(_ corners: [RangedBeacon]) {
        let points = corners.map(\.point)
        let longest = max(
            points[0].distance(to: points[1]),
            points[1].distance(to: points[2]),
            points[0].distance(to: points[2])
        )
        let doubleArea =
            (points[0].x - points[1].x) * (points[1].y - points[2].y)
            - (points[0].y - points[1].y) * (points[1].x - points[2].x)
        quality = longest > 0 ? doubleArea.magnitude / (longest * longest) : 0
    }
}
