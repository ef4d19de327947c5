public import Survey

/// The drawable part of a venue, as formats of maps know it: names and shapes, without history.
public struct VenueShape: Hashable, Sendable {
    public var name: String
    public var floors: [Floor]
    public var tracks: [Track]
    public var slots: [Slot]
    public var places: [Place]
    public var connectors: [Connector]
    /// How many things of a file are none that a venue knows.
    public internal(set) var leftOut = 0

    public init(
        name: String,
        floors: [Floor] = [],
        tracks: [Track] = [],
        slots: [Slot] = [],
        places: [Place] = [],
        connectors: [Connector] = []
    ) {
        self.name = name
        self.floors = floors
        self.tracks = tracks
        self.slots = slots
        self.places = places
        self.connectors = connectors
    }

    /// A floor; `extent` is the far corner of its plan in metres.
    public struct Floor: Hashable, Sendable {
        public let id: FloorID
        public let name: String
        public let ordinal: Int32
        public let anchor: GeographicAnchor?
        public let extent: Point?

        public init(id: FloorID, name: String, ordinal: Int32, anchor: GeographicAnchor?, extent: Point?) {
            self.id = id
            self.name = name
            self.ordinal = ordinal
            self.anchor = anchor
            self.extent = extent
        }
    }

    /// A track.
    public struct Track: Hashable, Sendable {
        public let id: TrackID
        public let floor: FloorID
        public let name: String
        public let points: [Point]

        public init(id: TrackID, floor: FloorID, name: String, points: [Point]) {
            self.id = id
            self.floor = floor
            self.name = name
            self.points = points
        }
    }

    /// A slot with a position.
    public struct Slot: Hashable, Sendable {
        public let id: SlotID
        public let floor: FloorID
        public let label: String
        public let position: MountPosition
        /// What hangs there now.
        public let identity: BeaconIdentity?

        public init(id: SlotID, floor: FloorID, label: String, position: MountPosition, identity: BeaconIdentity?) {
            self.id = id
            self.floor = floor
            self.label = label
            self.position = position
            self.identity = identity
        }
    }

    /// A place on a floor.
    public struct Place: Hashable, Sendable {
        public let id: PlaceID
        public let floor: FloorID
        public let point: Point
        public let title: String
        public let text: String

        public init(id: PlaceID, floor: FloorID, point: Point, title: String, text: String) {
            self.id = id
            self.floor = floor
            self.point = point
            self.title = title
            self.text = text
        }
    }

    /// A way between floors.
    public struct Connector: Hashable, Sendable {
        public let id: ConnectorID
        public let kind: ConnectorKind
        public let landings: [Landing]
        public let isStepFree: Bool

        public init(id: ConnectorID, kind: ConnectorKind, landings: [Landing], isStepFree: Bool) {
            self.id = id
            self.kind = kind
            self.landings = landings
            self.isStepFree = isStepFree
        }
    }
}
