import Crypto
import EventLoop
import Foundation
import LoopSupport
import Survey
import Testing

@Suite("Secure connection", .timeLimit(.minutes(1)))
struct SecureConnectionTests {
    @Test("carries plaintext both ways, and both sides know its secret")
    func bothWays() async throws {
        try await onLoop { loop in
            let server = try SecureServer(on: loop)
            let client = try server.client(on: loop)
            let served = try await server.next()
            try await client.opening()
            try client.write(Array("hello".utf8))
            #expect(try await served.take(5) == Array("hello".utf8))
            try served.write(Array("welcome".utf8))
            #expect(try await client.take(7) == Array("welcome".utf8))
            #expect(try client.connection.exporter() == served.connection.exporter())
            #expect(client.connection.sentByteCount == 5 && client.connection.receivedByteCount == 7)
            client.connection.finish()
            #expect(await served.ending() == nil)
            server.listener.close()
        }
    }

    @Test("a client stops at another server than its link's, and both sides learn why")
    func wrongServer() async throws {
        try await onLoop { loop in
            let server = try SecureServer(on: loop)
            let expected = try ServerIdentity().pin
            let client = SecurePeer(to: server.listener.endpoint, try .client(pin: expected), on: loop)
            let served = try await server.next()
            #expect(await client.ending() == .wrongServer(expected: expected, found: server.identity.pin))
            guard case .handshakeFailed(let reason)? = await served.ending() else {
                Issue.record("the server saw no failed handshake")
                return
            }
            #expect(reason.contains("alert"))
            server.listener.close()
        }
    }

    @Test("a slow reader makes the writer wait, and a large transfer arrives whole")
    func backpressure() async throws {
        try await onLoop { loop in
            var limits = SecureConnection.Limits()
            limits.tcp.queue = 200_000
            let server = try SecureServer(on: loop, limits: limits)
            let client = try server.client(on: loop, limits: limits)
            let served = try await server.next()
            try await client.opening()
            served.connection.pauseReading()
            let chunk = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            var count = 0
            while client.connection.canWrite {
                try client.write(chunk)
                count += 1
            }
            #expect(client.connection.queuedByteCount < limits.tcp.queue + limits.tcp.reserve)
            #expect(throws: CryptoError.network(.queueFull(limit: 200_000))) { try client.write([1]) }
            served.connection.resumeReading()
            for _ in 0..<50 {
                if !client.connection.canWrite { try await client.writability() }
                try client.write(chunk)
                count += 1
            }
            for _ in 0..<count {
                let isSame = try await served.take(chunk.count) == chunk
                try #require(isSame)
            }
            client.connection.close()
            #expect(await served.ending() == .cut)
            server.listener.close()
        }
    }

    @Test("a cut is told from a farewell")
    func cut() async throws {
        try await onLoop { loop in
            let server = try SecureServer(on: loop)
            let client = try server.client(on: loop)
            let served = try await server.next()
            try await client.opening()
            client.connection.close()
            #expect(await served.ending() == .cut)
            server.listener.close()
        }
    }

    @Test("finishing delivers everything, even to a client that was still sending")
    func finishing() async throws {
        try await onLoop { loop in
            let server = try SecureServer(on: loop)
            let client = try server.client(on: loop)
            let served = try await server.next()
            try await served.opening()
            try await client.opening()
            served.connection.pauseReading()
            try client.write([UInt8](repeating: 1, count: 400_000))
            let refusal = [UInt8](repeating: 2, count: 300_000)
            try served.write(refusal)
            served.connection.finish()
            let isWhole = try await client.take(refusal.count) == refusal
            #expect(isWhole)
            #expect(await client.ending() == nil)
            server.listener.close()
        }
    }

    @Test("a client that never completes its handshake is given up, however it trickles")
    func slowHandshake() async throws {
        try await onLoop { loop in
            var limits = SecureConnection.Limits()
            limits.opening = .milliseconds(100)
            let server = try SecureServer(on: loop, limits: limits)
            let trickle = try await Trickle(to: server.listener.endpoint, on: loop)
            let served = try await server.next()
            #expect(await served.ending() == .handshakeTimedOut(after: .milliseconds(100)))
            #expect(trickle.sentCount > 1)
            trickle.stop()
            server.listener.close()
        }
    }

