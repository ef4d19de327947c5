import COpenSSL
public import Survey

/// Ed25519 (RFC 8032) verification.
public struct Ed25519: SignatureVerifying {
    public init() {}

    /// Whether a signature holds; false for keys and signatures of another length.
    public func isValid(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        guard signature.count == 64, publicKey.count == SigningKey.byteCount else { return false }
        guard let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, publicKey.count) else {
            _ = OpenSSLErrors.drain()
            return false
        }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        let isValid =
            EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        if !isValid { _ = OpenSSLErrors.drain() }
        return isValid
    }
}

/// An Ed25519 private key: what an agent signs its Hello with, and a project its releases.
public struct SigningKey: Sendable {
    /// The length of a private and of a public key.
    public static let byteCount = 32

    /// The private key: 32 bytes, to be kept secret.
    public let bytes: [UInt8]
    /// The public key: 32 bytes.
    public let publicKey: [UInt8]

    /// Draws a new key.
    public init() throws(CryptoError) {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        guard RAND_priv_bytes(&bytes, Int32(bytes.count)) == 1 else {
            throw OpenSSLErrors.failure(of: "RAND_priv_bytes")
        }
        try self.init(bytes: bytes)
    }

    /// The key that was stored earlier.
    public init(bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == Self.byteCount else { throw .invalidKey(kind: "an Ed25519 private key") }
        let key = try Self.key(bytes)
        var publicKey = [UInt8](repeating: 0, count: Self.byteCount)
        var count = publicKey.count
        guard EVP_PKEY_get_raw_public_key(key.pointer, &publicKey, &count) == 1, count == Self.byteCount else {
            throw OpenSSLErrors.failure(of: "EVP_PKEY_get_raw_public_key")
        }
        self.bytes = bytes
        self.publicKey = publicKey
    }

    /// Signs a message: 64 bytes, always the same for the same message.
    public func signature(of message: [UInt8]) throws(CryptoError) -> [UInt8] {
        let key = try Self.key(bytes)
        let context = try Owned(EVP_MD_CTX_new(), "EVP_MD_CTX_new", free: EVP_MD_CTX_free)
        var signature = [UInt8](repeating: 0, count: 64)
        var count = signature.count
        guard EVP_DigestSignInit(context.pointer, nil, nil, nil, key.pointer) == 1,
            EVP_DigestSign(context.pointer, &signature, &count, message, message.count) == 1
        else { throw OpenSSLErrors.failure(of: "EVP_DigestSign") }
        return signature
    }

    private static func key(_ bytes: [UInt8]) throws(CryptoError) -> Owned {
        try Owned(
            EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, bytes, bytes.count),
            "EVP_PKEY_new_raw_private_key",
            free: EVP_PKEY_free
        )
    }
}
