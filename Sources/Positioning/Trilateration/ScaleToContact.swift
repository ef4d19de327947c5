import Survey

/// Enhanced positioning trilateration ("EPTA"): scales all ranges alike until the discs have one point in common.
///
/// Reconstructed from the abstract of Brida and Machaj ("A Novel Enhanced Positioning Trilateration Algorithm Implemented
/// for Medical Implant In-Body Localization", Int. J. Antennas and Propagation, 2013) and what is known of public
/// implementations; the paper's own text was not at hand, hence "scale to contact". The exact form always ends, also for
/// beacons in a line, nested and disjoint circles.
public struct ScaleToContact: Trilaterator {
    public let name = "epta"
    /// Metres above the floor.
    public let deviceHeight: Double

    private static let beaconsUsed = 4
    private static let halvings = 60

    public init(deviceHeight: Double = 1.2) { self.deviceHeight = deviceHeight }

    /// The figure is the scale: about 1 where ranges agree, above where they are too short, below where too long.
    public func position(from beacons: [RangedBeacon]) throws(NoPosition) -> TrilateratedPosition {
        let sorted = try Self.sorted(beacons, atLeast: 3)
        // The three that EPTA selects, and the nearest other one.
        var chosen = Self.best(sorted)
        if let fourth = sorted.first(where: { !chosen.contains($0) }), chosen.count < Self.beaconsUsed {
            chosen.append(fourth)
        }
        return try Self.contact(of: chosen.map { $0.circle(deviceHeight: deviceHeight) })
    }

    /// The point with the least greatest ratio of distance to range.
    static func contact(of circles: [Circle]) throws(NoPosition) -> TrilateratedPosition {
        var (low, high) = (0.0, 1.0)
        var common = commonPoints(of: circles, scaledBy: high)
        while common.isEmpty {
            high *= 2
            guard high < 1e9 else { throw .noConvergence }
            common = commonPoints(of: circles, scaledBy: high)
        }
        for _ in 0..<halvings {
            let middle = (low + high) / 2
            let found = commonPoints(of: circles, scaledBy: middle)
            if found.isEmpty { low = middle } else { (high, common) = (middle, found) }
        }
        let count = Double(common.count)
        let point = Point(
            x: common.reduce(0) { $0 + $1.x } / count,
            y: common.reduce(0) { $0 + $1.y } / count
        )
        return try checked(TrilateratedPosition(point: point, figure: high))
    }

    /// Points in which a common area of all discs would show: a centre, a crossing, or a contact of two circles.
    private static func commonPoints(of circles: [Circle], scaledBy factor: Double) -> [(x: Double, y: Double)] {
        let scaled = circles.map { $0.scaled(by: factor) }
        var candidates = circles.map { (x: $0.x, y: $0.y) }
        for (index, first) in scaled.enumerated() {
            for second in scaled[(index + 1)...] {
                candidates += first.crossings(with: second)
                let share = first.radius / (first.radius + second.radius)
                candidates.append((first.x + share * (second.x - first.x), first.y + share * (second.y - first.y)))
            }
        }
        return candidates.filter { candidate in
            scaled.allSatisfy { circle in
                circle.distance(toX: candidate.x, candidate.y) <= circle.radius * (1 + 1e-12) + 1e-12
            }
        }
    }
}

/// EPTA's step form: grows the circles until three crossings lie in all discs, then shrinks them while they do.
///
/// Kept for comparison with what others call EPTA; ``ScaleToContact`` needs no steps.
public struct SteppedEPTA: Trilaterator {
    public let name = "epta-step"
    /// Metres above the floor.
    public let deviceHeight: Double

    private static let growth = 1.10
    private static let shrinkage = 0.95
    private static let rounds = 500

    public init(deviceHeight: Double = 1.2) { self.deviceHeight = deviceHeight }

    /// The middle of the last three inner crossings; it has no figure.
    public func position(from beacons: [RangedBeacon]) throws(NoPosition) -> TrilateratedPosition {
        let three = Self.best(try Self.sorted(beacons, atLeast: 3))
        return try Self.steps(from: three.map { $0.circle(deviceHeight: deviceHeight) })
    }

    static func steps(from circles: [Circle]) throws(NoPosition) -> TrilateratedPosition {
        var circles = circles
        var remembered: Point?
        for _ in 0..<rounds {
            let inner = innerCrossings(of: circles)
            if inner.count == 3 {
                remembered = middle(of: inner)
                circles = circles.map { $0.scaled(by: shrinkage) }
                continue
            }
            if let remembered { return try checked(TrilateratedPosition(point: remembered)) }
            if inner.count == 2, hasOuter(circles) {
                return try checked(TrilateratedPosition(point: middle(of: inner)))
            }
            circles = circles.map { $0.scaled(by: growth) }
        }
        guard let remembered else { throw .noConvergence }
        return try checked(TrilateratedPosition(point: remembered))
    }

    /// Whether one disc holds the centres of all others.
    private static func hasOuter(_ circles: [Circle]) -> Bool {
        circles.indices.contains { index in
            let outer = circles[index]
            return circles.indices.allSatisfy { other in
                other == index || outer.distance(toX: circles[other].x, circles[other].y) < outer.radius
            }
        }
    }

    private static func middle(of points: [(x: Double, y: Double)]) -> Point {
        let count = Double(points.count)
        return Point(x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
    }

    /// The crossings of two circles each that lie in every disc.
    private static func innerCrossings(of circles: [Circle]) -> [(x: Double, y: Double)] {
        var found: [(x: Double, y: Double)] = []
        for (index, first) in circles.enumerated() {
            for second in circles[(index + 1)...] {
                found += first.crossings(with: second).filter { crossing in
                    circles.allSatisfy { circle in
                        circle.distance(toX: crossing.x, crossing.y) <= circle.radius * (1 + 1e-9) + 1e-9
                    }
                }
            }
        }
        return found
    }
}
