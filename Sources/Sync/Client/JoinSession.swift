/// The first conversation of a new key with the server: the code of a join link for being let in.
public struct JoinSession: Hashable, Sendable {
    private let join: Join
    private var sentAt: Int64?
    private var isOver = false

    public init(_ join: Join) { self.join = join }

    /// The message that opens the conversation.
    public mutating func begin(at now: Int64) -> ClientMessage {
        sentAt = now
        return .join(join)
    }

    /// What came of it, said once; nil for a message that says nothing about it.
    public mutating func receive(_ message: ServerMessage) -> Outcome? {
        guard !isOver, sentAt != nil else { return nil }
        switch message {
        case .joined(let joined): return end(.joined(joined))
        case .refused(let refusal): return end(.failed(.refused(refusal)))
        default: return end(.failed(.protocolViolation("The server answered Join with something else.")))
        }
    }

    /// Says once that the answer is overdue.
    public mutating func tick(at now: Int64) -> Outcome? {
        guard !isOver, let sentAt, now - sentAt > Limits.Deadline.answer else { return nil }
        return end(.failed(.timedOut("Join")))
    }

    /// How the conversation ended.
    public enum Outcome: Hashable, Sendable {
        case joined(Joined)
        case failed(CloseReason)
    }

    private mutating func end(_ outcome: Outcome) -> Outcome {
        isOver = true
        return outcome
    }
}
