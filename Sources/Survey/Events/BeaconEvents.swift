/// A beacon hangs in a slot: the assignment that opens the slot.
public struct BeaconRegistered: Hashable, Sendable {
    public let assignment: AssignmentID
    public let slot: SlotID
    public let identity: BeaconIdentity
    public let radio: RadioSettings
    public let hardware: BeaconHardware?
    public let effectiveAge: EffectiveAge

    public init(
        assignment: AssignmentID,
        slot: SlotID,
        identity: BeaconIdentity,
        radio: RadioSettings = RadioSettings(),
        hardware: BeaconHardware? = nil,
        effectiveAge: EffectiveAge = .atAct
    ) {
        self.assignment = assignment
        self.slot = slot
        self.identity = identity
        self.radio = radio
        self.hardware = hardware
        self.effectiveAge = effectiveAge
    }
}

/// What a beacon's radio is set to; nil where nobody said.
public struct RadioSettings: Hashable, Sendable {
    /// dBm at 1 m, as the beacon advertises it: −100…−20.
    public let measuredPower: Int8?
    /// dBm, −40…20.
    public let transmitPower: Int8?
    /// Milliseconds, 20…60,000.
    public let advertisingInterval: UInt32?

    public init(measuredPower: Int8? = nil, transmitPower: Int8? = nil, advertisingInterval: UInt32? = nil) {
        self.measuredPower = measuredPower
        self.transmitPower = transmitPower
        self.advertisingInterval = advertisingInterval
    }
}

/// The thing itself.
public struct BeaconHardware: Hashable, Sendable {
    public let model: String?
    public let serial: String?
    /// mAh.
    public let batteryCapacity: UInt32?
    /// µA.
    public let averageCurrent: UInt32?

    public init(
        model: String? = nil,
        serial: String? = nil,
        batteryCapacity: UInt32? = nil,
        averageCurrent: UInt32? = nil
    ) {
        self.model = model
        self.serial = serial
        self.batteryCapacity = batteryCapacity
        self.averageCurrent = averageCurrent
    }
}

/// A slot has another beacon: every old fingerprint stays usable.
public struct BeaconReplaced: Hashable, Sendable {
    /// The new assignment.
    public let assignment: AssignmentID
    public let slot: SlotID
    /// The slot's current assignment as the author knew it.
    public let replaced: AssignmentID
    public let identity: BeaconIdentity
    public let mode: ReplacementMode
    public let radio: RadioSettings
    public let hardware: BeaconHardware?
    public let effectiveAge: EffectiveAge
    public let reason: String?

    public init(
        assignment: AssignmentID,
        slot: SlotID,
        replaced: AssignmentID,
        identity: BeaconIdentity,
        mode: ReplacementMode,
        radio: RadioSettings = RadioSettings(),
        hardware: BeaconHardware? = nil,
        effectiveAge: EffectiveAge = .atAct,
        reason: String? = nil
    ) {
        self.assignment = assignment
        self.slot = slot
        self.replaced = replaced
        self.identity = identity
        self.mode = mode
        self.radio = radio
        self.hardware = hardware
        self.effectiveAge = effectiveAge
        self.reason = reason
    }
}

/// What the new beacon sends.
public enum ReplacementMode: UInt8, Hashable, Sendable, CaseIterable {
    /// An identity of its own.
    case newIdentity = 1
    /// The identity of the beacon it replaces.
    case cloned = 2
}

/// The same beacon sends otherwise; a changed power starts a new offset epoch.
public struct BeaconReconfigured: Hashable, Sendable {
    /// The assignment that goes on.
    public let assignment: AssignmentID
    /// The assignment that starts with the new settings.
    public let newAssignment: AssignmentID
    public let identity: BeaconIdentity
    public let radio: RadioSettings

    public init(assignment: AssignmentID, newAssignment: AssignmentID, identity: BeaconIdentity, radio: RadioSettings) {
        self.assignment = assignment
        self.newAssignment = newAssignment
        self.identity = identity
        self.radio = radio
    }
}

/// The same beacon has a fresh battery.
public struct BatteryReplaced: Hashable, Sendable {
    public let assignment: AssignmentID
    /// mAh.
    public let batteryCapacity: UInt32?

