import COpenSSL
import Crypto
import Survey
import Testing

/// A client and a server whose bytes are carried by hand.
struct SessionPair {
    let identity: ServerIdentity
    let client: TLSSession
    let server: TLSSession
    /// Plaintext that arrived.
    private(set) var atClient: [UInt8] = []
    private(set) var atServer: [UInt8] = []
    var longestPiece = Int.max

    init(_ identity: ServerIdentity? = nil, pin: Digest? = nil) throws {
        self.identity = try identity ?? ServerIdentity()
        client = try TLSSession(.client(pin: pin ?? self.identity.pin))
        server = try TLSSession(.server(self.identity))
    }

    /// Carries bytes until nobody has anything to say.
    mutating func exchange() throws {
        while true {
            let (fromClient, fromServer) = (client.output(), server.output())
            if fromClient.isEmpty && fromServer.isEmpty { return }
            try Self.carry(fromClient, to: server, in: longestPiece, &atServer)
            try Self.carry(fromServer, to: client, in: longestPiece, &atClient)
        }
    }

    mutating func shakeHands() throws { try exchange() }

    private static func carry(_ bytes: [UInt8], to session: TLSSession, in size: Int, _ plain: inout [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            try session.receive(Array(rest.prefix(size)).span.bytes) { $0.withUnsafeBytes { plain += $0 } }
            rest = rest.dropFirst(size)
        }
    }
}

extension TLSSession {
    /// What has to go to the other side.
    func output() -> [UInt8] {
        var bytes: [UInt8] = []
        takeOutput { $0.withUnsafeBytes { bytes += $0 } }
        return bytes
    }
}

/// A TLS client that is not ours, made with OpenSSL alone.
struct ForeignClient: CustomStringConvertible, Sendable {
    let version: Int32
    let protocols: [String]

    var description: String { "version \(version), protocols \(protocols)" }

    /// Shakes hands until both are done, or one gives up.
    func shakeHands(with server: TLSSession) throws {
        let context = try #require(SSL_CTX_new(TLS_client_method()))
        defer { SSL_CTX_free(context) }
        try #require(SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(version), nil) == 1)
        let offer = protocols.flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
        if !offer.isEmpty { try #require(SSL_CTX_set_alpn_protos(context, offer, UInt32(offer.count)) == 0) }
        let client = try #require(SSL_new(context))
        defer { SSL_free(client) }
        SSL_set_bio(client, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
        SSL_set_connect_state(client)
        for _ in 0..<10 where !(server.isEstablished && SSL_is_init_finished(client) == 1) {
            SSL_do_handshake(client)
            ERR_clear_error()
            var buffer = [UInt8](repeating: 0, count: 20_000)
            let count = BIO_read(SSL_get_wbio(client), &buffer, Int32(buffer.count))
            if count > 0 { try server.receive(Array(buffer.prefix(Int(count))).span.bytes) { _ in } }
            let answer = server.output()
            BIO_write(SSL_get_rbio(client), answer, Int32(answer.count))
        }
    }
}
