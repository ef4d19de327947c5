public import Survey

/// What the server knows of a project while it holds the project's lock.
public struct ProjectState: Hashable, Sendable {
    public let head: UInt64
    public let chain: Digest
    /// The time to stamp on what is appended now: PostgreSQL's clock, never below the last stamp.
    public let receivedAt: Timestamp

    public init(head: UInt64, chain: Digest, receivedAt: Timestamp) {
        self.head = head
        self.chain = chain
        self.receivedAt = receivedAt
    }
}

/// The stored end of a stream, with what the next event's date is bounded by.
public struct StreamState: Hashable, Sendable {
    public let head: UInt64
    public let hash: Digest
    /// The latest `occurred_at` of the stream's events; nil before the first.
    public let occurredAt: Timestamp?

    /// A stream of which nothing is stored.
    public static let empty = StreamState(head: 0, hash: .zero, occurredAt: nil)

    public init(head: UInt64, hash: Digest, occurredAt: Timestamp?) {
        self.head = head
        self.hash = hash
        self.occurredAt = occurredAt
    }
}

/// A row of the `event` table: an event, what the server added, and the chain with it.
public struct StoredEvent: Hashable, Sendable {
    public let event: CommittedEvent
    /// The project's chain up to and with this event.
    public let chain: Digest

    public init(event: CommittedEvent, chain: Digest) {
        self.event = event
        self.chain = chain
    }
}
