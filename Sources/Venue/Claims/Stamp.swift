public import Survey

/// When an act happened and what its author had seen: all that decides between two acts.
///
/// Acts are ordered by (occurred_at, position). The server bounds occurred_at so that this order never contradicts what
/// an author had seen.
public struct Stamp: Hashable, Sendable, Comparable {
    public let occurredAt: Timestamp
    /// Whether `occurredAt` rests on the author's wall clock.
    public let isEstimated: Bool
    public let position: UInt64
    /// The highest position the author had applied, as the server could confirm it.
    public let seen: UInt64
    public let stream: StreamID
    public let sequence: UInt64
    /// The event's hash; of a copy made by recovery, the hash of the event it copies.
    public let event: Digest

    public init(
        occurredAt: Timestamp,
        isEstimated: Bool = false,
        position: UInt64,
        seen: UInt64,
        stream: StreamID,
        sequence: UInt64,
        event: Digest
    ) {
        self.occurredAt = occurredAt
        self.isEstimated = isEstimated
        self.position = position
        self.seen = seen
        self.stream = stream
        self.sequence = sequence
        self.event = event
    }

    /// The stamp of a stored event.
    public init(_ event: CommittedEvent) {
        self.init(
            occurredAt: event.commitment.occurredAt,
            isEstimated: event.commitment.isEstimated,
            position: event.commitment.position,
            seen: event.commitment.seen,
            stream: event.envelope.stream,
            sequence: event.envelope.sequence,
            event: event.envelope.origin?.hash ?? event.hash
        )
    }

    /// Whether this act's author had seen the other act: it pulled it, or wrote it earlier in the same stream.
    public func knew(_ other: Stamp) -> Bool {
        seen >= other.position || (stream == other.stream && sequence > other.sequence)
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.occurredAt, left.position, left.event) < (right.occurredAt, right.position, right.event)
    }
}
