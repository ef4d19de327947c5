/// SHA-256, as the pure modules need it; `Crypto` conforms.
public protocol Hashing: Sendable {
    /// SHA-256 (FIPS 180-4) of some bytes.
    func sha256(_ bytes: [UInt8]) -> Digest
}

/// Ed25519 verification (RFC 8032), as the pure modules need it; `Crypto` conforms.
public protocol SignatureVerifying: Sendable {
    /// Whether a 64-byte signature over a message was made with the private half of a 32-byte public key.
    ///
    /// False for keys and signatures of any other length.
    func isValid(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool
}

extension Hashing {
    /// The agent's identifier: the first 16 bytes of SHA-256 of its public key.
    public func agentID(ofPublicKey publicKey: [UInt8]) -> AgentID {
        let bytes = sha256(publicKey).bytes
        return AgentID(high: UInt64(bigEndianBytes: bytes[0..<8]), low: UInt64(bigEndianBytes: bytes[8..<16]))
    }
}
