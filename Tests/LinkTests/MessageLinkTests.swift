import Crypto
import EventLoop
import Link
import LoopSupport
import Survey
import Sync
import Testing
import Wire

@Suite("Link", .timeLimit(.minutes(1)))
struct MessageLinkTests {
    @Test("carries messages both ways, in order, and both ends know its secret")
    func bothWays() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop)
            let (client, server) = try await world.pair()
            let ups = (0..<5_000).map(ClientMessage.numbered)
            let downs = (0..<5_000).map(ServerMessage.numbered)
            async let sending: Void = client.send(ups)
            async let answering: Void = server.send(downs)
            let (atServer, atClient) = (try await server.take(5_000), try await client.take(5_000))
            _ = try await (sending, answering)
            let isSame = atServer == ups && atClient == downs
            #expect(isSame)
            #expect(try await client.exporter() == server.exporter())
            await client.finish()
            #expect(await server.drain().error == nil)
            await world.listener.close()
        }
    }

    @Test("works from outside the loop's thread as well")
    func outside() async throws {
        let loop = try EventLoop()
        let world = try await World(on: loop)
        let (client, server) = try await world.pair()
        try await client.send([.ping])
        #expect(try await server.take(1) == [.ping])
        try await server.send([.pong])
        #expect(try await client.take(1) == [.pong])
        await client.close()
        #expect(await server.drain().error == .connection(.cut))
        await world.listener.close()
        await loop.shutdown()
    }

    @Test("does not go on with another server")
    func wrongServer() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop)
            let endpoint = try #require(await world.listener.endpoint)
            let expected = try ServerIdentity().pin
            let error = LinkError.connection(.wrongServer(expected: expected, found: world.identity.pin))
            await #expect(throws: error) { try await ClientLink.dial(endpoint, pin: expected, on: loop) }
            await world.listener.close()
        }
    }

    @Test("a reader that is slow makes the writer wait, and gets everything")
    func backpressure() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop)
            let (client, server) = try await world.pair()
            let count = 1_000  // 32 MB: more than every buffer on the way
            let sending = Task { try await client.send((0..<count).map(ClientMessage.heavy)) }
            while await client.canSend { await Task.yield() }  // until somebody has to wait
            var number = 0
            while number < count {
                for message in try await server.take(1) {
                    let isNext = message == .heavy(number)
                    try #require(isNext)
                    number += 1
                }
            }
            try await sending.value
            await client.finish()
            await server.finish()
            await world.listener.close()
        }
    }

    @Test("hands over a bounded batch however well its messages were compressed")
    func bombs() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop)
            let (client, server) = try await world.pair()
            let bomb = ClientMessage.showManifest([UInt8](repeating: 0, count: 3 << 20))
            async let sending: Void = client.send([ClientMessage](repeating: bomb, count: 8))
            var batches: [Int] = []
            let iterator = server.messages.makeAsyncIterator()
            while batches.reduce(0, +) < 8, let batch = try await iterator.next() { batches.append(batch.count) }
            #expect(batches == [Int](repeating: 1, count: 8))
            try await sending
            await client.finish()
            await server.finish()
            await world.listener.close()
        }
    }

    @Test("what is no message ends the reading, but the other side can still be told why")
    func garbage() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop)
            let endpoint = try #require(await world.listener.endpoint)
            let stranger = try await Stranger(to: endpoint, pin: world.identity.pin, on: loop)
            let server = try await world.next()
            let ping = try FrameEncoder().encode(ClientMessage.ping)
            try stranger.connection.write((ping + [0, 0, 0, 3, 0, 255, 255, 255]).span.bytes)
            let (messages, error) = await server.drain()
            #expect(messages == [.ping])
            guard case .unreadable(.malformed) = error else {
                Issue.record("\(error.map(\.description) ?? "nothing") was thrown")
                return
            }
            let refusal = ServerMessage.refused(.protocolViolation("no message"))
            try await server.send([refusal])
            await server.finish()
            let answer = try FrameEncoder().encode(refusal)
            #expect(await stranger.plaintext() == answer)
            await world.listener.close()
        }
    }

    @Test("a message that fits no frame is not sent, and the link goes on")
    func unsendable() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop)
            let (client, server) = try await world.pair()
            let size = 5 << 20
            await #expect {
                try await client.send([.showManifest([UInt8](repeating: 0, count: size))])
            } throws: { error in
                guard case LinkError.unsendable(.oversized(let bytes)) = error else { return false }
                return bytes > size
            }
            try await client.send([.ping])
            #expect(try await server.take(1) == [.ping])
            await client.finish()
            await server.finish()
            await world.listener.close()
        }
    }

    @Test("a cancelled dial, read or send ends at once")
    func cancellation() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop)
            let (client, server) = try await world.pair()
            let reading = Task { try await client.take(1) }
            await Task.yield()
            reading.cancel()
            await #expect(throws: LinkError.cancelled) { try await reading.value }
            let sending = Task { try await client.send((0..<1_000).map(ClientMessage.heavy)) }
            while await client.canSend { await Task.yield() }
            sending.cancel()
            await #expect(throws: LinkError.cancelled) { try await sending.value }
            await client.close()
            await server.close()

            let hanging = try await FaultyProxy.start(
                to: try #require(await world.listener.endpoint),
                on: loop,
                faults: [.hang(.up, after: 0)]
            )
            let (endpoint, pin) = (await hanging.endpoint, world.identity.pin)
            let dialing = Task { try await ClientLink.dial(endpoint, pin: pin, on: loop) }
            await Task.yield()
            dialing.cancel()
            await #expect(throws: LinkError.cancelled) { _ = try await dialing.value }
            await hanging.close()
            await world.listener.close()
        }
    }

    @Test("a link that is dropped closes its connection")
    func dropped() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop)
            var client: ClientLink? = try await world.dial()
            let server = try await world.next()
            #expect(await client?.peer != nil)
            client = nil
            #expect(await server.drain().error == .connection(.cut))
            await world.listener.close()
        }
    }

    @Test("once closed, a link neither sends nor receives")
    func closed() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop)
            let (client, server) = try await world.pair()
            await client.close()
            await #expect(throws: LinkError.closed) { try await client.send([.ping]) }
            await #expect(throws: LinkError.closed) { try await client.take(1) }
            await #expect(throws: LinkError.closed) { try await client.exporter() }
            await server.close()
            await world.listener.close()
        }
    }
}

/// A client that speaks TLS as we do, and then whatever it likes.
private final class Stranger: SecureConnectionHandler {
    private var made: SecureConnection?
    private var bytes: [UInt8] = []
    private let opening: AsyncStream<Void>.Continuation
    private let ending: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

    init(to endpoint: Endpoint, pin: Digest, on loop: EventLoop) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        opening = continuation
        ending = AsyncStream.makeStream(of: Void.self)
        made = SecureConnection(to: endpoint, try .client(pin: pin), on: loop, handler: self)
        for await _ in stream { break }
    }

    var connection: SecureConnection { made! }

    /// Everything that came, once the other side has ended.
    func plaintext() async -> [UInt8] {
        for await _ in ending.stream { break }
        return bytes
    }

    func opened() { opening.yield() }
    func received(_ plaintext: RawSpan) { plaintext.withUnsafeBytes { bytes += $0 } }
    func canWriteAgain() {}
    func ended(_ reason: CryptoError?) { ending.continuation.yield() }
}
