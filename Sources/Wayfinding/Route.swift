public import Survey

/// A way along drawn tracks, from where somebody stands to where they want to go.
public struct Route: Hashable, Sendable {
    /// In order; empty stretches are left out.
    public let legs: [Leg]
    /// Metres walked along tracks.
    public let length: Double
    /// Seconds, connectors included.
    public let duration: Double
    /// The track point nearest to where the route was asked from, and how far it is.
    public let start: TrackPoint
    /// The track point nearest to the goal, and how far it is.
    public let goal: TrackPoint

    /// A part of a route.
    public enum Leg: Hashable, Sendable {
        /// Walk along these points, so many metres.
        case walk(floor: FloorID, points: [Point], length: Double)
        /// Take stairs, a lift or an escalator.
        case take(ConnectorID, ConnectorKind, from: FloorID, to: FloorID, seconds: Double)
    }
}

/// Puts a route together from the nodes that a path visits.
struct RouteBuilder {
    private let start: TrackPoint
    private let goal: TrackPoint
    private let speed: Double
    private var legs: [Route.Leg] = []
    private var here: Location
    private var points: [Point]
    private var legLength = 0.0
    private var length = 0.0
    private var seconds = 0.0

    init(start: TrackPoint, goal: TrackPoint, speed: Double) {
        self.start = start
        self.goal = goal
        self.speed = speed
        here = start.location
        points = [start.location.point]
    }

    mutating func walk(to place: Location, length distance: Double) {
        here = place
        if place.point != points[points.count - 1] { points.append(place.point) }
        legLength += distance
    }

    mutating func take(_ connector: ConnectorID, _ kind: ConnectorKind, to place: Location, seconds time: Double) {
        endWalk()
        legs.append(.take(connector, kind, from: here.floor, to: place.floor, seconds: time))
        seconds += time
        here = place
        points = [place.point]
    }

    var route: Route {
        var copy = self
        copy.endWalk()
        return Route(
            legs: copy.legs,
            length: copy.length,
            duration: copy.length / speed + copy.seconds,
            start: start,
            goal: goal
        )
    }

    private mutating func endWalk() {
        if points.count > 1 { legs.append(.walk(floor: here.floor, points: points, length: legLength)) }
        length += legLength
        legLength = 0
    }
}
