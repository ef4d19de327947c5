import Survey

/// Decides which of the beacons that some walks heard become slots.
struct IdentityRegistrar {
    /// Two walks that lie so far apart hear one address only where it is fixed, in milliseconds: random ones change
    /// sooner.
    static let gap: Int64 = 3_600_000

    private let policy: IdentityPolicy
    private var sightings: [BeaconIdentity: Sighting] = [:]
    /// Per walk, its first and last moment.
    private var walks: [String: ClosedRange<Int64>] = [:]

    fileprivate struct Sighting {
        /// By full identity, how often: an address may send several frames.
        var forms: [BeaconIdentity: Int] = [:]
        /// Per walk, the first and the last moment.
        var walks: [String: ClosedRange<Int64>] = [:]
    }

    init(policy: IdentityPolicy) { self.policy = policy }

    /// How many different beacons were heard, as the policy tells them apart.
    var count: Int { sightings.count }

    mutating func hear(_ identity: BeaconIdentity, at time: Timestamp, in walk: String) {
        guard let key = identity.key(under: policy) else { return }
        var sighting = sightings.removeValue(forKey: key) ?? Sighting()
        sighting.forms[identity, default: 0] += 1
        sighting.walks[walk] = time.widening(sighting.walks[walk])
        sightings[key] = sighting
        walks[walk] = time.widening(walks[walk])
    }

    /// Whether the walks themselves lie far enough apart for recurrence to say anything.
    var canTellRecurrence: Bool { walks.values.areApart(Self.gap) }

    /// The beacons that become slots, each in the form that was heard most often, sorted.
    func registered(by rule: Registration) -> [BeaconIdentity] {
        let judges = canTellRecurrence
        let chosen = sightings.filter { key, sighting in
            switch rule {
            case .none: false
            case .heard: true
            case .recurring: sighting.walks.values.areApart(Self.gap)
            case .automatic: !key.isAddressAlone || !judges || sighting.walks.values.areApart(Self.gap)
            }
        }
        return chosen.sorted { $0.key.order < $1.key.order }.compactMap { _, sighting in
            sighting.forms.max { ($0.value, $1.key.description) < ($1.value, $0.key.description) }?.key
        }
    }
}

/// Which beacons an import makes slots of.
public enum Registration: String, Hashable, Sendable, CaseIterable {
    /// What a frame names; a bare address only where it recurs, if the walks can tell.
    case automatic
    /// Everything that was heard.
    case heard
    /// What two walks at least an hour apart heard.
    case recurring
    /// Nothing: the project's slots are all there are.
    case none
}

extension BeaconIdentity {
    /// Whether nothing but an address names the beacon: it may be a random one.
    fileprivate var isAddressAlone: Bool { if case .addressOnly = frame { true } else { false } }

    /// Sorts names with numbers in them by their numbers.
    fileprivate var order: (Int, String) { (description.utf8.count, description) }
}

extension Timestamp {
    /// A span with this moment in it.
    fileprivate func widening(_ span: ClosedRange<Int64>?) -> ClosedRange<Int64> {
        guard let span else { return milliseconds...milliseconds }
        return min(span.lowerBound, milliseconds)...max(span.upperBound, milliseconds)
    }
}

extension Collection<ClosedRange<Int64>> {
    /// Whether two different walks have moments so many milliseconds apart.
    fileprivate func areApart(_ gap: Int64) -> Bool {
        let ordered = sorted { $0.lowerBound < $1.lowerBound }
        guard let earliest = ordered.first, let second = ordered.dropFirst().first else { return false }
        // The widest pair begins with the earliest walk, unless it ends with it.
        let latest = ordered.dropFirst().reduce(second.upperBound) { Swift.max($0, $1.upperBound) }
        func distance(_ from: Int64, _ to: Int64) -> Int64 {
            let (distance, overflow) = to.subtractingReportingOverflow(from)
            return overflow ? .max : distance
        }
        return Swift.max(distance(earliest.lowerBound, latest), distance(second.lowerBound, earliest.upperBound)) >= gap
    }
}
