public import Survey

/// A recorded set in the form in which all of them are imported: floors, beacons, and scans with their places.
///
/// Coordinates are metres of the floor's frame (y down where the floor has a plan).
public struct RecordedSurvey: Sendable {
    /// What the set is called in identifiers: two imports of one name share floors and slots.
    public let name: String
    /// What tells the walks of this recording from those of another one with the same name.
    public var walkPrefix: String
    public var floors: [RecordedFloor]
    public var beacons: [RecordedBeacon]
    /// What the survey is made of: each line has floor and point; lines of one walk follow each other in time.
    public var scans: [ScanLine]
    /// What the set keeps for tests, floor and point given where they are known.
    public var tests: [ScanLine]
    /// How the set tells its beacons apart; nil where the project's own way will do.
    public var identityPolicy: IdentityPolicy?
    /// Milliseconds of listening behind a scan.
    public var window: UInt32
    /// What is in the set and not in the survey, sentence by sentence.
    public var notes: [String]

    public init(
        name: String,
        walkPrefix: String = "",
        floors: [RecordedFloor] = [],
        beacons: [RecordedBeacon] = [],
        scans: [ScanLine] = [],
        tests: [ScanLine] = [],
        identityPolicy: IdentityPolicy? = nil,
        window: UInt32 = 1_000,
        notes: [String] = []
    ) {
        self.name = name
        self.walkPrefix = walkPrefix
        self.floors = floors
        self.beacons = beacons
        self.scans = scans
        self.tests = tests
        self.identityPolicy = identityPolicy
        self.window = window
        self.notes = notes
    }
}

/// A floor of a recorded set.
public struct RecordedFloor: Hashable, Sendable {
    public let name: String
    public let ordinal: Int32
    public let plan: RecordedPlan?

    public init(name: String, ordinal: Int32 = 0, plan: RecordedPlan? = nil) {
        self.name = name
        self.ordinal = ordinal
        self.plan = plan
    }
}

/// A floor plan of a recorded set, with its scale.
public struct RecordedPlan: Hashable, Sendable {
    /// A PNG.
    public let picture: [UInt8]
    /// In pixels.
    public let width: UInt32
    /// In pixels.
    public let height: UInt32
    public let metresPerPixel: Double
    public let anchor: GeographicAnchor?

    public init(
        picture: [UInt8],
        width: UInt32,
        height: UInt32,
        metresPerPixel: Double,
        anchor: GeographicAnchor? = nil
    ) {
        self.picture = picture
        self.width = width
        self.height = height
        self.metresPerPixel = metresPerPixel
        self.anchor = anchor
    }
}

/// A beacon of a recorded set, which becomes a slot with the beacon in it.
public struct RecordedBeacon: Hashable, Sendable {
    public let label: String
    public let identity: BeaconIdentity
    /// The floor's name.
    public let floor: String?
    public let position: MountPosition?

    public init(label: String, identity: BeaconIdentity, floor: String? = nil, position: MountPosition? = nil) {
        self.label = label
        self.identity = identity
        self.floor = floor
        self.position = position
    }
}
