import Survey

/// Blobs on their way to the server, one after the other, in pieces from where the server stands.
///
/// Events go first: a piece is sent only when no push is under way, and on a slow link one at a time.
struct Uploading: Hashable, Sendable {
    private var waiting: [BlobOffer] = []
    /// Blobs that no stored event names yet: offered again when more events are.
    private var unwanted: [BlobOffer] = []
    private var current: Transfer?
    /// Pieces that may be under way; with them, what a cut costs, follows the link: few and small on a slow one.
    private var window = 1
    private var pieceSize = Self.smallestPiece

    private static let smallestPiece = Chunk.maximumSize / 4

    private struct Transfer: Hashable {
        let offer: BlobOffer
        /// What to read next; nil until the server has said where it stands.
        var next: UInt64?
        var isReading = false
        /// Whether the server stands elsewhere: what is under way is waited for, and then it goes on from there.
        var isDraining = false
        var underWay: [Piece] = []
        var lastHeard: Int64
    }

    /// A piece that was sent and not yet confirmed.
    private struct Piece: Hashable {
        let end: UInt64
        let sentAt: Int64
    }

    /// Puts a blob in the queue; false where it is full.
    mutating func add(_ offer: BlobOffer) -> Bool {
        if current?.offer == offer || waiting.contains(offer) { return true }
        unwanted.removeAll { $0 == offer }
        guard waiting.count < Limits.requestsWaiting else { return false }
        waiting.append(offer)
        return true
    }

    /// Offers again what no stored event named: one may by now.
    mutating func eventsWereStored() {
        waiting += unwanted
        unwanted = []
    }

    /// Since when the server owes an answer.
    var oldestUnderWay: Int64? { current.flatMap { $0.next == nil || !$0.underWay.isEmpty ? $0.lastHeard : nil } }

    mutating func pump(at now: Int64, into effects: inout [ClientEffect]) {
        if current == nil, !waiting.isEmpty {
            let offer = waiting.removeFirst()
            current = Transfer(offer: offer, lastHeard: now)
            effects.append(.send(.offerBlob(offer)))
        }
        guard let transfer = current, let next = transfer.next, !transfer.isReading, !transfer.isDraining,
            next < transfer.offer.byteCount, transfer.underWay.count < window
        else { return }
        current?.isReading = true
        effects.append(.readBlob(transfer.offer.hash, offset: next, count: pieceSize))
    }

    mutating func send(
        _ hash: Digest,
        offset: UInt64,
        _ bytes: [UInt8],
        at now: Int64,
        into effects: inout [ClientEffect]
    ) {
        guard let transfer = current, transfer.offer.hash == hash, transfer.isReading else { return }
        current?.isReading = false
        // The server may have said meanwhile that it stands elsewhere: then that is read.
        guard transfer.next == offset, !transfer.isDraining else { return }
        // A blob that is no longer here as it was cannot be brought.
        guard !bytes.isEmpty, offset + UInt64(bytes.count) <= transfer.offer.byteCount else {
            effects.append(.notice(.blobCorrupted(hash)))
            return current = nil
        }
        let end = offset + UInt64(bytes.count)
        current?.next = end
        if transfer.underWay.isEmpty { current?.lastHeard = now }
        current?.underWay.append(Piece(end: end, sentAt: now))
        let content = ContentReference(kind: .blob, hash: hash)
        let chunk = Chunk(content: content, offset: offset, total: transfer.offer.byteCount, bytes: bytes)
        effects.append(.send(.chunk(chunk)))
    }

    mutating func receive(_ state: BlobState, at now: Int64, into effects: inout [ClientEffect]) {
        guard let transfer = current, transfer.offer.hash == state.hash else { return }
        switch state.progress {
        case .partial(let received) where received < transfer.offer.byteCount: advance(to: received, at: now)
        case .partial:  // a server that has all of it and does not say so: it may be asked again
            effects.append(.notice(.blobNotWanted(state.hash)))
            current = nil
        case .complete:
            effects.append(.markSafe(state.hash))
            effects.append(.notice(.blobSafe(state.hash)))
            current = nil
        case .notWanted:
            unwanted.append(transfer.offer)
            effects.append(.notice(.blobNotWanted(state.hash)))
            current = nil
        case .corrupted:
            effects.append(.notice(.blobCorrupted(state.hash)))
            current = nil
        }
    }

    private mutating func advance(to received: UInt64, at now: Int64) {
        guard var transfer = current else { return }
        transfer.lastHeard = now
        // Each piece is answered, in order; the offer was answered first.
        if !transfer.underWay.isEmpty {
            let answered = transfer.underWay.removeFirst()
            if answered.end == received {
                let isSlow = now - answered.sentAt > Limits.Deadline.slowChunk
                window = isSlow ? max(1, window / 2) : min(window + 1, Limits.chunksUnderWay)
                pieceSize = isSlow ? Self.smallestPiece : min(pieceSize * 2, Chunk.maximumSize)
            } else {
                // The server lost what it had not flushed, or somebody else brings the same blob.
                transfer.isDraining = true
            }
        }
        if transfer.underWay.isEmpty { (transfer.next, transfer.isDraining) = (received, false) }
        current = transfer
    }
}
