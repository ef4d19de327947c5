import Survey

/// The pushes of a server session on their way through the store.
struct PushIntake: Hashable, Sendable {
    private var streams: [Incarnation: TakenStream] = [:]
    private var held: [UInt64: HeldPush] = [:]
    private var eventsHeld = 0
    private var nextTicket: UInt64 = 1

    private struct TakenStream: Hashable {
        /// Up to where the agent's log is known to hold what is stored.
        var confirmed: UInt64
        /// After a refusal: pushes that begin beyond this sequence were sent before the agent heard of it.
        var expected: UInt64?
        /// Counts refusals: what becomes of pushes that were taken before one is no news to the agent.
        var round: UInt64 = 0
    }

    private struct HeldPush: Hashable {
        let incarnation: Incarnation
        let first: UInt64
        let count: Int
        let round: UInt64
    }

    init() {}

    /// The streams that Hello claimed, with the stored ends of the same.
    init(_ claims: [StreamClaim], _ heads: [StreamHead]) {
        for (claim, head) in zip(claims, heads) {
            streams[claim.incarnation] = TakenStream(confirmed: head.holdsClaim ? claim.end : 0)
        }
    }

    func isClaimed(_ incarnation: Incarnation) -> Bool { streams[incarnation] != nil }

    /// Whether the agent's log holds an event of its own, so that its payload need not be sent.
    func isHeld(_ incarnation: Incarnation, _ sequence: UInt64) -> Bool {
        streams[incarnation].map { sequence <= $0.confirmed } ?? false
    }

    /// Whether another push of so many events may be held.
    func hasRoom(for count: Int) -> Bool {
        held.count < Limits.pushesHeld && eventsHeld + count <= Limits.windowEvents + Limits.batchEvents
    }

    /// Whether a push was overtaken by a refusal and is dropped without an answer.
    mutating func drops(_ push: Push) -> Bool {
        guard let expected = streams[push.incarnation]?.expected else { return false }
        if push.first > expected { return true }
        streams[push.incarnation]?.expected = nil
        return false
    }

    /// Holds a push until its answer comes; returns its ticket.
    mutating func hold(_ push: PreparedPush) -> UInt64 {
        let ticket = nextTicket
        nextTicket += 1
        let incarnation = push.stream.incarnation
        let round = streams[incarnation]?.round ?? 0
        held[ticket] = HeldPush(incarnation: incarnation, first: push.first, count: push.events.count, round: round)
        eventsHeld += push.events.count
        return ticket
    }

    /// Takes what became of a push; returns what to tell the agent, nil where that is no news.
    mutating func settle(_ ticket: UInt64, _ outcome: AppendOutcome) -> ServerMessage? {
        guard let push = held.removeValue(forKey: ticket), var stream = streams[push.incarnation] else { return nil }
        eventsHeld -= push.count
        defer { streams[push.incarnation] = stream }
        let incarnation = push.incarnation
        if case .decided(.pushed(let through)) = outcome {
            stream.confirmed = max(stream.confirmed, through)
            stream.expected = stream.expected.map { max($0, through + 1) }
            return .pushed(incarnation: incarnation, through: through)
        }
        guard push.round == stream.round else { return nil }
        stream.round += 1
        switch outcome {
        case .decided(.gap(let expected)):
            stream.expected = expected
            return .gap(incarnation: incarnation, expected: expected)
        case .decided(.fork(let sequence)):
            stream.expected = sequence
            return .fork(incarnation: incarnation, at: sequence)
        case .failed(let retryAfter):
            stream.expected = push.first
            return .busy(incarnation: incarnation, retryAfter: retryAfter)
        case .decided(.pushed), .decided(.notAdmitted):
            return .refused(.historyChanged)
        }
    }
}
