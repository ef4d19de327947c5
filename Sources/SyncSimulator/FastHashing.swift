public import Survey

/// A hash that is fast, the same everywhere, and of no cryptographic worth: for tests and the simulation alone.
public struct FastHashing: Hashing {
    public init() {}

    /// No SHA-256 at all, but as long as one.
    public func sha256(_ bytes: [UInt8]) -> Digest {
        var state: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }  // FNV-1a
        var digest: [UInt8] = []
        digest.reserveCapacity(32)
        for word in 0..<UInt64(4) { digest.append(bigEndian: Self.mixed(state &+ word &* 0x9E37_79B9_7F4A_7C15)) }
        guard let digest = Digest(bytes: digest) else { preconditionFailure("Four words are a digest.") }
        return digest
    }

    private static func mixed(_ word: UInt64) -> UInt64 {
        var z = word
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
