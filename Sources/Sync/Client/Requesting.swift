/// The requests of a client session: one at a time, each answered before the next is sent.
struct Requesting: Hashable, Sendable {
    private var waiting: [ClientRequest] = []
    /// When the request under way was sent.
    private var underWay: Int64?
    /// How long its answer may take.
    private var patience: Int64 = 0

    /// Puts a request in the queue; false where it is full.
    mutating func add(_ request: ClientRequest) -> Bool {
        guard waiting.count < Limits.requestsWaiting else { return false }
        waiting.append(request)
        return true
    }

    mutating func pump(at now: Int64, into effects: inout [ClientEffect]) {
        guard underWay == nil, !waiting.isEmpty else { return }
        let request = waiting.removeFirst()
        underWay = now
        patience = request == .publish ? Limits.Deadline.publication : Limits.Deadline.answer
        effects.append(.send(request.message))
    }

    /// Whether an answer is overdue.
    func isOverdue(at now: Int64) -> Bool { underWay.map { now - $0 > patience } ?? false }

    /// Takes an answer; false where none is due.
    mutating func answered() -> Bool {
        defer { underWay = nil }
        return underWay != nil
    }
}
