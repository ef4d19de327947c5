public import Survey

/// Everything that was heard of each beacon during a scan: what a person reads when it is over.
public struct HeardBeacons: Sendable {
    /// The most beacons kept; further ones are only counted.
    public let capacity: Int
    /// Hearings of beacons for which there was no room.
    public private(set) var overflow = 0
    private var beacons: [BeaconIdentity: Summary] = [:]

    public init(capacity: Int = 65_536) { self.capacity = capacity }

    /// Files a hearing; without a strength it counts as a packet alone.
    public mutating func hear(_ identity: BeaconIdentity, _ rssi: RSSI?, power: AdvertisedPower?, at time: Int64) {
        guard beacons[identity] != nil || beacons.count < capacity else {
            overflow += 1
            return
        }
        beacons[identity, default: Summary(first: time)].hear(rssi, power: power, at: time)
    }

    /// Every beacon with what was heard of it, strongest first.
    public var summaries: [(identity: BeaconIdentity, summary: Summary)] {
        beacons.map { (identity: $0.key, summary: $0.value, bytes: $0.key.bytes) }
            .sorted { left, right in
                let (one, other) = (left.summary.median?.dBm ?? -128, right.summary.median?.dBm ?? -128)
                return one != other ? one > other : left.bytes.lexicographicallyPrecedes(right.bytes)
            }
            .map { ($0.identity, $0.summary) }
    }

    /// What was heard of one beacon.
    public struct Summary: Hashable, Sendable {
        public private(set) var packets = 0
        /// The latest strength at 1 m that it claimed.
        public private(set) var power: AdvertisedPower?
        /// Milliseconds of the source's clock.
        public let first: Int64
        public private(set) var last: Int64
        /// How often it was heard with each strength, from −127 dBm up.
        private var strengths: [Int: Int] = [:]

        init(first: Int64) {
            self.first = first
            last = first
        }

        mutating func hear(_ rssi: RSSI?, power: AdvertisedPower?, at time: Int64) {
            packets += 1
            last = max(last, time)
            self.power = power ?? self.power
            if let rssi { strengths[rssi.dBm, default: 0] += 1 }
        }

        /// The lower median strength; nil where none was known.
        public var median: RSSI? {
            let half = (strengths.values.reduce(0, +) + 1) / 2
            var passed = 0
            for (dBm, count) in strengths.sorted(by: { $0.key < $1.key }) {
                passed += count
                if passed >= half { return RSSI(dBm: dBm) }
            }
            return nil
        }

        public var weakest: RSSI? { strengths.keys.min().flatMap { RSSI(dBm: $0) } }
        public var strongest: RSSI? { strengths.keys.max().flatMap { RSSI(dBm: $0) } }
    }
}
