public import Survey

/// A blob as an event names it.
public struct WantedBlob: Hashable, Sendable, Comparable {
    public let hash: Digest
    public let byteCount: UInt64

    public init(hash: Digest, byteCount: UInt64) {
        self.hash = hash
        self.byteCount = byteCount
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.hash, left.byteCount) < (right.hash, right.byteCount)
    }
}
