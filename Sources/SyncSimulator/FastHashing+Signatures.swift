public import Survey

/// Signatures that anybody could make: enough to prove that the right bytes are signed and checked.
extension FastHashing: SignatureVerifying {
    /// What the holder of a public key's private half would sign.
    public func signature(of message: [UInt8], by publicKey: [UInt8]) -> [UInt8] {
        let digest = sha256(publicKey + message).bytes
        return digest + digest
    }

    /// Whether ``signature(of:by:)`` made the signature.
    public func isValid(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        signature == self.signature(of: message, by: publicKey)
    }
}
