/// What a beacon says of itself on the air: its frame's identity, and the fixed address it was heard from, if known.
///
/// Which of the two tells beacons apart is the project's decision (``IdentityPolicy``): one mall's 335 beacons all
/// send the same iBeacon triple, so that only the address tells them apart.
public struct BeaconIdentity: Hashable, Sendable {
    public let frame: Frame
    /// The address the frame came from; nil where it is unknown or changes.
    public let address: MACAddress?

    public init(_ frame: Frame, address: MACAddress? = nil) {
        self.frame = frame
        self.address = address
    }

    /// What the advertisement holds that names the beacon.
    public enum Frame: Hashable, Sendable {
        /// Apple's iBeacon: proximity UUID, major, minor.
        case iBeacon(uuid: ProximityUUID, major: UInt16, minor: UInt16)
        /// Eddystone-UID: a namespace of ten bytes and an instance of six, kept as one 16-byte value.
        case eddystone(EddystoneUID)
        /// AltBeacon: twenty bytes.
        case altBeacon(AltBeaconID)
        /// No frame of a known kind: the address alone names the beacon.
        case addressOnly
        /// A bare name from an imported set: never heard on the air. Told apart by its bytes.
        case name(String)
    }

    /// What a project compares of this identity; nil where the identity lacks it.
    public func key(under policy: IdentityPolicy) -> BeaconIdentity? {
        switch policy {
        case .frame:
            if case .addressOnly = frame { return address == nil ? nil : self }
            return BeaconIdentity(frame)
        case .address:
            if case .name = frame { return self }
            return address.map { BeaconIdentity(.addressOnly, address: $0) }
        case .frameAndAddress:
            if case .name = frame { return self }
            return address == nil ? nil : self
        }
    }
}

/// How a project tells beacons apart.
public enum IdentityPolicy: UInt8, Hashable, Sendable, CaseIterable {
    /// By what the frame says, such as the iBeacon triple; the address does not matter. The default.
    case frame = 0
    /// By the fixed address alone.
    case address = 1
    /// By both.
    case frameAndAddress = 2
}

/// The 16 bytes that iBeacon calls the proximity UUID.
public struct ProximityUUID: Hashable, Sendable, Comparable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    public static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

/// An Eddystone-UID: ten bytes of namespace, then six bytes of instance.
public struct EddystoneUID: Hashable, Sendable {
    /// The first eight bytes of the namespace.
    public let high: UInt64
    /// The last two bytes of the namespace, then the instance.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// An AltBeacon identifier: twenty bytes.
public struct AltBeaconID: Hashable, Sendable {
    public let high: UInt64
    public let middle: UInt64
    public let low: UInt32

    public init(high: UInt64, middle: UInt64, low: UInt32) {
        self.high = high
        self.middle = middle
        self.low = low
    }
}

/// A Bluetooth device address of 48 bits.
public struct MACAddress: Hashable, Sendable, Comparable {
    /// The address in the low 48 bits, as it is written: the first pair of digits is the highest byte.
    public let value: UInt64

    /// An address; nil where more than 48 bits are set.
    public init?(value: UInt64) {
        guard value >> 48 == 0 else { return nil }
        self.value = value
    }

    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
