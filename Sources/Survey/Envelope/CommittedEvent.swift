/// An event that the server stored, and what the server added to it.
public struct CommittedEvent: Hashable, Sendable {
    public let envelope: Envelope
    /// SHA-256 of the envelope's canonical form.
    public let hash: Digest
    public let commitment: Commitment

    public init(envelope: Envelope, hash: Digest, commitment: Commitment) {
        self.envelope = envelope
        self.hash = hash
        self.commitment = commitment
    }
}

/// What the server decides about an event when it stores it: the same on every replica, for ever.
public struct Commitment: Hashable, Sendable {
    /// 1, 2, 3 … within the project, without gaps.
    public let position: UInt64
    /// PostgreSQL's clock at the append; never below the previous event's.
    public let receivedAt: Timestamp
    /// When it happened: arrival minus age, inside the bounds of what the author had seen.
    public let occurredAt: Timestamp
    /// Whether `occurredAt` rests on the author's wall clock, for want of an age within one boot.
    public let isEstimated: Bool
    /// The author's basis as the server could confirm it against its chain, else 0.
    public let seen: UInt64
    /// Whether this is a recovery's copy of an event that was already there: kept, never applied.
    public let isDuplicate: Bool

    public init(
        position: UInt64,
        receivedAt: Timestamp,
        occurredAt: Timestamp,
        isEstimated: Bool,
        seen: UInt64,
        isDuplicate: Bool
    ) {
        self.position = position
        self.receivedAt = receivedAt
        self.occurredAt = occurredAt
        self.isEstimated = isEstimated
        self.seen = seen
        self.isDuplicate = isDuplicate
    }
}

extension Digest {
    /// The project's chain after one more event: SHA-256 of the chain so far, the event's hash, and what the server said
    /// of the event.
    ///
    /// It names the project's whole history up to a position; ``zero`` stands before position 1. What the server said
    /// belongs to it: a restored server that gets the same events in the same order gives them other times, and whoever
    /// holds the old ones must notice (ADR 0402).
    public static func chain(
        after chain: Digest,
        event: Digest,
        _ commitment: Commitment,
        with hashing: some Hashing
    ) -> Digest {
        let bytes = [UInt8](capacity: 89) { bytes in
            chain.append(to: &bytes)
            event.append(to: &bytes)
            bytes.append(bigEndian: commitment.receivedAt.milliseconds)
            bytes.append(bigEndian: commitment.occurredAt.milliseconds)
            bytes.append(bigEndian: commitment.seen)
            bytes.append((commitment.isEstimated ? 1 : 0) | (commitment.isDuplicate ? 2 : 0))
        }
        return hashing.sha256(bytes)
    }
}
