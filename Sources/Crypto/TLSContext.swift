import COpenSSL
public import Survey

/// What all secure connections of one side have in common: TLS 1.3 and nothing older, our protocol and no other, no
/// session tickets, no early data.
public final class TLSContext: @unchecked Sendable {
    // @unchecked: OpenSSL lets threads share a context that nobody changes any more.
    let pointer: OpaquePointer
    let isServer: Bool
    /// What the server's key has to be; nil on the server's side.
    let pin: Digest?

    /// The protocol's name in the handshake (ALPN, RFC 7301).
    static let protocolName = "pharos/1"

    /// The context of a server that proves itself with its identity.
    public static func server(_ identity: ServerIdentity) throws(CryptoError) -> TLSContext {
        let context = try TLSContext(isServer: true, pin: nil)
        let certificate = try ServerIdentity.parsed(certificate: identity.certificate)
        let key = try ServerIdentity.parsed(privateKey: identity.privateKey)
        guard SSL_CTX_use_certificate(context.pointer, certificate.pointer) == 1,
            SSL_CTX_use_PrivateKey(context.pointer, key.pointer) == 1
        else { throw OpenSSLErrors.failure(of: "SSL_CTX_use_PrivateKey") }
        SSL_CTX_set_alpn_select_cb(context.pointer, onProtocols, nil)
        return context
    }

    /// The context of a client that trusts the server with this key, and no other.
    public static func client(pin: Digest) throws(CryptoError) -> TLSContext {
        let context = try TLSContext(isServer: false, pin: pin)
        let offer = [UInt8(protocolName.utf8.count)] + protocolName.utf8
        guard SSL_CTX_set_alpn_protos(context.pointer, offer, UInt32(offer.count)) == 0 else {
            throw OpenSSLErrors.failure(of: "SSL_CTX_set_alpn_protos")
        }
        SSL_CTX_set_verify(context.pointer, SSL_VERIFY_PEER, nil)
        SSL_CTX_set_cert_verify_callback(context.pointer, onCertificate, nil)
        return context
    }

    private init(isServer: Bool, pin: Digest?) throws(CryptoError) {
        guard let pointer = SSL_CTX_new(isServer ? TLS_server_method() : TLS_client_method()) else {
            throw OpenSSLErrors.failure(of: "SSL_CTX_new")
        }
        pharos_ssl_set_mode(pointer)
        guard pharos_ssl_require_tls13(pointer) == 1, SSL_CTX_set_num_tickets(pointer, 0) == 1 else {
            SSL_CTX_free(pointer)
            throw OpenSSLErrors.failure(of: "SSL_CTX_set_min_proto_version")
        }
        self.isServer = isServer
        self.pin = pin
        self.pointer = pointer  // last: once every property is set, a throw would run deinit
    }

    deinit { SSL_CTX_free(pointer) }
}

/// Called within the server's handshake with the protocols that the client offers: length and name, one by one.
private let onProtocols: SSL_CTX_alpn_select_cb_func = { _, chosen, chosenCount, offers, offersCount, _ in
    let ours = Array(TLSContext.protocolName.utf8)
    var rest = UnsafeBufferPointer(start: offers, count: Int(offersCount))[...]
    while let count = rest.popFirst(), count <= rest.count {
        let name = rest.prefix(Int(count))
        if name.elementsEqual(ours) {
            chosen?.pointee = UnsafePointer(offers! + name.startIndex)
            chosenCount?.pointee = count
            return SSL_TLSEXT_ERR_OK
        }
        rest = rest.dropFirst(Int(count))
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL
}

/// Called within the client's handshake, with the server's certificate; the answer 0 ends the handshake.
private let onCertificate: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { store, _ in
    let index = SSL_get_ex_data_X509_STORE_CTX_idx()
    guard let ssl = X509_STORE_CTX_get_ex_data(store, index), let certificate = X509_STORE_CTX_get0_cert(store) else {
        return 0
    }
    return TLSSession.of(OpaquePointer(ssl)).accepts(certificate) ? 1 : 0
}
