public import Survey

/// What beacons say of themselves during a walk, so that one summary per beacon can be recorded at its end.
///
/// A telemetry frame names no beacon: it belongs to the one whose frames come from the same address. Changing addresses
/// are followed too, since a beacon that changes its address does so for all its frames; but they name nobody: telemetry
/// from one that no frame of a beacon came from belongs to nobody, and is dropped.
public struct TelemetryLog: Sendable {
    /// The most senders kept; further ones are not remembered.
    public static let capacity = 4_096

    private struct Sender: Sendable {
        /// What its frames name, else its address if that stays.
        var identity: BeaconIdentity?
        var telemetry: Telemetry?
    }

    private var senders: [MACAddress: Sender] = [:]

    public init() {}

    /// Files an advertisement; what is no beacon's costs nothing.
    public mutating func hear(_ advertisement: Advertisement) {
        for frame in advertisement.frames {
            let address = advertisement.report.address
            let fixed = advertisement.report.fixedAddress
            guard senders[address] != nil || senders.count < Self.capacity else { continue }
            let unnamed = Sender(identity: fixed.map { BeaconIdentity(.addressOnly, address: $0) })
            if case .eddystoneTelemetry(let telemetry) = frame {
                senders[address, default: unnamed].telemetry = telemetry
            } else if let named = frame.identity {
                senders[address, default: unnamed].identity = BeaconIdentity(named, address: fixed)
            }
        }
    }

    /// The latest telemetry of every beacon that sent some, by its bytes; a sender of telemetry alone is its fixed address.
    public func observations(walk: WalkID) -> [BeaconObserved] {
        var latest: [BeaconIdentity: Telemetry] = [:]
        for sender in senders.values {
            guard let telemetry = sender.telemetry, let identity = sender.identity else { continue }
            // Of two addresses of one beacon, the one that has counted farther is the later.
            let known = latest[identity]?.advertisementCount ?? 0
            if latest[identity] == nil || telemetry.advertisementCount > known { latest[identity] = telemetry }
        }
        return latest.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }.map { identity, telemetry in
            BeaconObserved(
                walk: walk,
                identity: identity,
                batteryVoltage: telemetry.batteryVoltage.map { UInt32($0) },
                temperature: telemetry.temperature,
                uptime: telemetry.uptime,
                advertisementCount: UInt64(telemetry.advertisementCount)
            )
        }
    }
}
