extension EventBatch {
    /// What the batch takes from a reader's credit: its bytes, nearly, counted the same way on both sides.
    public var cost: UInt64 {
        entries.reduce(Self.entryCost) { sum, entry in
            switch entry {
            case .whole(let bytes, _): sum + Self.entryCost + UInt64(bytes.count)
            case .own: sum + Self.entryCost
            }
        }
    }

    /// Bytes of an entry beside the event.
    static let entryCost: UInt64 = 48
}
