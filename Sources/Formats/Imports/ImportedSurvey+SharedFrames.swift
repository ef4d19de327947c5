public import Survey

extension ImportedSurvey {
    /// A warning for each frame that several registered beacons send from addresses of their own.
    ///
    /// A mall was found whose 335 beacons all send one and the same frame: only their addresses tell them apart.
    /// `policy` is how the project tells beacons apart unless the import changes that; `registered` is what hangs in its
    /// slots already.
    public func sharedFrames(policy: IdentityPolicy, registered: some Sequence<BeaconIdentity>) -> [String] {
        var policy = policy
        var made: [BeaconIdentity] = []
        for event in batches.joined() {
            if case .identityPolicySet(let set) = event { policy = set.policy }
            if case .beaconRegistered(let registered) = event { made.append(registered.identity) }
        }
        let keys = Set((made + registered).compactMap { $0.key(under: policy) })
        var senders: [BeaconIdentity: Set<MACAddress>] = [:]
        func hear(_ identity: BeaconIdentity) {
            guard let address = identity.address, let key = identity.key(under: policy), keys.contains(key) else {
                return
            }
            if case .addressOnly = identity.frame { return }
            senders[BeaconIdentity(identity.frame), default: []].insert(address)
        }
        made.forEach(hear)
        for event in batches.joined() {
            guard case .scanSampled(let scan) = event else { continue }
            for reading in scan.readings { hear(reading.identity) }
        }
        let remedy =
            policy == .frame
            ? "the project takes them for one beacon; pharos policy identity mac tells them apart."
            : "only their addresses tell them apart."
        return senders.filter { $0.value.count > 1 }.sorted { $0.key.description < $1.key.description }
            .map { "\($0.value.count) fixed addresses share \($0.key): \(remedy)" }
    }
}
