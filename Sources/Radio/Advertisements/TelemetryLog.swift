public import Survey

/// What beacons say of themselves during a walk, so that one summary per beacon can be recorded at its end.
///
/// A telemetry frame names no beacon: it belongs to the one whose frames come from the same address. Changing addresses
/// are followed too, since a beacon that changes its address does so for all its frames.
public struct TelemetryLog: Sendable {
    /// The most senders kept; further ones are not remembered.
    public static let capacity = 4_096

    private struct Sender: Sendable {
        var identity: BeaconIdentity?
        var telemetry: Telemetry?
    }

    private var senders: [MACAddress: Sender] = [:]

    public init() {}

    /// Files an advertisement; what is no beacon's costs nothing.
    public mutating func hear(_ advertisement: Advertisement) {
        for frame in advertisement.frames {
            let address = advertisement.report.address
            guard senders[address] != nil || senders.count < Self.capacity else { continue }
            if case .eddystoneTelemetry(let telemetry) = frame {
                senders[address, default: Sender()].telemetry = telemetry
            } else if let named = frame.identity {
                let identity = BeaconIdentity(named, address: advertisement.report.fixedAddress)
                senders[address, default: Sender()].identity = identity
            }
        }
    }

    /// The latest telemetry of every beacon that sent some, by its bytes; a sender of telemetry alone is its address.
    public func observations(walk: WalkID) -> [BeaconObserved] {
        var latest: [BeaconIdentity: Telemetry] = [:]
        for (address, sender) in senders {
            guard let telemetry = sender.telemetry else { continue }
            let identity = sender.identity ?? BeaconIdentity(.addressOnly, address: address)
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
