public import Survey

/// A polyline along which people walk.
public struct Track: Hashable, Sendable {
    public let id: TrackID
    public let floor: FloorID
    public let name: String
    /// At least two distinct points in metres, in the floor's current frame.
    public let points: [Point]
    public let isErased: Bool
    /// The act that drew it first.
    public let drawn: Stamp

    /// Metres from end to end.
    public var length: Double { zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }

    /// The point so many metres along the track; before its start and beyond its end, the end point.
    public func point(at distance: Double) -> Point {
        var rest = max(0, distance)
        for (from, to) in zip(points, points.dropFirst()) {
            let step = from.distance(to: to)
            if rest <= step, step > 0 {
                let share = rest / step
                return Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
            }
            rest -= step
        }
        return points[points.count - 1]
    }

    init?(_ id: TrackID, _ file: ThingFile, frames: (FloorID) -> FloorFrames) {
        guard let creation = file.creation, case .trackDrawn(let event) = creation.content else { return nil }
        self.id = id
        floor = event.floor
        let course = file.latest(.course)
        var (name, points) = (event.name, event.points)
        if case .trackRedrawn(let redrawn)? = course?.content { (name, points) = (redrawn.name, redrawn.points) }
        let map = frames(floor).carryOver(knownBy: (course ?? creation).stamp)
        self.name = name
        self.points = map.isIdentity ? points : points.map(map.image(of:))
        isErased = file.isRemoved
        drawn = creation.stamp
    }
}

/// A way between floors.
public struct Connector: Hashable, Sendable {
    public let id: ConnectorID
    public let kind: ConnectorKind
    /// Where it can be entered, in the floors' current frames.
    public let landings: [Landing]
    /// Seconds per floor.
    public let cost: Double
    public let isStepFree: Bool
    public let isRemoved: Bool
    public let added: Stamp

    init?(_ id: ConnectorID, _ file: ThingFile, frames: (FloorID) -> FloorFrames) {
        guard let creation = file.creation, case .connectorAdded(let event) = creation.content else { return nil }
        self.id = id
        kind = event.kind
        landings = event.landings.map {
            Landing(floor: $0.floor, point: frames($0.floor).current($0.point, by: creation.stamp))
        }
        cost = event.cost
        isStepFree = event.isStepFree
        isRemoved = file.isRemoved
        added = creation.stamp
    }
}
