import COpenSSL
import Survey

/// One side of one TLS connection, without a socket: ciphertext in, plaintext out, and the other way round.
///
/// Belongs to one thread at a time. What it wants to send piles up until ``takeOutput(_:)``; once it threw, it may
/// still have an alert to send and is of no other use.
public final class TLSSession {
    /// Output memory that an idle session keeps; what a burst needed beyond it is given back.
    private static let idleCapacity = 4 << 10
    /// The most that one record carries (RFC 8446, section 5.1), rounded up to what OpenSSL keeps for it.
    private static let recordCapacity = 17 << 10

    /// Whether the handshake is done: both sides know each other, and plaintext may flow.
    public private(set) var isEstablished = false
    /// Whether the other side said that it will send nothing more.
    public private(set) var hasPeerFinished = false

    private let context: TLSContext
    private let ssl: OpaquePointer
    private var wrongServer: CryptoError?

    /// Begins a session; a client has its first output at once.
    public init(_ context: TLSContext) throws(CryptoError) {
        guard let ssl = SSL_new(context.pointer) else { throw OpenSSLErrors.failure(of: "SSL_new") }
        guard let output = BIO_new(BIO_s_mem()) else {
            SSL_free(ssl)
            throw OpenSSLErrors.failure(of: "BIO_new")
        }
        SSL_set0_wbio(ssl, output)
        self.context = context
        self.ssl = ssl
        // The session outlives its SSL object, which keeps this pointer for `TLSSession.of`.
        SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(self).toOpaque())
        if context.isServer {
            SSL_set_accept_state(ssl)
        } else {
            SSL_set_connect_state(ssl)
            try receive(RawSpan()) { _ in }
        }
    }

    deinit { SSL_free(ssl) }

    /// Takes what arrived from the other side, all of it; `deliver` gets the plaintext that became readable.
    ///
    /// Delivers at most once, and only once the handshake is done.
    public func receive(_ ciphertext: RawSpan, deliver: (RawSpan) -> Void) throws(CryptoError) {
        let plaintext = UnsafeMutableRawBufferPointer.allocate(
            byteCount: ciphertext.byteCount + Self.recordCapacity,
            alignment: 16
        )
        defer { plaintext.deallocate() }
        let (count, failure) = ciphertext.withUnsafeBytes { decrypt($0, into: plaintext) }
        // Even where damage follows, what was sound before it came from the peer.
        if count > 0 { deliver(UnsafeRawBufferPointer(rebasing: plaintext[..<count]).bytes) }
        if let failure { throw failure }
    }

    /// Encrypts some plaintext; it comes out of ``takeOutput(_:)``.
    public func send(_ plaintext: RawSpan) throws(CryptoError) {
        precondition(isEstablished, "Nothing is sent before the handshake is done.")
        guard plaintext.byteCount > 0 else { return }
        var count = 0
        let code = plaintext.withUnsafeBytes { SSL_write_ex(ssl, $0.baseAddress, $0.count, &count) }
        guard code == 1 else { throw OpenSSLErrors.failure(of: "SSL_write_ex") }
    }

    /// Says that nothing more will be sent.
    public func finish() {
        guard isEstablished, SSL_shutdown(ssl) < 0 else { return }
        _ = OpenSSLErrors.drain()  // the session has failed before, and said so
    }

    /// Hands over what has to go to the other side, if anything does; the span holds for this call only.
    public func takeOutput<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
        guard let output = SSL_get_wbio(ssl) else { return }
        var start: UnsafeMutablePointer<CChar>?
        let count = pharos_bio_contents(output, &start)
        guard count > 0 else { return }
        defer { empty(output, after: count) }
        try body(UnsafeRawBufferPointer(start: start, count: count).bytes)
    }

    /// 32 bytes that both sides of this connection know and nobody else (RFC 8446, section 7.5).
    public func exporter() throws(CryptoError) -> [UInt8] {
        precondition(isEstablished, "There is nothing to export before the handshake is done.")
        let label = "EXPORTER-pharos-1"
        var bytes = [UInt8](repeating: 0, count: 32)
        guard SSL_export_keying_material(ssl, &bytes, bytes.count, label, label.utf8.count, nil, 0, 0) == 1 else {
            throw OpenSSLErrors.failure(of: "SSL_export_keying_material")
        }
        return bytes
    }
}

