/// A polyline along which people walk: surveyed and routed along.
public struct TrackDrawn: Hashable, Sendable {
    public let track: TrackID
    public let floor: FloorID
    public let name: String
    /// At least two distinct points, in metres.
    public let points: [Point]

    public init(track: TrackID, floor: FloorID, name: String, points: [Point]) {
        self.track = track
        self.floor = floor
        self.name = name
        self.points = points
    }
}

/// A track runs elsewhere or has another name.
public struct TrackRedrawn: Hashable, Sendable {
    public let track: TrackID
    public let name: String
    public let points: [Point]

    public init(track: TrackID, name: String, points: [Point]) {
        self.track = track
        self.name = name
        self.points = points
    }
}

/// A track is no longer walked; what was surveyed along it stays.
public struct TrackErased: Hashable, Sendable {
    public let track: TrackID

    public init(track: TrackID) {
        self.track = track
    }
}

/// A way between floors.
public struct ConnectorAdded: Hashable, Sendable {
    public let connector: ConnectorID
    public let kind: ConnectorKind
    /// Where it can be entered: at least two, on different floors.
    public let landings: [Landing]
    /// Seconds per floor.
    public let cost: Double
    public let isStepFree: Bool

    public init(connector: ConnectorID, kind: ConnectorKind, landings: [Landing], cost: Double, isStepFree: Bool) {
        self.connector = connector
        self.kind = kind
        self.landings = landings
        self.cost = cost
        self.isStepFree = isStepFree
    }
}

/// A place where a connector is entered.
public struct Landing: Hashable, Sendable {
    public let floor: FloorID
    public let point: Point

    public init(floor: FloorID, point: Point) {
        self.floor = floor
        self.point = point
    }
}

/// How a connector carries people.
public enum ConnectorKind: UInt8, Hashable, Sendable, CaseIterable {
    case stairs = 1
    case lift = 2
    case escalator = 3
}

/// A way between floors is closed for good.
public struct ConnectorRemoved: Hashable, Sendable {
    public let connector: ConnectorID

    public init(connector: ConnectorID) {
        self.connector = connector
    }
}
