public import Survey

/// What was heard of late, per beacon: advertisements go in as they come, a walk's timer takes a sample out.
///
/// A beacon that fell silent is absent from the sample once its last advertisement is older than `maximumAge`: it is
/// not frozen at its last value. The strength is the median of the window, which one wild packet cannot move
/// (Faragher and Harle, "Location Fingerprinting With Bluetooth Low Energy Beacons", IEEE JSAC 2015: 1 s windows).
public struct LastSeenTable: Sendable {
    /// Milliseconds of listening that one sample stands for.
    public let window: Int64
    /// Milliseconds after which a beacon counts as silent.
    public let maximumAge: Int64
    /// The most beacons kept; where one more is heard, the one silent for longest makes room.
    public let capacity: Int

    private var beacons: [BeaconIdentity: Hearings] = [:]

    public init(window: Int64 = 1_000, maximumAge: Int64 = 2_000, capacity: Int = 4_096) {
        precondition(window > 0 && maximumAge > 0 && capacity > 0, "A table needs room and time.")
        self.window = window
        self.maximumAge = maximumAge
        self.capacity = capacity
    }

    /// The number of beacons kept, silent ones among them until the next sample.
    public var count: Int { beacons.count }

    /// Whether a beacon is kept.
    public func holds(_ identity: BeaconIdentity) -> Bool { beacons[identity] != nil }

    /// Files an advertisement heard at `time`, in milliseconds of a clock that never goes back.
    public mutating func hear(_ identity: BeaconIdentity, _ rssi: RSSI, at time: Int64) {
        if beacons[identity] == nil, beacons.count >= capacity { dropLongestSilent() }
        beacons[identity, default: Hearings()].add(rssi, at: time)
    }

    /// The strength of every beacon that is not silent at `time`, strongest first; silent ones are forgotten.
    ///
    /// `packets` counts the advertisements within the window; a beacon heard before it, yet not silent, has its last.
    public mutating func sample(at time: Int64) -> [Reading] {
        var readings: [(bytes: [UInt8], reading: Reading)] = []
        for (identity, hearings) in beacons {
            guard hearings.last > time - maximumAge else {
                beacons[identity] = nil
                continue
            }
            let (rssi, packets) = hearings.median(since: time - window)
            let reading = Reading(identity: identity, rssi: rssi, packets: UInt16(clamping: packets))
            readings.append((identity.bytes, reading))
        }
        readings.sort { left, right in
            if left.reading.rssi != right.reading.rssi { return left.reading.rssi > right.reading.rssi }
            return left.bytes.lexicographicallyPrecedes(right.bytes)
        }
        return readings.map(\.reading)
    }

    private mutating func dropLongestSilent() {
        let silent = beacons.min { left, right in
            if left.value.last != right.value.last { return left.value.last < right.value.last }
            return left.key.bytes.lexicographicallyPrecedes(right.key.bytes)
        }
        if let silent { beacons[silent.key] = nil }
    }
}

/// The latest advertisements of one beacon, in a ring of fixed size.
private struct Hearings: Sendable {
    /// A beacon at 100 ms gives ten in a window; what is faster is thinned to the latest.
    private static let limit = 64

    private var ring: [(time: Int64, rssi: RSSI)] = []
    private var next = 0

    /// When the beacon was heard last.
    private(set) var last: Int64 = .min

    mutating func add(_ rssi: RSSI, at time: Int64) {
        if ring.count < Self.limit {
            ring.append((time, rssi))
        } else {
            ring[next] = (time, rssi)
        }
        next = (next + 1) % Self.limit
        last = max(last, time)
    }

    /// The median of what was heard after `start`, or of the last alone, and how many that were.
    func median(since start: Int64) -> (RSSI, Int) {
        var strengths = ring.filter { $0.time > start }.map(\.rssi)
        if strengths.isEmpty { strengths = ring.filter { $0.time == last }.suffix(1).map(\.rssi) }
        strengths.sort()
        return (strengths[(strengths.count - 1) / 2], strengths.count)
    }
}