// MARK: - Inside

extension TLSSession {
    /// The session of an SSL object that is in use.
    static func of(_ ssl: OpaquePointer) -> TLSSession {
        Unmanaged<TLSSession>.fromOpaque(SSL_get_ex_data(ssl, 0)).takeUnretainedValue()
    }

    /// Whether this is the certificate of the server that is meant.
    func accepts(_ certificate: OpaquePointer) -> Bool {
        guard let expected = context.pin, let found = try? ServerIdentity.pin(of: certificate) else {
            return false  // unreadable key: OpenSSL says so in its own words
        }
        if found != expected { wrongServer = .wrongServer(expected: expected, found: found) }
        return found == expected
    }

    /// Decrypts as much as there is: how many bytes of plaintext, and why there will be no more.
    private func decrypt(
        _ ciphertext: UnsafeRawBufferPointer,
        into plaintext: UnsafeMutableRawBufferPointer
    ) -> (count: Int, failure: CryptoError?) {
        // OpenSSL reads where the bytes lie, and takes them all, keeping a piece of a record for itself.
        let start = ciphertext.baseAddress ?? UnsafeRawPointer(plaintext.baseAddress!)  // nil it would refuse
        guard let input = BIO_new_mem_buf(start, Int32(ciphertext.count)) else {
            return (0, OpenSSLErrors.failure(of: "BIO_new_mem_buf"))
        }
        pharos_bio_wait_at_end(input)
        SSL_set0_rbio(ssl, input)
        defer { SSL_set0_rbio(ssl, nil) }

        do throws(CryptoError) {
            if !isEstablished { try shakeHands() }
        } catch {
            return (0, error)
        }
        guard isEstablished else { return (0, nil) }
        var total = 0
        while true {
            var count = 0
            let code = SSL_read_ex(ssl, plaintext.baseAddress! + total, plaintext.count - total, &count)
            guard code != 1 else {
                total += count  // of a failed call the count means nothing
                continue
            }
            switch SSL_get_error(ssl, code) {
            case SSL_ERROR_WANT_READ: return (total, nil)
            case SSL_ERROR_ZERO_RETURN:
                hasPeerFinished = true
                return (total, nil)
            default: return (total, .damaged(reason: OpenSSLErrors.drain()))
            }
        }
    }

    /// Goes on with the handshake, to its end or until it waits for the other side.
    private func shakeHands() throws(CryptoError) {
        let code = SSL_do_handshake(ssl)
        if code == 1 {
            guard hasOurProtocol else { throw .wrongProtocol }
            isEstablished = true
        } else if SSL_get_error(ssl, code) != SSL_ERROR_WANT_READ {
            let reason = OpenSSLErrors.drain()
            throw wrongServer ?? .handshakeFailed(reason: reason)
        }
    }

    /// A side that offers or chooses no protocol at all gets through OpenSSL's handshake.
    private var hasOurProtocol: Bool {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &count)
        return UnsafeBufferPointer(start: name, count: Int(count)).elementsEqual(TLSContext.protocolName.utf8)
    }

    private func empty(_ output: OpaquePointer, after count: Int) {
        let isQuiet = count <= Self.idleCapacity
        if isQuiet, pharos_bio_capacity(output) > Self.idleCapacity * 2, let smaller = BIO_new(BIO_s_mem()) {
            SSL_set0_wbio(ssl, smaller)
        } else {
            pharos_bio_empty(output)
        }
    }
}
