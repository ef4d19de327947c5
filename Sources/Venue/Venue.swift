public import Survey

/// What the structure events of one project mean: floors, tracks, slots, assignments, walks, places.
///
/// The venue keeps what was claimed of each thing and reads it anew when claims are added, so it is a function of the
/// set of events and their committed times: no order of arrival changes it.
public struct Venue: Hashable, Sendable {
    /// The version of the reading rules: digests of different versions are not compared.
    public static let projectorVersion: UInt32 = 1

    public let id: ProjectID
    /// Nil until the ProjectCreated event has arrived.
    public internal(set) var name: String?
    public internal(set) var floors: [FloorID: Floor] = [:]
    public internal(set) var tracks: [TrackID: Track] = [:]
    public internal(set) var connectors: [ConnectorID: Connector] = [:]
    public internal(set) var slots: [SlotID: Slot] = [:]
    public internal(set) var walks: [WalkID: Walk] = [:]
    public internal(set) var places: [PlaceID: Place] = [:]
    public internal(set) var spots: [SpotID: Spot] = [:]
    public internal(set) var regions: [RegionID: Region] = [:]
    /// When and where visitors' devices may scan; nil where nobody set a limit.
    public internal(set) var scanPolicy: ScanPolicySet?
    public internal(set) var identityPolicy: IdentityPolicy = .frame
    /// Which identity hung in which slot, when.
    public internal(set) var assignments = AssignmentTable.empty
    /// What each beacon last said of itself during a walk.
    public internal(set) var observations: [BeaconIdentity: Observation] = [:]
    /// Every plan and picture that an event names, superseded ones included.
    public internal(set) var blobs: Set<BlobReference> = []
    /// The highest position among the applied events; 0 before the first.
    public internal(set) var position: UInt64 = 0
    /// Whether it holds events that the server has not confirmed: what a person is shown, in no digest.
    public internal(set) var isOptimistic = false

    var files: [Entity: ThingFile] = [:]
    var ledger: [Claim] = []
    var observed: [Claim] = []
    /// Events that no program of this version can apply.
    var refused: [Digest: Problem] = [:]
    /// Every event that was filed, so that a second copy of it is not.
    var stamps: [Digest: Stamp] = [:]

    /// The venue of a project of which nothing is known yet.
    public init(id: ProjectID) { self.id = id }

    /// Whose reading belongs to which slot.
    public var identities: IdentityTable { assignments.identities }

    /// Where a beacon that was heard at a moment hung then.
    public func resolve(_ identity: BeaconIdentity, at moment: Timestamp) -> Resolution {
        assignments.identities.resolve(identity, at: moment)
    }

    /// The frames of a floor's coordinates.
    public func frames(of floor: FloorID) -> FloorFrames { floors[floor]?.frames ?? .none }

    /// Whether a walk's samples belong into fingerprints: it was started, and not abandoned.
    public func counts(_ walk: WalkID) -> Bool { walks[walk]?.counts ?? false }
}

/// What a beacon said of itself, and when.
public struct Observation: Hashable, Sendable {
    public let content: BeaconObserved
    public let occurredAt: Timestamp

    public init(content: BeaconObserved, occurredAt: Timestamp) {
        self.content = content
        self.occurredAt = occurredAt
    }
}

extension Venue {
    /// What each assignment's beacon said of itself since its battery was fresh, earliest first.
    public func observationsByAssignment() -> [AssignmentID: [Observation]] {
        var found: [AssignmentID: [Observation]] = [:]
        for claim in observed {
            guard case .beaconObserved(let content) = claim.content,
                let tenure = resolve(content.identity, at: claim.stamp.occurredAt).tenure,
                let since = assignments[tenure.assignment]?.batterySince, claim.stamp.occurredAt >= since
            else { continue }
            let observation = Observation(content: content, occurredAt: claim.stamp.occurredAt)
            found[tenure.assignment, default: []].append(observation)
        }
        return found
    }
}

extension AssignmentTable {
    /// A venue without beacons.
    static let empty = AssignmentTable(
        assignments: [],
        current: [:],
        problems: [],
        disputes: [],
        epochs: [:],
        policy: .frame
    )
}
