/// A fact about a venue.
///
/// Facts are never edited: a mistake is corrected by a later fact.
public enum SurveyEvent: Hashable, Sendable {
    case projectCreated(ProjectCreated)
    case projectRenamed(ProjectRenamed)
    case floorAdded(FloorAdded)
    case floorRenamed(FloorRenamed)
    case floorRemoved(FloorRemoved)
    case floorPlanAttached(FloorPlanAttached)
    case floorCalibrated(FloorCalibrated)
    case trackDrawn(TrackDrawn)
    case trackRedrawn(TrackRedrawn)
    case trackErased(TrackErased)
    case connectorAdded(ConnectorAdded)
    case connectorRemoved(ConnectorRemoved)
    case slotCreated(SlotCreated)
    case slotMoved(SlotMoved)
    case beaconRegistered(BeaconRegistered)
    case beaconReplaced(BeaconReplaced)
    case beaconReconfigured(BeaconReconfigured)
    case batteryReplaced(BatteryReplaced)
    case beaconRetired(BeaconRetired)
    case beaconsSwapped(BeaconsSwapped)
    case replacementReverted(ReplacementReverted)
    case offsetVerified(OffsetVerified)
    case conflictResolved(ConflictResolved)
    case walkStarted(WalkStarted)
    case walkPaused(WalkPaused)
    case walkResumed(WalkResumed)
    case walkCompleted(WalkCompleted)
    case walkAbandoned(WalkAbandoned)
    case beaconObserved(BeaconObserved)
    case scanSampled(ScanSampled)
    case placeAdded(PlaceAdded)
    case placeEdited(PlaceEdited)
    case placeRemoved(PlaceRemoved)
    case placeProposed(PlaceProposed)
    case placeApproved(PlaceApproved)
    case placeRejected(PlaceRejected)
    case spotAdded(SpotAdded)
    case spotRemoved(SpotRemoved)
    case regionDefined(RegionDefined)
    case regionRemoved(RegionRemoved)
    case scanPolicySet(ScanPolicySet)
    case identityPolicySet(IdentityPolicySet)

    /// What the envelope says of this event.
    public var kind: EventKind {
        switch self {
        case .projectCreated: .projectCreated
        case .projectRenamed: .projectRenamed
        case .floorAdded: .floorAdded
        case .floorRenamed: .floorRenamed
        case .floorRemoved: .floorRemoved
        case .floorPlanAttached: .floorPlanAttached
        case .floorCalibrated: .floorCalibrated
        case .trackDrawn: .trackDrawn
        case .trackRedrawn: .trackRedrawn
        case .trackErased: .trackErased
        case .connectorAdded: .connectorAdded
        case .connectorRemoved: .connectorRemoved
        case .slotCreated: .slotCreated
        case .slotMoved: .slotMoved
        case .beaconRegistered: .beaconRegistered
        case .beaconReplaced: .beaconReplaced
        case .beaconReconfigured: .beaconReconfigured
        case .batteryReplaced: .batteryReplaced
        case .beaconRetired: .beaconRetired
        case .beaconsSwapped: .beaconsSwapped
        case .replacementReverted: .replacementReverted
        case .offsetVerified: .offsetVerified
        case .conflictResolved: .conflictResolved
        case .walkStarted: .walkStarted
        case .walkPaused: .walkPaused
        case .walkResumed: .walkResumed
        case .walkCompleted: .walkCompleted
        case .walkAbandoned: .walkAbandoned
        case .beaconObserved: .beaconObserved
        case .scanSampled: .scanSampled
        case .placeAdded: .placeAdded
        case .placeEdited: .placeEdited
        case .placeRemoved: .placeRemoved
        case .placeProposed: .placeProposed
        case .placeApproved: .placeApproved
        case .placeRejected: .placeRejected
        case .spotAdded: .spotAdded
        case .spotRemoved: .spotRemoved
        case .regionDefined: .regionDefined
        case .regionRemoved: .regionRemoved
        case .scanPolicySet: .scanPolicySet
        case .identityPolicySet: .identityPolicySet
        }
    }
}

/// Turns payload bytes into events and back, as the pure modules need it; `Wire` conforms.
public protocol PayloadCoding: Sendable {
    /// The payload of an event, in the kind's current schema version.
    func encode(_ event: SurveyEvent) -> [UInt8]

    /// The event that an envelope carries.
    func decode(kind: UInt16, schemaVersion: UInt16, payload: [UInt8]) -> DecodedPayload
}

/// What could be made of a payload.
public enum DecodedPayload: Hashable, Sendable {
    case event(SurveyEvent)
    /// A kind, or a schema version, that this program is too old for: carried on, never applied.
    case unknown(kind: UInt16, schemaVersion: UInt16)
    /// Bytes that are no payload of their kind, or a payload that breaks the kind's rules.
    case malformed(reason: String)
}
