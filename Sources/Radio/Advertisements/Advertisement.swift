public import Survey

/// One advertisement as it was received: who sent it, how strong it was, and the beacon frames it holds.
public struct Advertisement: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z; nil where its source has no time.
    public let timestamp: Int64?
    public let report: AdvertisingReport
    /// The advertising data.
    public let data: [UInt8]
    public let frames: [BeaconFrame]

    public init(timestamp: Int64?, report: AdvertisingReport, data: [UInt8], frames: [BeaconFrame]) {
        self.timestamp = timestamp
        self.report = report
        self.data = data
        self.frames = frames
    }

    /// The beacons that this advertisement names, each with the fixed address it came from, if it has one.
    ///
    /// `includingAddresses` adds the sender itself where no frame names a beacon: for projects that tell beacons apart
    /// by their address. Addresses that change are never among them.
    public func identities(includingAddresses: Bool = false) -> [BeaconIdentity] {
        let address = report.fixedAddress
        let named = frames.compactMap { frame in
            frame.identity.map { BeaconIdentity($0, address: address) }
        }
        guard named.isEmpty, includingAddresses, let address else { return named }
        return [BeaconIdentity(.addressOnly, address: address)]
    }
}
