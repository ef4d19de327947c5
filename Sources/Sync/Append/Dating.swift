import Survey

/// Gives the events of a push their `occurred_at`: the session's reference moment less the age, inside the bounds that no
/// clock can break.
///
/// An event is never before what its author had seen (the stream's previous event, and the arrival of the event at
/// `seen`), and never after its own arrival. Two cases stand apart, both because the event is older than its place says:
/// - a date that an earlier commit gave is kept, so that replicas agree across a restored server;
/// - a recovery's copy may follow newer events of its stream: it is bounded by its origin's predecessor instead.
struct Dating {
    private let reference: Timestamp
    private let receivedAt: Timestamp
    private let faults: Faults
    /// The latest date in the stream so far.
    private(set) var latest: Timestamp?
    /// The last copy of this push.
    private var lastCopy: (identity: EventIdentity, occurredAt: Timestamp)?

    init(_ state: StreamState, reference: Timestamp, receivedAt: Timestamp, faults: Faults) {
        self.reference = reference
        self.receivedAt = receivedAt
        self.faults = faults
        latest = state.occurredAt
    }

    /// Dates the stream's next event; `seen` is when the event arrived that its author had seen last, where confirmed.
    mutating func date(
        _ event: PushedEvent,
        seen: Timestamp?,
        found: AppendFindings
    ) -> (occurredAt: Timestamp, isEstimated: Bool) {
        let claimed: Timestamp
        let isEstimated: Bool
        var isKnown = false
        switch event.age {
        case .measured(let age): (claimed, isEstimated) = (reference.before(byMilliseconds: age), false)
        case .estimated(let age): (claimed, isEstimated) = (reference.before(byMilliseconds: age), true)
        case .known(let occurredAt, let wasEstimated):
            (claimed, isEstimated, isKnown) = (occurredAt, wasEstimated, true)
        }
        var occurredAt = min(claimed, receivedAt)
        if faults.contains(.trustsTheWallClock) {
            occurredAt = event.envelope.recordedAt
        } else if !isKnown {
            let predecessor =
                event.envelope.origin == nil
                ? latest : originPredecessor(of: event.identity, isEstimated: isEstimated, in: found)
            occurredAt = min(max(occurredAt, predecessor ?? occurredAt, seen ?? occurredAt), receivedAt)
        }
        latest = max(latest ?? occurredAt, occurredAt)
        if event.envelope.origin != nil { lastCopy = (event.identity, occurredAt) }
        return (occurredAt, isEstimated)
    }

    /// The date of the event that stood before a copy's origin.
    ///
    /// Where that is not the copy just before this one, only an estimate needs the bound: ages of one boot are in order by
    /// themselves, and after a fork several events may claim to be the predecessor.
    private func originPredecessor(
        of identity: EventIdentity,
        isEstimated: Bool,
        in found: AppendFindings
    ) -> Timestamp? {
        guard identity.sequence > 0 else { return nil }
        let before = identity.sequence - 1
        if let lastCopy, lastCopy.identity.stream == identity.stream, lastCopy.identity.sequence <= before {
            return lastCopy.occurredAt
        }
        guard isEstimated else { return nil }
        return found.copies[identity.stream]?[before]?.map(\.occurredAt).max()
            ?? found.originals[identity.stream]?[before]?.occurredAt
    }
}

extension Timestamp {
    /// The moment that lies so many milliseconds earlier; at the ends of the range it stays there.
    fileprivate func before(byMilliseconds age: Int64) -> Timestamp {
        advanced(byMilliseconds: age == .min ? .max : -age)
    }
}
