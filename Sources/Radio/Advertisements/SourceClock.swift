/// Turns the times of a recording into a clock that never goes back and never stands still for long.
///
/// Captures have packets out of order, packets without time, and nights between two sessions: none of these may freeze
/// a table or make somebody wait.
public struct SourceClock: Sendable {
    /// Milliseconds of silence that are played as they are; what is longer is shortened to it.
    public let longestGap: Int64
    private var last: (stamp: Int64, time: Int64)?

    public init(longestGap: Int64) {
        precondition(longestGap > 0, "A gap has a length.")
        self.longestGap = longestGap
    }

    /// The moment of a packet stamped in microseconds, in milliseconds since the first one; nil is now.
    public mutating func time(of stamp: Int64?) -> Int64 {
        guard let before = last else {
            if let stamp { last = (stamp, 0) }
            return 0
        }
        guard let stamp else { return before.time }
        let passed = stamp.subtractingReportingOverflow(before.stamp)
        // A clock that was set back starts a new count: what follows is not held back until it catches up.
        let step = passed.overflow ? longestGap : min(max(passed.partialValue / 1_000, 0), longestGap)
        guard step > 0 || passed.partialValue < -1_000 * longestGap else { return before.time }
        last = (stamp, before.time + step)
        return before.time + step
    }
}