    public init(assignment: AssignmentID, batteryCapacity: UInt32? = nil) {
        self.assignment = assignment
        self.batteryCapacity = batteryCapacity
    }
}

/// A beacon is gone and nothing hangs in its place: the slot is masked at once.
public struct BeaconRetired: Hashable, Sendable {
    public let assignment: AssignmentID
    public let effectiveAge: EffectiveAge
    public let reason: String?

    public init(assignment: AssignmentID, effectiveAge: EffectiveAge = .atAct, reason: String? = nil) {
        self.assignment = assignment
        self.effectiveAge = effectiveAge
        self.reason = reason
    }
}

/// Two beacons hang, or hung all along, in each other's slot.
public struct BeaconsSwapped: Hashable, Sendable {
    public let slotA: SlotID
    /// What hung in `slotA` as the author knew it.
    public let assignmentA: AssignmentID
    /// B's beacon in `slotA`.
    public let newAssignmentA: AssignmentID
    public let slotB: SlotID
    public let assignmentB: AssignmentID
    public let newAssignmentB: AssignmentID
    public let effectiveAge: EffectiveAge

    public init(
        slotA: SlotID,
        assignmentA: AssignmentID,
        newAssignmentA: AssignmentID,
        slotB: SlotID,
        assignmentB: AssignmentID,
        newAssignmentB: AssignmentID,
        effectiveAge: EffectiveAge = .atAct
    ) {
        self.slotA = slotA
        self.assignmentA = assignmentA
        self.newAssignmentA = newAssignmentA
        self.slotB = slotB
        self.assignmentB = assignmentB
        self.newAssignmentB = newAssignmentB
        self.effectiveAge = effectiveAge
    }
}

/// A replacement never happened: the interval table is what it was.
public struct ReplacementReverted: Hashable, Sendable {
    /// The assignment that the replacement opened.
    public let assignment: AssignmentID

    public init(assignment: AssignmentID) {
        self.assignment = assignment
    }
}

/// How much louder or quieter an assignment is than its slot's reference, measured by a verification walk.
public struct OffsetVerified: Hashable, Sendable {
    public let assignment: AssignmentID
    /// dB, −40…40.
    public let offset: Double
    /// Half width of the 95 % interval, dB.
    public let confidence: Double
    /// Median absolute deviation × 1.4826, dB.
    public let deviation: Double
    /// −1…1.
    public let correlation: Double
    public let readings: UInt32
    public let points: UInt32
    public let verdict: OffsetVerdict
    public let walk: WalkID?

    public init(
        assignment: AssignmentID,
        offset: Double,
        confidence: Double,
        deviation: Double,
        correlation: Double,
        readings: UInt32,
        points: UInt32,
        verdict: OffsetVerdict,
        walk: WalkID? = nil
    ) {
        self.assignment = assignment
        self.offset = offset
        self.confidence = confidence
        self.deviation = deviation
        self.correlation = correlation
        self.readings = readings
        self.points = points
        self.verdict = verdict
        self.walk = walk
    }
}

/// What a verification walk found.
public enum OffsetVerdict: UInt8, Hashable, Sendable, CaseIterable {
    case verified = 1
    case unsure = 2
    case rejected = 3
}

/// A person decided which of several assignments of a slot holds.
public struct ConflictResolved: Hashable, Sendable {
    public let slot: SlotID
    public let winner: AssignmentID
    public let losers: [ResolvedLoser]

    public init(slot: SlotID, winner: AssignmentID, losers: [ResolvedLoser]) {
        self.slot = slot
        self.winner = winner
        self.losers = losers
    }
}

/// What became of a contested beacon.
public struct ResolvedLoser: Hashable, Sendable {
    public let assignment: AssignmentID
    public let disposition: Disposition

    public init(assignment: AssignmentID, disposition: Disposition) {
        self.assignment = assignment
        self.disposition = disposition
    }
}

/// What became of a beacon that lost a conflict.
public enum Disposition: Hashable, Sendable {
    /// It was taken down when the winner was hung.
    case removed
    /// It hangs in another slot since then.
    case moved(SlotID)
    /// It was never hung.
    case neverInstalled
}
