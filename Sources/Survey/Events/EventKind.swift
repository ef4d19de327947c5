/// The kinds of event this version knows; the raw value stands in the envelope and never changes its meaning.
public enum EventKind: UInt16, Hashable, Sendable, CaseIterable {
    case projectCreated = 1
    case projectRenamed = 2
    case floorAdded = 10
    case floorRenamed = 11
    case floorRemoved = 12
    case floorPlanAttached = 13
    case floorCalibrated = 14
    case trackDrawn = 20
    case trackRedrawn = 21
    case trackErased = 22
    case connectorAdded = 23
    case connectorRemoved = 24
    case slotCreated = 30
    case slotMoved = 31
    case beaconRegistered = 40
    case beaconReplaced = 41
    case beaconReconfigured = 42
    case batteryReplaced = 43
    case beaconRetired = 44
    case beaconsSwapped = 45
    case replacementReverted = 46
    case offsetVerified = 47
    case conflictResolved = 48
    case walkStarted = 60
    case walkPaused = 61
    case walkResumed = 62
    case walkCompleted = 63
    case walkAbandoned = 64
    case beaconObserved = 65
    case scanSampled = 70
    case placeAdded = 80
    case placeEdited = 81
    case placeRemoved = 82
    case placeProposed = 83
    case placeApproved = 84
    case placeRejected = 85
    case spotAdded = 86
    case spotRemoved = 87
    case regionDefined = 88
    case regionRemoved = 89
    case scanPolicySet = 90
    case identityPolicySet = 91

    /// The payload version that this program writes, and the highest that it understands.
    public var schemaVersion: UInt16 { 1 }

    /// The kind's name as DESIGN writes it, such as "BeaconReplaced".
    public var name: String {
        let name = "\(self)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}
