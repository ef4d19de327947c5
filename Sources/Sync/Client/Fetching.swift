import Survey

/// Content on its way from the server, one after the other, in pieces that arrive in order.
struct Fetching: Hashable, Sendable {
    private var waiting: [Fetch] = []
    private var current: Transfer?

    private struct Transfer: Hashable {
        let content: ContentReference
        /// The offset to ask for next; until the first piece has come, the size of the whole is not known.
        var next: UInt64
        var total: UInt64?
        /// The offsets that were asked for, in order.
        var underWay: [UInt64] = []
        /// Pieces that are being stored.
        var storing = 0
        var lastHeard: Int64
    }

    /// Puts content in the queue; false where it is full.
    mutating func add(_ fetch: Fetch) -> Bool {
        if current?.content == fetch.content || waiting.contains(where: { $0.content == fetch.content }) { return true }
        guard waiting.count < Limits.requestsWaiting else { return false }
        waiting.append(fetch)
        return true
    }

    /// Since when the server owes a piece.
    var oldestUnderWay: Int64? { current.flatMap { $0.underWay.isEmpty ? nil : $0.lastHeard } }

    mutating func pump(at now: Int64, into effects: inout [ClientEffect]) {
        if current == nil, !waiting.isEmpty {
            let fetch = waiting.removeFirst()
            current = Transfer(content: fetch.content, next: fetch.offset, lastHeard: now)
        }
        guard var transfer = current else { return }
        let room = transfer.total == nil ? 1 : Limits.chunksUnderWay
        while transfer.underWay.count + transfer.storing < room, transfer.next < transfer.total ?? .max {
            if transfer.underWay.isEmpty { transfer.lastHeard = now }
            effects.append(.send(.fetch(Fetch(content: transfer.content, offset: transfer.next))))
            transfer.underWay.append(transfer.next)
            transfer.next += UInt64(Chunk.maximumSize)
            if transfer.total == nil { break }
        }
        current = transfer
    }

    /// Has a piece stored; false where it is none that was asked for.
    mutating func receive(_ chunk: Chunk, at now: Int64, into effects: inout [ClientEffect]) -> Bool {
        guard var transfer = current, transfer.content == chunk.content, transfer.underWay.first == chunk.offset,
            chunk.offset <= chunk.total,
            UInt64(chunk.bytes.count) == min(chunk.total - chunk.offset, UInt64(Chunk.maximumSize)),
            transfer.total == nil || transfer.total == chunk.total
        else { return false }
        transfer.underWay.removeFirst()
        transfer.total = chunk.total
        transfer.storing += 1
        transfer.lastHeard = now
        current = transfer
        effects.append(.store(chunk))
        return true
    }

    mutating func missing(_ content: ContentReference, into effects: inout [ClientEffect]) {
        guard current?.content == content else { return }
        current = nil
        effects.append(.notice(.missing(content)))
    }

    mutating func stored(_ content: ContentReference, isIntact: Bool, into effects: inout [ClientEffect]) {
        guard var transfer = current, transfer.content == content else { return }
        transfer.storing -= 1
        if !isIntact {
            current = nil
            return effects.append(.notice(.fetchedCorrupted(content)))
        }
        let isComplete = transfer.underWay.isEmpty && transfer.storing == 0 && transfer.next >= transfer.total ?? .max
        current = isComplete ? nil : transfer
        if isComplete { effects.append(.notice(.fetched(content))) }
    }
}
