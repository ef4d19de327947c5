import COpenSSL
public import Survey

/// What a server proves itself with: a P-256 key, and a certificate that carries its public half.
///
/// Clients know the server by its ``pin`` alone. Nobody signs the certificate but its own key, its name means nothing,
/// and it holds until the end of the year 9999: there is nothing to renew.
public struct ServerIdentity: Hashable, Sendable {
    /// The certificate: X.509, in DER.
    public let certificate: [UInt8]
    /// The private key: PKCS #8, in DER; to be kept secret.
    public let privateKey: [UInt8]
    /// SHA-256 of the public key (SubjectPublicKeyInfo, in DER): what a join link carries.
    public let pin: Digest

    /// Draws a new identity.
    public init() throws(CryptoError) {
        let key = try Owned(pharos_evp_new_p256_key(), "EVP_PKEY_Q_keygen", free: EVP_PKEY_free)
        let certificate = try Self.selfSigned(key.pointer)
        self.certificate = try Self.der("i2d_X509") { i2d_X509(certificate.pointer, $0) }
        let info = try Owned(EVP_PKEY2PKCS8(key.pointer), "EVP_PKEY2PKCS8", free: PKCS8_PRIV_KEY_INFO_free)
        privateKey = try Self.der("i2d_PKCS8_PRIV_KEY_INFO") { i2d_PKCS8_PRIV_KEY_INFO(info.pointer, $0) }
        pin = try Self.pin(of: certificate.pointer)
    }

    /// The identity that was stored earlier; checks that key and certificate belong together.
    public init(certificate: [UInt8], privateKey: [UInt8]) throws(CryptoError) {
        self.certificate = certificate
        self.privateKey = privateKey
        let owned = try Self.parsed(certificate: certificate)
        let key = try Self.parsed(privateKey: privateKey)
        guard X509_check_private_key(owned.pointer, key.pointer) == 1 else {
            _ = OpenSSLErrors.drain()
            throw .invalidKey(kind: "the certificate of this private key")
        }
        pin = try Self.pin(of: owned.pointer)
    }

    static func parsed(certificate: [UInt8]) throws(CryptoError) -> Owned {
        let parsed = certificate.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_X509(nil, &start, bytes.count)
        }
        guard parsed != nil else {
            _ = OpenSSLErrors.drain()
            throw .invalidKey(kind: "a certificate")
        }
        return try Owned(parsed, "d2i_X509", free: X509_free)
    }

    static func parsed(privateKey: [UInt8]) throws(CryptoError) -> Owned {
        let parsed = privateKey.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_AutoPrivateKey(nil, &start, bytes.count)
        }
        guard parsed != nil else {
            _ = OpenSSLErrors.drain()
            throw .invalidKey(kind: "a private key")
        }
        return try Owned(parsed, "d2i_AutoPrivateKey", free: EVP_PKEY_free)
    }

    /// SHA-256 of a certificate's SubjectPublicKeyInfo.
    static func pin(of certificate: OpaquePointer) throws(CryptoError) -> Digest {
        let key = try der("i2d_X509_PUBKEY") { i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), $0) }
        return SHA256.digest(of: key.span.bytes)
    }

    private static func selfSigned(_ key: OpaquePointer) throws(CryptoError) -> Owned {
        let certificate = try Owned(X509_new(), "X509_new", free: X509_free)
        let pointer = certificate.pointer
        var serial: UInt64 = 0
        let name = X509_get_subject_name(pointer)
        let isMade =
            RAND_bytes(&serial, 8) == 1
            && X509_set_version(pointer, 2) == 1  // X.509 version 3
            && ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), serial >> 1) == 1
            && ASN1_TIME_set_string_X509(X509_getm_notBefore(pointer), "19700101000000Z") == 1
            && ASN1_TIME_set_string_X509(X509_getm_notAfter(pointer), "99991231235959Z") == 1
            && X509_set_pubkey(pointer, key) == 1
            && X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, "pharos", -1, -1, 0) == 1
            && X509_set_issuer_name(pointer, name) == 1
            && X509_sign(pointer, key, EVP_sha256()) > 0
        guard isMade else { throw OpenSSLErrors.failure(of: "making a certificate") }
        return certificate
    }

    /// What an `i2d_…` function writes: it is asked for the length first, then for the bytes.
    private static func der(
        _ call: String,
        _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) throws(CryptoError) -> [UInt8] {
        let count = encode(nil)
        guard count > 0 else { throw OpenSSLErrors.failure(of: call) }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { bytes, initialized in
            var start = bytes.baseAddress
            initialized = Int(encode(&start))
        }
    }
}
