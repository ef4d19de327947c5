public import Survey

/// An event of one's own that no pull has returned yet.
public struct PendingEvent: Hashable, Sendable {
    public let envelope: Envelope
    /// SHA-256 of the envelope's canonical form.
    public let hash: Digest
    /// When it happened, as well as the agent knows: the server decides later.
    public let occurredAt: Timestamp

    public init(envelope: Envelope, hash: Digest, occurredAt: Timestamp) {
        self.envelope = envelope
        self.hash = hash
        self.occurredAt = occurredAt
    }
}

extension Venue {
    /// The venue as it will be once the server has stored an agent's own events: what the agent shows.
    ///
    /// A cheap copy of the confirmed venue. Events are given in the order in which they were written; those that were
    /// confirmed meanwhile are skipped. Their times are provisional, and not before anything their author had seen.
    public func anticipating(_ events: some Sequence<PendingEvent>, decodedBy coding: some PayloadCoding) -> Venue {
        precondition(!isOptimistic, "Anticipate from the confirmed venue.")
        var earliest = Timestamp.distantPast
        var seen: UInt64?
        var provisional: [(CommittedEvent, DecodedPayload)] = []
        for event in events {
            let envelope = event.envelope
            guard envelope.lane == .structure, stamps[envelope.origin?.hash ?? event.hash] == nil else { continue }
            if seen != envelope.basis.position {
                seen = envelope.basis.position
                earliest = max(earliest, latestAct(upTo: envelope.basis.position))
            }
            earliest = max(earliest, event.occurredAt)
            let commitment = Commitment(
                position: Self.firstProvisionalPosition + UInt64(provisional.count),
                receivedAt: earliest,
                occurredAt: earliest,
                isEstimated: true,
                seen: envelope.basis.position,
                isDuplicate: false
            )
            let payload = coding.decode(
                kind: envelope.kind,
                schemaVersion: envelope.schemaVersion,
                payload: envelope.payload
            )
            provisional.append((CommittedEvent(envelope: envelope, hash: event.hash, commitment: commitment), payload))
        }
        var copy = self
        copy.apply(provisional)
        copy.position = position
        copy.isOptimistic = true
        return copy
    }

    /// Above every position that a server will ever deal: nobody has seen these events.
    private static let firstProvisionalPosition: UInt64 = 1 << 62

    private func latestAct(upTo position: UInt64) -> Timestamp {
        stamps.values.lazy.filter { $0.position <= position }.map(\.occurredAt).max() ?? .distantPast
    }
}
