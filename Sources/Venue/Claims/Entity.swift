public import Survey

/// A thing that events speak of.
public enum Entity: Hashable, Sendable {
    case project
    case floor(FloorID)
    case track(TrackID)
    case connector(ConnectorID)
    case slot(SlotID)
    case assignment(AssignmentID)
    case walk(WalkID)
    case place(PlaceID)
    case spot(SpotID)
    case region(RegionID)
    case scanPolicy
    case identityPolicy

    /// What kind of thing it is, as a person calls it.
    public var noun: String {
        switch self {
        case .project: "project"
        case .floor: "floor"
        case .track: "track"
        case .connector: "connector"
        case .slot: "slot"
        case .assignment: "assignment"
        case .walk: "walk"
        case .place: "place"
        case .spot: "spot"
        case .region: "region"
        case .scanPolicy: "scan policy"
        case .identityPolicy: "identity policy"
        }
    }

    /// The kind of thing and its identifier as numbers: one order, and one form, for all things.
    var key: (kind: UInt8, high: UInt64, low: UInt64) {
        switch self {
        case .project: (0, 0, 0)
        case .floor(let id): (1, id.high, id.low)
        case .track(let id): (2, id.high, id.low)
        case .connector(let id): (3, id.high, id.low)
        case .slot(let id): (4, id.high, id.low)
        case .assignment(let id): (5, id.high, id.low)
        case .walk(let id): (6, id.high, id.low)
        case .place(let id): (7, id.high, id.low)
        case .spot(let id): (8, id.high, id.low)
        case .region(let id): (9, id.high, id.low)
        case .scanPolicy: (10, 0, 0)
        case .identityPolicy: (11, 0, 0)
        }
    }
}

extension Entity: Comparable, CustomStringConvertible {
    /// By kind, then by identifier.
    public static func < (left: Self, right: Self) -> Bool { left.key < right.key }

    /// The noun, and the identifier in full where there is one.
    public var description: String {
        switch self {
        case .project, .scanPolicy, .identityPolicy: noun
        default: "\(noun) \(key.high.bigEndianBytes.hexadecimal)\(key.low.bigEndianBytes.hexadecimal)"
        }
    }
}

/// What of a thing an event writes: two acts on the same field compete.
public enum Field: UInt8, Hashable, Sendable, CaseIterable {
    case name = 1
    case plan = 2
    case calibration = 3
    case course = 4
    case position = 5
    case content = 6
    case approval = 7
    case definition = 8
    case recording = 9
    case ending = 10
}

/// What an event does to the thing it speaks of.
enum Role: Hashable, Sendable {
    case creation
    case edit(Field)
    case removal
}

/// Where an event's claim is filed.
enum Filing: Hashable, Sendable {
    case thing(Entity, Role)
    /// In the ledger of beacons, which is read as a whole.
    case beacon
    /// A beacon's word about itself.
    case observation
    /// Scans are not part of the structure.
    case none
}

extension SurveyEvent {
    /// Where this event's claim is filed.
    var filing: Filing {
        switch self {
        case .projectCreated: .thing(.project, .creation)
        case .projectRenamed: .thing(.project, .edit(.name))
        case .floorAdded(let event): .thing(.floor(event.floor), .creation)
        case .floorRenamed(let event): .thing(.floor(event.floor), .edit(.name))
        case .floorRemoved(let event): .thing(.floor(event.floor), .removal)
        case .floorPlanAttached(let event): .thing(.floor(event.floor), .edit(.plan))
        case .floorCalibrated(let event): .thing(.floor(event.floor), .edit(.calibration))
        case .trackDrawn(let event): .thing(.track(event.track), .creation)
        case .trackRedrawn(let event): .thing(.track(event.track), .edit(.course))
        case .trackErased(let event): .thing(.track(event.track), .removal)
        case .connectorAdded(let event): .thing(.connector(event.connector), .creation)
        case .connectorRemoved(let event): .thing(.connector(event.connector), .removal)
        case .slotCreated(let event): .thing(.slot(event.slot), .creation)
        case .slotMoved(let event): .thing(.slot(event.slot), .edit(.position))
        case .beaconRegistered, .beaconReplaced, .beaconReconfigured, .batteryReplaced, .beaconRetired, .beaconsSwapped,
            .replacementReverted, .offsetVerified, .conflictResolved:
            .beacon
        case .walkStarted(let event): .thing(.walk(event.walk), .creation)
        case .walkPaused(let event): .thing(.walk(event.walk), .edit(.recording))
        case .walkResumed(let event): .thing(.walk(event.walk), .edit(.recording))
        case .walkCompleted(let event): .thing(.walk(event.walk), .edit(.ending))
        case .walkAbandoned(let event): .thing(.walk(event.walk), .removal)
        case .beaconObserved: .observation
        case .scanSampled: .none
        case .placeAdded(let event): .thing(.place(event.place), .creation)
        case .placeProposed(let event): .thing(.place(event.place), .creation)
        case .placeEdited(let event): .thing(.place(event.place), .edit(.content))
        case .placeRemoved(let event): .thing(.place(event.place), .removal)
        case .placeApproved(let event): .thing(.place(event.place), .edit(.approval))
        case .placeRejected(let event): .thing(.place(event.place), .edit(.approval))
        case .spotAdded(let event): .thing(.spot(event.spot), .creation)
        case .spotRemoved(let event): .thing(.spot(event.spot), .removal)
        case .regionDefined(let event): .thing(.region(event.region), .edit(.definition))
        case .regionRemoved(let event): .thing(.region(event.region), .removal)
        case .scanPolicySet: .thing(.scanPolicy, .edit(.definition))
        case .identityPolicySet: .thing(.identityPolicy, .edit(.definition))
        }
    }

    /// The field that this event edits; nil where it creates, removes, or belongs to the ledger.
    var field: Field? {
        if case .thing(_, .edit(let field)) = filing { field } else { nil }
    }
}
