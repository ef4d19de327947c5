import Crypto
import EventLoop
import Testing

/// One end of a secure connection: what happens to it, as a stream to wait on.
final class SecurePeer: SecureConnectionHandler {
    private enum Event {
        case opened
        case received
        case canWriteAgain
        case ended(CryptoError?)
    }

    private var made: SecureConnection?
    private(set) var bytes: [UInt8] = []
    private var events: AsyncStream<Event>.Iterator
    private let happened: AsyncStream<Event>.Continuation

    private init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        events = stream.makeAsyncIterator()
        happened = continuation
    }

    convenience init(
        to endpoint: Endpoint,
        _ context: TLSContext,
        on loop: EventLoop,
        limits: SecureConnection.Limits = .init()
    ) {
        self.init()
        made = SecureConnection(to: endpoint, context, on: loop, limits: limits, handler: self)
    }

    convenience init(
        accepted tcp: TCPConnection,
        _ context: TLSContext,
        limits: SecureConnection.Limits = .init()
    ) {
        self.init()
        made = SecureConnection(accepted: tcp, context, limits: limits, handler: self)
    }

    /// The connection needs its handler first; it is made before anybody gets this peer.
    var connection: SecureConnection { made! }

    func opened() { happened.yield(.opened) }

    func received(_ plaintext: RawSpan) {
        plaintext.withUnsafeBytes { bytes += $0 }
        happened.yield(.received)
    }

    func canWriteAgain() { happened.yield(.canWriteAgain) }

    func ended(_ reason: CryptoError?) {
        happened.yield(.ended(reason))
        happened.finish()
    }

    func write(_ bytes: [UInt8]) throws { try connection.write(bytes.span.bytes) }

    /// Waits for the handshake; throws why there will be none.
    func opening() async throws {
        try await wait { if case .opened = $0 { true } else { false } }
    }

    /// Waits until so many bytes came, and takes them.
    func take(_ count: Int) async throws -> [UInt8] {
        while bytes.count < count { try await wait { if case .received = $0 { true } else { false } } }
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }

    /// Waits until the queue is half empty again.
    func writability() async throws {
        try await wait { if case .canWriteAgain = $0 { true } else { false } }
    }

    /// Waits for the end.
    func ending() async -> CryptoError? {
        while let event = await events.next(isolation: #isolation) {
            if case .ended(let reason) = event { return reason }
        }
        return nil
    }

    private func wait(for isIt: (Event) -> Bool) async throws {
        while let event = await events.next(isolation: #isolation) {
            if isIt(event) { return }
            if case .ended(let reason) = event { throw reason ?? CryptoError.network(.closed) }
        }
        throw CryptoError.network(.closed)
    }
}

/// A server for tests, whose clients are waited for.
final class SecureServer {
    let identity: ServerIdentity
    let listener: TCPListener
    private var arrivals: AsyncStream<SecurePeer>.Iterator

    init(on loop: EventLoop, limits: SecureConnection.Limits = .init()) throws {
        let identity = try ServerIdentity()
        let context = try TLSContext.server(identity)
        self.identity = identity
        let (stream, continuation) = AsyncStream.makeStream(of: SecurePeer.self)
        arrivals = stream.makeAsyncIterator()
        listener = try TCPListener(at: Endpoint(host: "127.0.0.1", port: 0), on: loop, limits: limits.tcp) { arrival in
            guard let tcp = try? arrival.get() else { return }  // the test that waits for it will tell
            nonisolated(unsafe) let peer = SecurePeer(accepted: tcp, context, limits: limits)  // stays on this thread
            continuation.yield(peer)
        }
    }

    func next() async throws -> SecurePeer {
        nonisolated(unsafe) let peer = await arrivals.next(isolation: #isolation)
        return try #require(peer)
    }

    /// A client that dials this server.
    func client(on loop: EventLoop, limits: SecureConnection.Limits = .init()) throws -> SecurePeer {
        SecurePeer(to: listener.endpoint, try .client(pin: identity.pin), on: loop, limits: limits)
    }
}