    @Test("a server that never answers is given up")
    func silentServer() async throws {
        try await onLoop { loop in
            var limits = SecureConnection.Limits()
            limits.opening = .milliseconds(50)
            var accepted: [TCPConnection] = []
            let listener = try TCPListener(at: Endpoint(host: "127.0.0.1", port: 0), on: loop) {
                if let connection = try? $0.get() { accepted.append(connection) }  // it says nothing
            }
            let pin = try ServerIdentity().pin
            let client = SecurePeer(to: listener.endpoint, try .client(pin: pin), on: loop, limits: limits)
            #expect(await client.ending() == .handshakeTimedOut(after: .milliseconds(50)))
            listener.close()
            for connection in accepted { connection.close() }
        }
    }

    @Test("garbage instead of a handshake ends the connection")
    func garbage() async throws {
        try await onLoop { loop in
            let server = try SecureServer(on: loop)
            let stranger = try await Stranger(to: server.listener.endpoint, on: loop)
            let served = try await server.next()
            try stranger.connection.write(Array("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n".utf8).span.bytes)
            guard case .handshakeFailed? = await served.ending() else {
                Issue.record("garbage was taken for a handshake")
                return
            }
            stranger.connection.close()
            server.listener.close()
        }
    }

    @Test("a connection that is closed while it dials or shakes hands says nothing more")
    func closedEarly() async throws {
        try await onLoop { loop in
            let server = try SecureServer(on: loop)
            let dialing = try server.client(on: loop)
            dialing.connection.close()
            let client = try server.client(on: loop)
            let served = try await server.next()
            served.connection.close()
            #expect(await client.ending() != nil)
            #expect(throws: CryptoError.network(.closed)) { try served.write([1]) }
            server.listener.close()
        }
    }

    @Test("every failure says what failed, and what can be done where something can")
    func words() {
        let errors: [CryptoError] = [
            .invalidKey(kind: "a key"), .wrongServer(expected: .zero, found: .zero), .wrongProtocol,
            .handshakeFailed(reason: "r"), .handshakeTimedOut(after: .seconds(1)), .damaged(reason: "r"), .cut,
            .network(.lost(reason: "r")),
        ]
        for error in errors {
            #expect(error.description.hasSuffix("."))
            #expect(error.recovery?.isEmpty == false)
        }
    }
}

/// A TCP client that hears nothing.
private final class Stranger: TCPConnectionHandler {
    let connection: TCPConnection

    init(to endpoint: Endpoint, on loop: EventLoop) async throws {
        connection = try await withCheckedContinuation { continuation in
            _ = TCPDialer(endpoint, on: loop, within: .seconds(20)) {
                nonisolated(unsafe) let outcome = $0  // stays on the loop's thread
                continuation.resume(returning: outcome)
            }
        }.get()
        connection.start(self)
    }

    func received(_ bytes: RawSpan) {}
    func canWriteAgain() {}
    func ended(_ reason: NetworkError?) {}
}

/// A client that sends the beginning of a record, one byte at a time ("slow loris").
private final class Trickle {
    private(set) var sentCount = 0
    private let stranger: Stranger
    private var alarm: LoopAlarm?

    init(to endpoint: Endpoint, on loop: EventLoop) async throws {
        stranger = try await Stranger(to: endpoint, on: loop)
        alarm = LoopAlarm(on: loop) { [unowned self] in
            let record: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 252]  // a ClientHello of 508 bytes begins so
            let byte = sentCount < record.count ? record[sentCount] : 0
            do { try stranger.connection.write([byte].span.bytes) } catch { return }
            sentCount += 1
            alarm?.set(after: .milliseconds(5))
        }
        alarm?.set(after: .zero)
    }

    func stop() {
        alarm?.close()
        stranger.connection.close()
    }
}
