import Survey

/// One stream on its way to the server.
struct PushedStream: Hashable, Sendable {
    let incarnation: Incarnation
    let isClosed: Bool
    /// The last sequence to send.
    var end: UInt64
    /// The end that Hello claimed: what Welcome answers, however much was written since.
    private let claimed: UInt64
    /// The sequence to send next.
    private(set) var next: UInt64
    /// Whether the stream went on elsewhere: nothing more of it is sent in this session.
    private(set) var isHalted = false
    private var acknowledged: UInt64
    private var underWay: [Flight] = []
    /// When the server last took something of the stream.
    private var lastProgress: Int64?
    private var pausedUntil: Int64?

    private struct Flight: Hashable {
        let first: UInt64
        let last: UInt64
        let bytes: Int
        let sentAt: Int64
    }

    init(_ logged: LoggedStream) {
        incarnation = logged.claim.incarnation
        isClosed = logged.claim.isClosed
        end = logged.claim.end
        claimed = logged.claim.end
        acknowledged = min(logged.acknowledged, end)
        next = acknowledged + 1
    }

    var bytesUnderWay: Int { underWay.reduce(0) { $0 + $1.bytes } }

    var eventsUnderWay: Int { underWay.reduce(0) { $0 + Int($1.last - $1.first) + 1 } }

    /// Since when the server owes an answer: on a slow link each answer to one push lets the next ones wait.
    var owedSince: Int64? { underWay.first.map { max($0.sentAt, lastProgress ?? $0.sentAt) } }

    var isDelivered: Bool { !isHalted && acknowledged >= end }

    func canSend(at now: Int64) -> Bool { !isHalted && next <= end && pausedUntil.map { now >= $0 } != false }

    /// Takes the server's stored end; the result says where the stream has gone another way.
    ///
    /// What can be pushed needs no comparison: the push itself brings the hash before it.
    mutating func welcome(_ head: StreamHead, into effects: inout [ClientEffect]) -> Divergence? {
        if head.head >= claimed, claimed > 0, !head.holdsClaim {
            return halt(Divergence(incarnation: incarnation, common: 0, different: claimed))
        }
        if head.head > claimed, !isClosed {
            return halt(Divergence(incarnation: incarnation, common: claimed, different: claimed + 1))
        }
        if head.head >= claimed {
            acknowledge(through: claimed, into: &effects)
            next = max(next, claimed + 1)
        } else if head.head < acknowledged {
            startAgain(after: head.head, into: &effects)
        } else {
            next = max(next, head.head + 1)
        }
        return nil
    }

    mutating func sent(_ push: Push, at now: Int64) {
        let last = push.first + UInt64(push.events.count) - 1
        let bytes = push.events.reduce(0) { $0 + $1.count }
        underWay.append(Flight(first: push.first, last: last, bytes: bytes, sentAt: now))
        next = last + 1
    }

    /// Takes an acknowledgement; returns the bytes that are no longer under way, and how long they were.
    mutating func pushed(
        through: UInt64,
        at now: Int64,
        into effects: inout [ClientEffect]
    ) -> (bytes: Int, wait: Int64) {
        let through = min(through, end)  // nobody acknowledges more than there is
        let before = bytesUnderWay
        let wait = underWay.first.map { $0.last <= through ? now - $0.sentAt : 0 } ?? 0
        underWay.removeAll { $0.last <= through }
        lastProgress = now
        next = max(next, through + 1)
        if through > acknowledged { acknowledge(through: through, into: &effects) }
        return (before - bytesUnderWay, wait)
    }

    /// Starts again at the expected sequence, unless a push that does so is under way already.
    mutating func gap(expected: UInt64, into effects: inout [ClientEffect]) {
        guard expected >= 1, !isHalted else { return }
        if let index = underWay.firstIndex(where: { $0.first == expected }) {
            underWay.removeFirst(index)
        } else if expected <= acknowledged {
            startAgain(after: expected - 1, into: &effects)
        } else {
            underWay = []
            next = expected
        }
    }

    /// Sends the oldest unanswered push again, later.
    mutating func busy(until time: Int64) {
        guard let oldest = underWay.first else { return }
        pausedUntil = time
        next = oldest.first
        underWay = []
    }

    mutating func halt() {
        isHalted = true
        underWay = []
    }

    private mutating func halt(_ divergence: Divergence) -> Divergence {
        halt()
        return divergence
    }

    private mutating func acknowledge(through sequence: UInt64, into effects: inout [ClientEffect]) {
        acknowledged = sequence
        effects.append(.acknowledge(incarnation, through: sequence))
    }

    /// The server has less than it had: it was restored from a backup.
    ///
    /// Whether what it has is the same, the next push finds out; only then is the log told.
    private mutating func startAgain(after head: UInt64, into effects: inout [ClientEffect]) {
        effects.append(.notice(.pushingAgain(incarnation, after: head)))
        acknowledged = head
        underWay = []
        next = head + 1
    }
}
