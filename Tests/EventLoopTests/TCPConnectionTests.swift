import EventLoop
import Foundation
import LoopSupport
import Testing

@Suite("TCP connection", .timeLimit(.minutes(1)))
struct TCPConnectionTests {
    @Test("carries bytes both ways, in order")
    func bothWays() async throws {
        try await onLoop { loop in
            let (client, server) = try await connectedPair(on: loop)
            try client.write(Array("hello".utf8))
            try client.write([])
            try client.write(Array(", server".utf8))
            #expect(try await server.take(13) == Array("hello, server".utf8))
            try server.write(Array("hello".utf8))
            #expect(try await client.take(5) == Array("hello".utf8))
            #expect(client.connection.sentByteCount == 13)
            #expect(server.connection.receivedByteCount == 13)
            #expect(server.connection.peer?.host == "127.0.0.1")
            client.connection.close()
            #expect(await server.ending() == nil)
        }
    }

    @Test("a hundred connections keep their bytes apart")
    func many() async throws {
        try await onLoop { loop in
            let acceptor = try Acceptor(on: loop)
            var pairs: [(Peer, Peer)] = []
            for _ in 0..<100 {
                let client = try await dial(acceptor.listener.endpoint, on: loop)
                pairs.append((client, try await acceptor.next()))
            }
            acceptor.listener.close()
            for (number, (client, _)) in pairs.enumerated() { try client.write([UInt8(number)]) }
            for (number, (_, server)) in pairs.enumerated() {
                #expect(try await server.take(1) == [UInt8(number)])
                server.connection.close()
            }
            for (client, _) in pairs { #expect(await client.ending() == nil) }
        }
    }

    @Test("a peer that does not read makes the writer wait, and gets everything once it does")
    func backpressure() async throws {
        try await onLoop { loop in
            var limits = TCPConnection.Limits()
            limits.queue = 100_000
            limits.reserve = 50_000
            let (client, server) = try await connectedPair(on: loop, limits: limits)
            server.connection.pauseReading()
            let chunk = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
            var count = 0
            while client.connection.canWrite {
                try client.write(chunk)
                count += 1
            }
            #expect(client.connection.queuedByteCount < limits.queue + chunk.count)
            let limit = limits.queue + limits.reserve
            while client.connection.queuedByteCount + chunk.count <= limit {
                try client.write(chunk)
                count += 1
            }
            #expect(throws: NetworkError.queueFull(limit: limit)) { try client.write(chunk) }
            server.connection.resumeReading()
            try await client.writability()
            #expect(client.connection.queuedByteCount <= limits.queue / 2)
            for _ in 0..<500 {
                if !client.connection.canWrite { try await client.writability() }
                try client.write(chunk)
                count += 1
            }
            for _ in 0..<count {
                let isSame = try await server.take(chunk.count) == chunk
                try #require(isSame)
            }
            client.connection.close()
            #expect(await server.ending() == nil)
        }
    }

    @Test("finishing delivers everything, even to a peer that was still sending")
    func finishing() async throws {
        try await onLoop { loop in
            let (client, server) = try await connectedPair(on: loop)
            server.connection.pauseReading()
            try client.write([UInt8](repeating: 1, count: 200_000))  // stays unread at the server
            let farewell = [UInt8](repeating: 2, count: 500_000)
            try server.write(farewell)
            server.connection.finish()
            #expect(throws: NetworkError.closed) { try server.write([3]) }
            let isWhole = try await client.take(farewell.count) == farewell
            #expect(isWhole)
            #expect(await client.ending() == nil)
        }
    }

    @Test("finishing does not wait for ever for a peer that stays")
    func lingering() async throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        try await onLoop { loop in
            var limits = TCPConnection.Limits()
            limits.linger = .milliseconds(20)
            let acceptor = try Acceptor(on: loop, limits: limits)
            try connectRaw(descriptor, to: acceptor.listener.endpoint)
            let server = try await acceptor.next()
            acceptor.listener.close()
            server.connection.finish()  // the loop could not end if this connection did not
        }
    }

    @Test("a connection that the peer resets tells that it broke")
    func reset() async throws {
        try await onLoop { loop in
            let acceptor = try Acceptor(on: loop)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            try connectRaw(descriptor, to: acceptor.listener.endpoint)
            let server = try await acceptor.next()
            acceptor.listener.close()
            var abort = Foundation.linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &abort, socklen_t(MemoryLayout.size(ofValue: abort)))
            close(descriptor)
            #expect(await server.ending() == .lost(reason: "connection reset by peer"))
        }
    }

    @Test("a peer that says nothing for too long is given up")
    func silence() async throws {
        try await onLoop { loop in
            var limits = TCPConnection.Limits()
            limits.silence = .milliseconds(30)
            let acceptor = try Acceptor(on: loop, limits: limits)
            let client = try await dial(acceptor.listener.endpoint, on: loop)
            let server = try await acceptor.next()
            acceptor.listener.close()
            #expect(await server.ending() == .silent(.milliseconds(30)))
            #expect(await client.ending() == nil)
        }
    }

    @Test("a peer that takes nothing for too long is given up")
    func stall() async throws {
        try await onLoop { loop in
            var limits = TCPConnection.Limits()
            limits.stall = .milliseconds(30)
            limits.queue = 16 << 20
            let acceptor = try Acceptor(on: loop)
            let client = try await dial(acceptor.listener.endpoint, on: loop, limits: limits)
            let server = try await acceptor.next()
            acceptor.listener.close()
            server.connection.pauseReading()
            while client.connection.queuedByteCount == 0 { try client.write([UInt8](repeating: 0, count: 1 << 20)) }
            #expect(await client.ending() == .stalled(.milliseconds(30)))
            server.connection.close()
        }
    }
}
