import Survey

/// Decides which addresses are fixed ones: those heard in two walks that lie far enough apart.
struct AddressRegistrar {
    private var sightings: [MACAddress: Sighting] = [:]

    fileprivate struct Sighting {
        /// By frame, how often: an address may send several.
        var frames: [BeaconIdentity: Int] = [:]
        /// Per walk, the first and the last time.
        var walks: [String: (first: Int64, last: Int64)] = [:]
    }

    /// How many addresses were heard.
    var count: Int { sightings.count }

    mutating func hear(_ identity: BeaconIdentity, at time: Timestamp, in walk: String) {
        guard let address = identity.address else { return }
        let milliseconds = time.milliseconds
        sightings[address, default: Sighting()].frames[identity, default: 0] += 1
        let known = sightings[address]?.walks[walk] ?? (milliseconds, milliseconds)
        sightings[address]?.walks[walk] = (min(known.first, milliseconds), max(known.last, milliseconds))
    }

    /// The addresses heard in two walks at least `gap` milliseconds apart, each with the frame it sent most often,
    /// sorted by address.
    func registered(gap: Int64) -> [BeaconIdentity] {
        sightings.filter { $0.value.isFixed(gap: gap) }.sorted { $0.key < $1.key }.compactMap { _, sighting in
            sighting.frames.max { ($0.value, $1.key.description) < ($1.value, $0.key.description) }?.key
        }
    }

    /// A warning for each frame that several of some beacons send.
    func sharedTriples(among registered: [BeaconIdentity]) -> [String] {
        let addresses = Set(registered.compactMap(\.address))
        var senders: [BeaconIdentity: Set<MACAddress>] = [:]
        for (address, sighting) in sightings where addresses.contains(address) {
            for identity in sighting.frames.keys {
                if case .addressOnly = identity.frame { continue }
                senders[BeaconIdentity(identity.frame), default: []].insert(address)
            }
        }
        let shared = senders.filter { $0.value.count > 1 }.map { (name: $0.key.description, count: $0.value.count) }
        return shared.sorted { $0.name < $1.name }.map { name, count in
            "\(count) fixed addresses share \(name): only their addresses tell them apart."
        }
    }
}

extension AddressRegistrar.Sighting {
    /// Whether two different walks heard it at moments so far apart.
    fileprivate func isFixed(gap: Int64) -> Bool {
        let ordered = walks.values.sorted { $0.first < $1.first }
        guard let earliest = ordered.first, let second = ordered.dropFirst().first else { return false }
        // The widest pair begins with the earliest walk, unless it ends with it.
        let latest = ordered.dropFirst().reduce(second.last) { max($0, $1.last) }
        return max(latest - earliest.first, earliest.last - second.first) >= gap
    }
}
