public import Survey

/// What an advertisement says of the beacon that sent it.
public enum BeaconFrame: Hashable, Sendable {
    /// Apple's iBeacon.
    case iBeacon(uuid: ProximityUUID, major: UInt16, minor: UInt16, power: AdvertisedPower)
    /// AltBeacon 1.0; `reserved` is nil where the frame ends before it, as some hardware sends it.
    case altBeacon(AltBeaconID, manufacturer: UInt16, power: AdvertisedPower, reserved: UInt8?)
    /// Eddystone-UID.
    case eddystoneUID(EddystoneUID, power: AdvertisedPower)
    /// Eddystone-URL, decompressed.
    case eddystoneURL(String, power: AdvertisedPower)
    /// Eddystone-TLM, plain: what the beacon says of itself.
    case eddystoneTelemetry(Telemetry)
    /// Eddystone-TLM, encrypted: recognised, not readable without the beacon's key.
    case eddystoneEncryptedTelemetry
    /// Eddystone-EID: an identifier that changes; no key of ours resolves it.
    case eddystoneEphemeral(UInt64, power: AdvertisedPower)

    /// The identity that fingerprints are filed under; nil for frames that name no lasting one.
    public var identity: BeaconIdentity.Frame? {
        switch self {
        case .iBeacon(let uuid, let major, let minor, _): .iBeacon(uuid: uuid, major: major, minor: minor)
        case .altBeacon(let id, _, _, _): .altBeacon(id)
        case .eddystoneUID(let uid, _): .eddystone(uid)
        case .eddystoneURL, .eddystoneTelemetry, .eddystoneEncryptedTelemetry, .eddystoneEphemeral: nil
        }
    }

    /// The strength at 1 m that the beacon claims; nil in frames that carry none.
    public var power: AdvertisedPower? {
        switch self {
        case .iBeacon(_, _, _, let power), .altBeacon(_, _, let power, _), .eddystoneUID(_, let power),
            .eddystoneURL(_, let power), .eddystoneEphemeral(_, let power):
            power
        case .eddystoneTelemetry, .eddystoneEncryptedTelemetry: nil
        }
    }
}

/// The strength at 1 m that a beacon advertises, in dBm.
///
/// A careless byte here makes distances absurd (18,910,238 m in a public report), so an implausible one is kept and
/// flagged, and nobody computes with it.
public struct AdvertisedPower: Hashable, Sendable {
    /// What the frame holds, converted to 1 m.
    public let dBm: Int

    /// Whether the value lies within −100…−20 dBm, what real beacons have at 1 m.
    public var isPlausible: Bool { (-100 ... -20).contains(dBm) }

    public init(dBm: Int) { self.dBm = dBm }

    /// From the strength at 0 m that Eddystone frames carry: 41 dB are lost over the first metre.
    public init(atZeroMetres dBm: Int8) { self.dBm = Int(dBm) - 41 }
}

/// What a beacon says of itself in an Eddystone-TLM frame; nil where it does not support a value.
public struct Telemetry: Hashable, Sendable {
    /// Millivolts.
    public let batteryVoltage: UInt16?
    /// °C.
    public let temperature: Double?
    /// Advertisements since power-up.
    public let advertisementCount: UInt32
    /// Milliseconds since power-up.
    public let uptime: UInt64

    public init(batteryVoltage: UInt16?, temperature: Double?, advertisementCount: UInt32, uptime: UInt64) {
        self.batteryVoltage = batteryVoltage
        self.temperature = temperature
        self.advertisementCount = advertisementCount
        self.uptime = uptime
    }
}
