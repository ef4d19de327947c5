import Survey

/// Says whether a receiver hears beacons as often as they send: half of it at least.
///
/// A path that removes duplicates, as the D-Bus interface of BlueZ does, hears each beacon once in ten seconds.
public struct ScanSelfTest: Sendable {
    /// The part of what is sent that a sound receiver hears.
    public static let threshold = 0.5

    private var counts: [UInt64: (count: Int, first: Int64, last: Int64)] = [:]

    public init() {}

    /// Files an advertisement of a sender heard at `time`, in milliseconds.
    public mutating func hear(_ advertisement: Advertisement, at time: Int64) {
        let address = advertisement.report.address.value
        guard !advertisement.report.isScanResponse, counts[address] != nil || counts.count < 4_096 else { return }
        let known = counts[address] ?? (0, time, time)
        counts[address] = (known.count + 1, known.first, max(known.last, time))
    }

    /// What the test found for senders of one interval, in milliseconds, in so many milliseconds of listening.
    ///
    /// Judged is the sender that was heard best: far ones are lost for other reasons than the receiver's.
    public func verdict(interval: Double, listened: Int64) -> Verdict {
        let expected = Double(listened) / max(interval, 1)
        let best = counts.values.map { Double($0.count) }.max() ?? 0
        return Verdict(
            senders: counts.count,
            expected: expected,
            heard: best,
            // A single advertisement tells nothing of the rate.
            isSound: expected >= 1 && best >= Self.threshold * expected
        )
    }

    /// The outcome of a test.
    public struct Verdict: Hashable, Sendable {
        /// How many senders were heard.
        public let senders: Int
        /// How many advertisements one of them has sent.
        public let expected: Double
        /// How many were heard of the best one.
        public let heard: Double
        /// Whether that is enough.
        public let isSound: Bool
    }
}
