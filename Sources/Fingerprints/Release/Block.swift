public import Survey

/// A part of a release, sent and kept on its own, so that what did not change is not sent again.
public enum Block: Hashable, Sendable {
    case geometry(GeometryBlock)
    case prints(PrintsBlock)
    case assignments(AssignmentsBlock)
    case policy(PolicyBlock)

    public var name: BlockName {
        switch self {
        case .geometry: .geometry
        case .prints(let block): .prints(block.floor)
        case .assignments: .assignments
        case .policy: .policy
        }
    }
}

/// Turns the parts of a release into bytes and back, as the pure modules need it; `Wire` conforms.
///
/// Equal values give equal bytes, in every version of the program: a device that applies a ``ReleaseDelta`` encodes
/// the changed block itself and must arrive at the hash that the server signed. Hence no compression in here; frames
/// are compressed.
public protocol ReleaseCoding: Sendable {
    /// The bytes of a block, of which a manifest holds the hash.
    func encode(_ block: Block) -> [UInt8]

    /// The block that the bytes hold; nil where they are no block of that name.
    func decodeBlock(_ bytes: [UInt8], named name: BlockName) -> Block?

    /// The bytes of a manifest.
    func encode(_ manifest: Manifest) -> [UInt8]

    /// The manifest that the bytes hold; nil where they are none.
    func decodeManifest(_ bytes: [UInt8]) -> Manifest?

    /// The bytes of a delta: at most 200 for one replacement of a beacon with a radio identity.
    func encode(_ delta: ReleaseDelta) -> [UInt8]

    /// The delta that the bytes hold; nil where they are none.
    func decodeDelta(_ bytes: [UInt8]) -> ReleaseDelta?
}

/// Where things are: everything that a device draws and routes on.
public struct GeometryBlock: Hashable, Sendable {
    public let projectName: String
    /// Sorted by identifier, as is every other list here.
    public let floors: [FloorGeometry]
    public let tracks: [TrackGeometry]
    public let connectors: [ConnectorAdded]
    public let slots: [SlotGeometry]
    public let places: [PlaceAdded]

    public init(
        projectName: String,
        floors: [FloorGeometry],
        tracks: [TrackGeometry],
        connectors: [ConnectorAdded],
        slots: [SlotGeometry],
        places: [PlaceAdded]
    ) {
        self.projectName = projectName
        self.floors = floors.sorted { $0.floor < $1.floor }
        self.tracks = tracks.sorted { $0.track < $1.track }
        self.connectors = connectors.sorted { $0.connector < $1.connector }
        self.slots = slots.sorted { $0.slot < $1.slot }
        self.places = places.sorted { $0.place < $1.place }
    }
}

/// A floor as a device needs it.
public struct FloorGeometry: Hashable, Sendable {
    public let floor: FloorID
    public let name: String
    public let ordinal: Int32
    /// Nil for a floor whose plan was not attached.
    public let plan: FloorPlanAttached?
    public let metresPerPixel: Double
    /// Degrees clockwise from the plan's up to the frame's up.
    public let rotation: Double
    public let anchor: GeographicAnchor?

    public init(
        floor: FloorID,
        name: String,
        ordinal: Int32,
        plan: FloorPlanAttached?,
        metresPerPixel: Double,
        rotation: Double,
        anchor: GeographicAnchor?
    ) {
        self.floor = floor
        self.name = name
        self.ordinal = ordinal
        self.plan = plan
        self.metresPerPixel = metresPerPixel
        self.rotation = rotation
        self.anchor = anchor
    }
}

/// A track as a device needs it.
public struct TrackGeometry: Hashable, Sendable {
    public let track: TrackID
    public let floor: FloorID
    public let name: String
    /// In metres, in the floor's present frame.
    public let points: [Point]

    public init(track: TrackID, floor: FloorID, name: String, points: [Point]) {
        self.track = track
        self.floor = floor
        self.name = name
        self.points = points
    }
}

/// A mounting point as a device needs it.
public struct SlotGeometry: Hashable, Sendable {
    public let slot: SlotID
    public let label: String
    public let floor: FloorID?
    public let position: MountPosition?

    public init(slot: SlotID, label: String, floor: FloorID?, position: MountPosition?) {
        self.slot = slot
        self.label = label
        self.floor = floor
        self.position = position
    }
}

/// What devices shall watch and when.
public struct PolicyBlock: Hashable, Sendable {
    public let identities: IdentityPolicy
    /// Sorted by identifier.
    public let regions: [RegionDefined]
    /// Sorted by identifier.
    public let spots: [SpotAdded]
    public let scanPolicy: ScanPolicySet?
    /// How scans are best compared; nil where the survey is too small to tell.
    public let matching: MatchingChoice?

    public init(
        identities: IdentityPolicy,
        regions: [RegionDefined],
        spots: [SpotAdded],
        scanPolicy: ScanPolicySet?,
        matching: MatchingChoice? = nil
    ) {
        self.identities = identities
        self.regions = regions.sorted { $0.region < $1.region }
        self.spots = spots.sorted { $0.spot < $1.spot }
        self.scanPolicy = scanPolicy
        self.matching = matching
    }
}
