public import Survey

/// A track as it is walked: where, and along which points.
public struct TrackCourse: Hashable, Sendable {
    public let track: TrackID
    public let floor: FloorID
    public let name: String
    /// At least two, in metres, in the floor's current frame.
    public let points: [Point]

    public init(track: TrackID, floor: FloorID, name: String, points: [Point]) {
        self.track = track
        self.floor = floor
        self.name = name
        self.points = points
    }
}

/// A place on a floor.
public struct Location: Hashable, Sendable {
    public let floor: FloorID
    public let point: Point

    public init(floor: FloorID, point: Point) {
        self.floor = floor
        self.point = point
    }
}
