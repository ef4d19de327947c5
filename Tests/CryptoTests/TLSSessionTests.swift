import COpenSSL
import Crypto
import Survey
import TestSupport
import Testing

@Suite("TLS session")
struct TLSSessionTests {
    @Test("both sides agree on plaintext and on a secret of their connection")
    func agreement() throws {
        var pair = try SessionPair()
        try pair.shakeHands()
        #expect(pair.client.isEstablished && pair.server.isEstablished)
        try pair.client.send(Array("ping".utf8).span.bytes)
        try pair.server.send(Array("pong".utf8).span.bytes)
        try pair.exchange()
        #expect(pair.atServer == Array("ping".utf8))
        #expect(pair.atClient == Array("pong".utf8))
        let secret = try pair.client.exporter()
        #expect(secret.count == 32)
        #expect(try pair.server.exporter() == secret)

        var other = try SessionPair(pair.identity)
        try other.shakeHands()
        #expect(try other.client.exporter() != secret)
    }

    @Test("a stored identity proves the server as the fresh one did")
    func stored() throws {
        let identity = try ServerIdentity()
        let again = try ServerIdentity(certificate: identity.certificate, privateKey: identity.privateKey)
        var pair = try SessionPair(again, pin: identity.pin)
        try pair.shakeHands()
        #expect(pair.client.isEstablished)
    }

    @Test("the client does not go on with another server, and says whom it found")
    func wrongServer() throws {
        let expected = try ServerIdentity().pin
        var pair = try SessionPair(pin: expected)
        let error = CryptoError.wrongServer(expected: expected, found: pair.identity.pin)
        #expect(throws: error) { try pair.shakeHands() }
        #expect(!pair.client.isEstablished)
        #expect(throws: CryptoError.self) { try pair.exchange() }  // the alert tells the server
        #expect(!pair.server.isEstablished)
    }

    @Test("plaintext arrives whole however its bytes are cut", arguments: Seed.forThisRun(20))
    func cuts(seed: Seed) throws {
        var random = SeededGenerator(seed)
        var pair = try SessionPair()
        pair.longestPiece = Int.random(in: 1...3_000, using: &random)
        try pair.shakeHands()
        var sent: [UInt8] = []
        for _ in 0..<10 {
            let piece = (0..<Int.random(in: 0...40_000, using: &random)).map { UInt8(truncatingIfNeeded: $0) }
            try pair.client.send(piece.span.bytes)
            if Bool.random(using: &random) { try pair.exchange() }
            sent += piece
        }
        try pair.exchange()
        let isSame = pair.atServer == sent
        #expect(isSame)
    }

    @Test("a changed byte is noticed, and what came before it still counts", arguments: Seed.forThisRun(20))
    func damage(seed: Seed) throws {
        var random = SeededGenerator(seed)
        var pair = try SessionPair()
        try pair.shakeHands()
        try pair.client.send(([1, 2, 3] as [UInt8]).span.bytes)
        var flight = pair.client.output()
        try pair.client.send(([4, 5, 6] as [UInt8]).span.bytes)
        var damaged = pair.client.output()
        damaged[Int.random(in: 5..<damaged.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        flight += damaged
        var received: [UInt8] = []
        #expect { try pair.server.receive(flight.span.bytes) { $0.withUnsafeBytes { received += $0 } } } throws: {
            error in
            guard case CryptoError.damaged = error else { return false }
            return true
        }
        #expect(received == [1, 2, 3])
    }

    @Test("bytes that are no TLS end the handshake", arguments: Seed.forThisRun(50))
    func garbage(seed: Seed) throws {
        var random = SeededGenerator(seed)
        let server = try TLSSession(.server(ServerIdentity()))
        let garbage = (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(throws: CryptoError.self) { try server.receive(garbage.span.bytes) { _ in } }
        #expect(!server.isEstablished)
    }

    @Test("a farewell is told from silence")
    func farewell() throws {
        var pair = try SessionPair()
        try pair.shakeHands()
        #expect(!pair.server.hasPeerFinished)
        try pair.client.send(([7] as [UInt8]).span.bytes)
        pair.client.finish()
        try pair.exchange()
        #expect(pair.atServer == [7])
        #expect(pair.server.hasPeerFinished)
    }

    @Test(
        "a client that is older, or speaks something else, is turned away",
        arguments: [
            ForeignClient(version: TLS1_2_VERSION, protocols: ["pharos/1"]),
            ForeignClient(version: TLS1_3_VERSION, protocols: ["h2", "http/1.1"]),
            ForeignClient(version: TLS1_3_VERSION, protocols: []),
        ]
    )
    func foreign(client: ForeignClient) throws {
        let server = try TLSSession(.server(ServerIdentity()))
        #expect(throws: CryptoError.self) { try client.shakeHands(with: server) }
        #expect(!server.isEstablished)
    }

    @Test("a client of the same kind as those is let in when it speaks our protocol")
    func native() throws {
        let server = try TLSSession(.server(ServerIdentity()))
        try ForeignClient(version: TLS1_3_VERSION, protocols: ["h2", "pharos/1"]).shakeHands(with: server)
        #expect(server.isEstablished)
    }
}
