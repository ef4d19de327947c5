import Survey

/// The blob that a server session receives.
struct BlobIntake: Hashable, Sendable {
    private var offer: BlobOffer?
    /// The offset of the next piece; nil until the store has said where it stands.
    private var next: UInt64?
    /// Offers and pieces that the store has not answered.
    private var held = 0

    /// Takes an offer, which ends the one before; false where too much is unanswered.
    mutating func begin(_ offer: BlobOffer) -> Bool {
        guard held < Limits.requestsHeld else { return false }
        held += 1
        self.offer = offer
        next = nil
        return true
    }

    /// Takes what the store says about an offer or a piece.
    mutating func take(_ state: BlobState) {
        held -= 1
        guard let offer, offer.hash == state.hash else { return }
        switch state.progress {
        case .partial(let received): next = next ?? received
        case .complete, .notWanted, .corrupted: self.offer = nil
        }
    }

    /// Whether a piece is the next of the offered blob.
    mutating func expects(_ chunk: Chunk) -> Bool {
        guard let offer, let next, held < Limits.requestsHeld,
            chunk.content == ContentReference(kind: .blob, hash: offer.hash),
            chunk.offset == next, chunk.total == offer.byteCount, !chunk.bytes.isEmpty,
            chunk.bytes.count <= Chunk.maximumSize, next + UInt64(chunk.bytes.count) <= offer.byteCount
        else { return false }
        held += 1
        self.next = next + UInt64(chunk.bytes.count)
        return true
    }
}
