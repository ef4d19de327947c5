public import Survey

/// Pulls a position to the nearest spot, so that a visitor who stands before an exhibit is shown before it.
///
/// Linear, to the nearest spot alone, as the README of the referenced library says; its code does something else
/// (POSITIONING.md §2.10).
public struct Attractor: Hashable, Sendable {
    /// Points of one floor.
    public let spots: [Point]
    /// The share of the way that a position is pulled, 0…1.
    public let power: Double
    /// Metres within which a position is near enough, and stays.
    public let deadZone: Double
    /// Metres beyond which a spot does not pull: far ones would drag the walker.
    public let reach: Double

    public init(spots: [Point], power: Double = 0.1, deadZone: Double = 0.2, reach: Double = 5) {
        self.spots = spots
        self.power = power
        self.deadZone = deadZone
        self.reach = reach
    }

    /// The position with the nearest spot's pull; ties go to the spot that was given first.
    public func attract(_ point: Point) -> Point {
        guard let spot = spots.min(by: { $0.distance(to: point) < $1.distance(to: point) }) else { return point }
        let distance = spot.distance(to: point)
        guard distance >= deadZone, distance <= reach else { return point }
        return Point(x: point.x + power * (spot.x - point.x), y: point.y + power * (spot.y - point.y))
    }
}
