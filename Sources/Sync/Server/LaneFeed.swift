import Survey

/// A lane that a reader pulls: how far it was sent, how far it was read, and how much more may be sent.
struct LaneFeed: Hashable, Sendable {
    /// The last position that the reader was told of.
    private var sent: UInt64
    /// Up to where the store was read.
    private(set) var read: Cursor
    /// Bytes; one batch may overdraw it.
    private var credit: Int64
    /// Where the reader has caught up, which it is told even where the lane brings nothing.
    private let goal: UInt64
    private var isReading = false

    init(_ pull: Pull, goal: UInt64) {
        sent = pull.cursor.position
        read = pull.cursor
        credit = Int64(clamping: min(pull.credit, Limits.highestCredit))
        self.goal = goal
    }

    mutating func grant(_ bytes: UInt64) {
        credit = min(credit + Int64(min(bytes, Limits.highestCredit)), Int64(Limits.highestCredit))
    }

    /// The cursor to read after, where there is something to read and room to send it.
    ///
    /// A head below what was read is an old hint, or a restored store: reading tells.
    mutating func nextRead(head: UInt64) -> Cursor? {
        guard !isReading, credit > 0, read.position != head else { return nil }
        isReading = true
        return read
    }

    /// Takes what was read; returns the batch to send, if it says anything that the reader needs to know.
    mutating func take(
        _ entries: [EventBatch.Entry],
        to position: UInt64,
        chainAfter chain: Digest
    ) -> EventBatch? {
        isReading = false
        guard position > read.position else { return nil }
        read = Cursor(lane: read.lane, position: position, chain: chain)
        let isNews = !entries.isEmpty || position - sent >= Limits.silentPositions || (sent < goal && position >= goal)
        guard isNews else { return nil }
        let batch = EventBatch(lane: read.lane, from: sent, to: position, chainAfter: chain, entries: entries)
        sent = position
        credit -= Int64(clamping: batch.cost)
        return batch
    }

    /// Nothing was there to read.
    mutating func wasAtHead() { isReading = false }
}
