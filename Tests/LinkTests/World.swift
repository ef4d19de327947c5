import Crypto
import EventLoop
import Link
import LoopSupport
import Survey
import Sync
import TestSupport
import Testing

/// A listener and how to reach it.
struct World: Sendable {
    let loop: EventLoop
    let identity: ServerIdentity
    let listener: LinkListener

    init(
        on loop: EventLoop,
        limits: LinkLimits = .init(),
        maximumLinks: Int = 4_096
    ) async throws {
        self.loop = loop
        identity = try ServerIdentity()
        listener = try await LinkListener.listen(
            at: Endpoint(host: "127.0.0.1", port: 0),
            as: identity,
            on: loop,
            limits: limits,
            maximumLinks: maximumLinks
        )
    }

    /// Dials the listener, or what stands in between.
    func dial(by proxy: FaultyProxy? = nil, limits: LinkLimits = .init()) async throws -> ClientLink {
        let endpoint = if let proxy { await proxy.endpoint } else { try #require(await listener.endpoint) }
        return try await ClientLink.dial(endpoint, pin: identity.pin, on: loop, limits: limits)
    }

    /// The next link at the server; throws where the listener was closed instead.
    func next() async throws -> ServerLink {
        for await link in listener.links { return link }
        throw LinkError.closed
    }

    /// Both ends of a new link.
    func pair(limits: LinkLimits = .init()) async throws -> (client: ClientLink, server: ServerLink) {
        let client = try await dial(limits: limits)
        return (client, try await next())
    }
}

extension ClientMessage {
    /// A message that is told from others by its number.
    static func numbered(_ number: Int) -> Self { .grant(lane: .structure, credit: UInt64(number)) }

    /// A message that no compression makes smaller.
    static func heavy(_ number: Int) -> Self { .chunk(.heavy(number)) }
}

extension ServerMessage {
    static func numbered(_ number: Int) -> Self { .published(release: UInt64(number), matching: nil) }

    static func heavy(_ number: Int) -> Self { .chunk(.heavy(number)) }
}

extension Chunk {
    private static let noise: [UInt8] = {
        var random = SeededGenerator(Seed(value: 1))
        return (0..<maximumSize).map { _ in UInt8.random(in: 0...255, using: &random) }
    }()

    /// 32 KiB of noise, told from others by its offset.
    static func heavy(_ number: Int) -> Self {
        let content = ContentReference(kind: .blob, hash: .zero)
        return Chunk(content: content, offset: UInt64(number), total: 1 << 40, bytes: noise)
    }
}

extension MessageLink {
    /// Reads until so many messages came or the link ended: what came, and what ended it.
    nonisolated func drain(upTo count: Int = .max) async -> (messages: [Received], error: LinkError?) {
        var received: [Received] = []
        let iterator = messages.makeAsyncIterator()
        do throws(LinkError) {
            while received.count < count, let batch = try await iterator.next() { received += batch }
            return (received, nil)
        } catch {
            return (received, error)
        }
    }

    /// Waits for so many messages.
    nonisolated func take(_ count: Int) async throws -> [Received] {
        let (received, error) = await drain(upTo: count)
        if let error { throw error }
        return received
    }
}
