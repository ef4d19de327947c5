import Crypto
import EventLoop
import Foundation
import Link
import LoopSupport
import Sync
import Testing

@Suite("Link listener", .timeLimit(.minutes(1)))
struct LinkListenerTests {
    @Test("counts what it lets in, and forgets what has ended")
    func statistics() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop)
            var clients: [ClientLink] = []
            var servers: [ServerLink] = []
            for _ in 0..<20 {
                let (client, server) = try await world.pair()
                clients.append(client)
                servers.append(server)
            }
            #expect(await world.listener.statistics.open == 20)
            for client in clients { await client.finish() }
            for server in servers { #expect(await server.drain().error == nil) }
            let statistics = await world.listener.statistics
            #expect(statistics.accepted == 20 && statistics.open == 0 && statistics.opening == 0)
            await world.listener.close()
        }
    }

    @Test("turns away who is one too many, and lets in again when somebody has left")
    func limit() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop, maximumLinks: 2)
            let (first, served) = try await world.pair()
            let (second, alsoServed) = try await world.pair()
            await #expect(throws: LinkError.connection(.cut)) { _ = try await world.dial() }
            #expect(await world.listener.statistics.turnedAway == 1)
            await first.finish()
            #expect(await served.drain().error == nil)
            let third = try await world.dial()
            #expect(await world.listener.statistics.turnedAway == 1)
            for link in [second, third] { await link.close() }
            await alsoServed.close()
            await world.listener.close()
        }
    }

    @Test("a handshake that never ends is counted, and holds nobody's place for long")
    func slowHandshakes() async throws {
        try await onLoop { loop in
            var limits = LinkLimits()
            limits.opening = .milliseconds(50)
            let world = try await World(on: loop, limits: limits)
            let endpoint = try #require(await world.listener.endpoint)
            let pin = world.identity.pin
            let faults = [FaultyProxy.Fault](repeating: .hang(.up, after: 100), count: 10)
            let proxy = try await FaultyProxy.start(to: endpoint, on: loop, faults: faults)
            let slow = await proxy.endpoint
            await withTaskGroup(of: Void.self) { group in
                for _ in faults {
                    group.addTask {
                        await #expect(throws: LinkError.self) { try await ClientLink.dial(slow, pin: pin, on: loop) }
                    }
                }
            }
            let statistics = await world.listener.statistics
            #expect(statistics.failedHandshakes == 10 && statistics.opening == 0)
            await proxy.close()
            await world.listener.close()
        }
    }

    @Test("closed, it ends the sequence of links and what was in its handshake; open links go on")
    func closing() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop)
            let endpoint = try #require(await world.listener.endpoint)
            let (client, server) = try await world.pair()
            let proxy = try await FaultyProxy.start(to: endpoint, on: loop, faults: [.hang(.up, after: 50)])
            let dialing = Task { try await world.dial(by: proxy) }
            while await world.listener.statistics.opening == 0 { await Task.yield() }
            await world.listener.close()
            await #expect(throws: LinkError.self) { _ = try await dialing.value }
            await #expect(throws: (any Error).self) { _ = try await world.next() }
            try await client.send([.ping])
            #expect(try await server.take(1) == [.ping])
            await client.close()
            await server.close()
            await proxy.close()
        }
    }

    @Test("says why it cannot listen")
    func refused() async throws {
        try await onLoop { loop in
            let world = try await World(on: loop)
            let taken = try #require(await world.listener.endpoint)
            let identity = world.identity
            await #expect(throws: LinkError.connection(.network(.inUse(taken)))) {
                try await LinkListener.listen(at: taken, as: identity, on: loop)
            }
            await world.listener.close()
        }
    }

    @Test("a thousand idle links cost little memory each")
    func memory() async throws {
        let count = min(1_000, try raisedDescriptorLimit() / 2 - 500)  // two for each pair, some for other tests
        try await onLoop { loop in
            let world = try await World(on: loop)
            var links: [(ClientLink, ServerLink)] = []
            func connect(_ count: Int) async throws {
                for _ in 0..<count {
                    let (client, server) = try await world.pair()
                    try await client.send([.heavy(0)])
                    try await server.send([.heavy(0)])
                    _ = try await (server.take(1), client.take(1))
                    try await client.send([.ping])
                    try await server.send([.pong])
                    _ = try await (server.take(1), client.take(1))
                    links.append((client, server))
                }
            }
            try await connect(100)  // what is needed once is there now
            let before = try residentByteCount()
            try await connect(count)
            let perPair = (try residentByteCount() - before) / count
            print("resident memory per idle pair of links: \(perPair) bytes, of \(count) pairs")
            #expect(perPair < 128 << 10)
            for (client, server) in links {
                await client.close()
                await server.close()
            }
            await world.listener.close()
        }
    }

    /// Lets this process have as many open descriptors as it may: that many.
    private func raisedDescriptorLimit() throws -> Int {
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        limit.rlim_cur = limit.rlim_max
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        return Int(min(limit.rlim_max, 1 << 20))
    }

    private func residentByteCount() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[1])) * Int(getpagesize())
    }
}
