import Survey

/// The blob that a server session receives.
///
/// Another session may bring the same blob, and the store decides which piece follows on: one from anywhere else changes
/// nothing, and is answered with where the store stands.
struct BlobIntake: Hashable, Sendable {
    private var offer: BlobOffer?
    /// Whether the store has said where it stands.
    private var hasBegun = false
    /// The offer that ended last: pieces of it may still be under way.
    private var ended: BlobOffer?
    /// Offers and pieces that the store has not answered.
    private var held = 0

    /// What is to be done with a piece.
    enum Verdict: Hashable {
        case store
        /// Its blob was complete, unwanted or damaged before the piece came.
        case drop
        case refuse
    }

    /// Takes an offer, which ends the one before; false where too much is unanswered.
    mutating func begin(_ offer: BlobOffer) -> Bool {
        guard held < Limits.requestsHeld else { return false }
        held += 1
        self.offer = offer
        hasBegun = false
        return true
    }

    /// Takes what the store says about an offer or a piece.
    mutating func take(_ state: BlobState) {
        held -= 1
        guard let offer, offer.hash == state.hash else { return }
        switch state.progress {
        case .partial: hasBegun = true
        case .complete, .notWanted, .corrupted: (self.offer, ended) = (nil, offer)
        }
    }

    /// Judges a piece.
    mutating func judge(_ chunk: Chunk) -> Verdict {
        let (end, overflows) = chunk.offset.addingReportingOverflow(UInt64(chunk.bytes.count))
        guard chunk.content.kind == .blob, !chunk.bytes.isEmpty, chunk.bytes.count <= Chunk.maximumSize, !overflows,
            end <= chunk.total
        else { return .refuse }
        let named = BlobOffer(hash: chunk.content.hash, byteCount: chunk.total)
        if named == ended, named != offer { return .drop }
        guard named == offer, hasBegun, held < Limits.requestsHeld else { return .refuse }
        held += 1
        return .store
    }
}
