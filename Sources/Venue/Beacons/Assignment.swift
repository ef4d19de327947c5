public import Survey

/// Which identity hung in which slot, when, and how loud it is there.
public struct Assignment: Hashable, Sendable {
    public let id: AssignmentID
    public let slot: SlotID
    public let identity: BeaconIdentity
    /// When it began to hold; `Timestamp.distantPast` for "from the beginning".
    public let from: Timestamp
    /// When it ceased to hold (half-open); `Timestamp.distantFuture` while it holds.
    public internal(set) var to: Timestamp
    public let origin: Origin
    /// The assignment whose place it took, reverted ones passed over; nil for the slot's first.
    public let replaced: AssignmentID?
    /// What is known of the radio, settings that a reconfiguration left alone included.
    public let radio: RadioSettings
    public let hardware: BeaconHardware?
    /// The act that opened it.
    public let opened: Stamp
    /// How many times its battery was replaced since its level was last verified.
    public internal(set) var freshBatteries: Int
    /// When its battery was fresh: at its latest replacement, else when the assignment began.
    public internal(set) var batterySince: Timestamp
    /// Of that battery, in mAh.
    public internal(set) var batteryCapacity: UInt32?
    /// The latest verification walk's result, whatever its verdict.
    public internal(set) var verification: OffsetVerified?
    public internal(set) var standing: Standing
    /// How much louder or quieter it is than its slot's reference.
    public internal(set) var offset: SignalOffset

    /// Whether it holds at a moment.
    public func holds(at moment: Timestamp) -> Bool { from <= moment && moment < to }

    /// Whether it held at no time at all.
    public var isEmpty: Bool { from >= to }

    /// Whether it still holds.
    public var isOpen: Bool { to == .distantFuture && from < to }

    /// What kind of act opened an assignment.
    public enum Origin: Hashable, Sendable {
        case registered
        case replaced(ReplacementMode)
        case reconfigured
        case swapped
        /// A resolved conflict said that the beacon hangs in another slot.
        case moved
    }

    /// What an assignment is to its slot now.
    public enum Standing: Hashable, Sendable {
        /// The slot's beacon.
        case current
        /// It held once.
        case past
        /// It lost against a concurrent act that a person has yet to decide on; it still resolves to the slot.
        case contested
    }
}

/// How much louder (positive) or quieter an assignment is than its slot's reference, and how sure that is.
public struct SignalOffset: Hashable, Sendable {
    /// dB.
    public let level: Double
    /// Standard deviation, dB.
    public let deviation: Double
    public let source: Source

    public init(level: Double, deviation: Double, source: Source) {
        self.level = level
        self.deviation = deviation
        self.source = source
    }

    /// What an offset rests on.
    public enum Source: UInt8, Hashable, Sendable, CaseIterable {
        /// The assignment is the reference itself.
        case reference = 1
        /// The difference of the powers that the beacons advertise for 1 m.
        case measuredPower = 2
        /// The difference of the transmit powers they are set to.
        case transmitPower = 3
        /// Nothing is known.
        case unknown = 4
        /// A verification walk.
        case verified = 5
    }
}
