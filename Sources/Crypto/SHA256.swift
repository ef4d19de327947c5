import COpenSSL
public import Survey

/// SHA-256 (FIPS 180-4) of bytes that are all there; allocates nothing.
public struct SHA256: Hashing {
    public init() {}

    /// SHA-256 of some bytes.
    public func sha256(_ bytes: [UInt8]) -> Digest { Self.digest(of: bytes.span.bytes) }

    /// SHA-256 of some bytes, wherever they lie.
    public static func digest(of bytes: RawSpan) -> Digest {
        var running = RunningSHA256()
        running.update(bytes)
        return running.digest()
    }
}

/// SHA-256 of bytes that come piece by piece, as a value: a copy goes its own way.
public struct RunningSHA256: Sendable {
    private var state = SHA256_CTX()

    public init() { pharos_sha256_init(&state) }

    /// Appends the next piece.
    public mutating func update(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { pharos_sha256_update(&state, start, bytes.count) }
        }
    }

    /// Appends the next piece.
    public mutating func update(_ bytes: [UInt8]) { update(bytes.span.bytes) }

    /// The digest of everything so far; more may follow.
    public func digest() -> Digest {
        var final = state
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { bytes in
            pharos_sha256_final(&final, bytes.baseAddress!)
            return Digest(bytes: bytes)!
        }
    }
}
