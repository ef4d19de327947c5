public import Survey

extension Age {
    /// The age of an event at a session's reference moment.
    ///
    /// Within one boot the difference is exact. Between two, only the wall clocks can say something, and it is an estimate:
    /// whatever they say, an event of an earlier boot was written before the running one began (ADR 0401).
    ///
    /// - Parameters:
    ///   - written: when the event was written.
    ///   - known: what an earlier commit said, if the agent heard it.
    ///   - reference: when the session's Hello was sent.
    public init(written: Moment, known: KnownDate?, reference: Moment) {
        if let known {
            self = .known(known.occurredAt, isEstimated: known.isEstimated)
        } else if written.boot == reference.boot {
            self = .measured(Self.difference(reference.sinceBoot, written.sinceBoot))
        } else {
            let age = Self.difference(reference.wallClock.milliseconds, written.wallClock.milliseconds)
            self = .estimated(max(age, reference.sinceBoot))
        }
    }

    private static func difference(_ later: Int64, _ earlier: Int64) -> Int64 {
        let (difference, overflow) = later.subtractingReportingOverflow(earlier)
        return overflow ? (later < 0 ? .min : .max) : difference
    }
}

/// When the server said that an event happened.
public struct KnownDate: Hashable, Sendable {
    public let occurredAt: Timestamp
    public let isEstimated: Bool

    public init(occurredAt: Timestamp, isEstimated: Bool) {
        self.occurredAt = occurredAt
        self.isEstimated = isEstimated
    }
}
