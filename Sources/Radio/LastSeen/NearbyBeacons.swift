public import Survey

/// The beacons that are heard now, as a person or a stream of rangings wants them.
///
/// The strength is the median of the last second; a beacon that fell silent is absent, not frozen. Where the claimed
/// strength at 1 m is implausible there is no distance.
public struct NearbyBeacons: Sendable {
    private var table: LastSeenTable
    private var facts: [BeaconIdentity: Facts] = [:]
    private let model: DistanceModel

    public init(
        window: Int64 = 1_000,
        maximumAge: Int64 = 2_000,
        capacity: Int = 4_096,
        model: DistanceModel = .standard
    ) {
        table = LastSeenTable(window: window, maximumAge: maximumAge, capacity: capacity)
        self.model = model
    }

    /// Files an advertisement heard at `time`, in milliseconds of a clock that never goes back.
    public mutating func hear(_ identity: BeaconIdentity, _ rssi: RSSI, power: AdvertisedPower?, at time: Int64) {
        table.hear(identity, rssi, at: time)
        facts[identity, default: Facts()].hear(power: power, at: time)
        if facts.count > 2 * table.capacity { forgetStrangers() }
    }

    /// How many beacons are kept: those of the table, and at most as many again that had to make room there.
    public var count: Int { facts.count }

    /// Forgets what the table has forgotten: anybody can send a new name with each packet.
    private mutating func forgetStrangers() { facts = facts.filter { table.holds($0.key) } }

    /// The beacons that are not silent at `time`, strongest first.
    public mutating func rows(at time: Int64) -> [Row] {
        let readings = table.sample(at: time)
        var kept: [BeaconIdentity: Facts] = [:]
        kept.reserveCapacity(readings.count)
        let rows = readings.map { reading in
            var facts = facts[reading.identity] ?? Facts()
            let distance = facts.power.flatMap { power in
                try? model.distance(rssi: reading.rssi, measuredPower: Double(power.dBm))  // nil: an implausible power
            }
            facts.proximity = Proximity(distance: distance, previous: facts.proximity)
            kept[reading.identity] = facts
            return Row(
                reading: reading,
                power: facts.power,
                rate: facts.rate,
                distance: distance,
                proximity: facts.proximity,
                age: max(0, time - facts.last)
            )
        }
        facts = kept
        return rows
    }

    /// One beacon that is heard now.
    public struct Row: Hashable, Sendable {
        public let reading: Reading
        /// What it claims to be heard with at 1 m.
        public let power: AdvertisedPower?
        /// Advertisements per second, smoothed; nil before the second one.
        public let rate: Double?
        /// Metres; nil where nothing believable is known of its power.
        public let distance: Double?
        public let proximity: Proximity
        /// Milliseconds since it was heard last.
        public let age: Int64
    }

    private struct Facts: Sendable {
        /// The part of a new interval in the smoothed one: it settles within some ten advertisements.
        private static let share = 0.2

        var power: AdvertisedPower?
        var proximity = Proximity.unknown
        private(set) var last: Int64 = .min
        private var interval: Double?

        var rate: Double? { interval.map { 1_000 / max($0, 1) } }

        mutating func hear(power: AdvertisedPower?, at time: Int64) {
            self.power = power ?? self.power
            if last != .min {
                let passed = Double(max(0, time - last))
                interval = interval.map { $0 + Self.share * (passed - $0) } ?? passed
            }
            last = max(last, time)
        }
    }
}
