import Crypto
import EventLoop
import Link
import LoopSupport
import Survey
import Sync
import TestSupport
import Testing
import Wire

@Suite("Link on a bad network", .timeLimit(.minutes(1)))
struct FaultTests {
    /// About 200,000 bytes in each direction, of which some come in large frames and most in small ones.
    private static let ups = (0..<300).map { $0 % 50 == 7 ? ClientMessage.heavy($0) : .numbered($0) }
    private static let downs = (0..<300).map { $0 % 50 == 31 ? ServerMessage.heavy($0) : .numbered($0) }

    @Test("cut at any byte, what arrived is what was sent up to there", arguments: Seed.forThisRun(40))
    func cut(seed: Seed) async throws {
        var random = SeededGenerator(seed)
        let direction: FaultyProxy.Direction = Bool.random(using: &random) ? .down : .up
        // Every other cut falls into the handshake.
        let place = Int.random(in: 0..<(Bool.random(using: &random) ? 1_000 : 190_000), using: &random)
        let (up, down) = try await converse(through: .cut(direction, after: place))
        #expect(up < Self.ups.count || down < Self.downs.count)
    }

    @Test("with a bit changed anywhere, nothing wrong arrives", arguments: Seed.forThisRun(40))
    func flip(seed: Seed) async throws {
        var random = SeededGenerator(seed)
        let direction: FaultyProxy.Direction = Bool.random(using: &random) ? .down : .up
        let place = Int.random(in: 0..<(Bool.random(using: &random) ? 1_000 : 190_000), using: &random)
        _ = try await converse(through: .flip(direction, at: place))
    }

    @Test("without a fault, everything arrives")
    func healthy() async throws {
        let (up, down) = try await converse(through: .none)
        #expect(up == Self.ups.count && down == Self.downs.count)
    }

    @Test("a peer that has vanished is noticed by its silence")
    func vanished() async throws {
        try await onLoop { loop in
            var limits = LinkLimits()
            limits.silence = .seconds(1)  // more than a handshake takes on a busy computer
            let world = try await World(on: loop, limits: limits)
            let proxy = try await FaultyProxy.start(
                to: try #require(await world.listener.endpoint),
                on: loop,
                faults: [.hang(.up, after: 2_000)]
            )
            let client = try await world.dial(by: proxy)
            let server = try await world.next()
            try await client.send([.heavy(0), .heavy(1)])
            let (received, error) = await server.drain()
            #expect(received.isEmpty)
            #expect(error == .connection(.network(.silent(.seconds(1)))))
            await client.close()
            await proxy.close()
            await world.listener.close()
        }
    }

    /// Lets both sides say everything through a proxy with a fault: how many messages arrived, all of them in order.
    private func converse(through fault: FaultyProxy.Fault) async throws -> (up: Int, down: Int) {
        try await onLoop { loop in
            let world = try await World(on: loop)
            let endpoint = try #require(await world.listener.endpoint)
            let proxy = try await FaultyProxy.start(to: endpoint, on: loop, faults: [fault])
            let serving = Task {
                guard let server = try? await world.next() else { return 0 }  // it never came to be a link
                return await Self.converse(over: server, saying: Self.downs, hearing: Self.ups)
            }
            var down = 0
            if let client = try? await world.dial(by: proxy) {  // or the fault hit the handshake
                down = await Self.converse(over: client, saying: Self.ups, hearing: Self.downs)
            }
            await world.listener.close()
            let up = await serving.value
            await proxy.close()
            return (up, down)
        }
    }

    private static func converse<Received: FrameMessage, Sent: FrameMessage>(
        over link: MessageLink<Received, Sent>,
        saying ours: [Sent],
        hearing theirs: [Received]
    ) async -> Int {
        async let sent: Void? = try? link.send(ours)  // its failure shows on the other side
        let received = await link.drain(upTo: theirs.count).messages
        let isPrefix = theirs.starts(with: received)
        #expect(isPrefix)
        if received.count < theirs.count { await link.close() }
        _ = await sent
        await link.finish()
        return received.count
    }
}
