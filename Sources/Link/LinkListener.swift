public import Crypto
public import EventLoop

/// Accepts links on one loop: only those whose handshake is done, and never more than a limit.
///
/// ```swift
/// for await link in listener.links {
///     group.addTask { await serve(link) }
/// }
/// ```
public actor LinkListener {
    /// What a listener has seen so far.
    public struct Statistics: Hashable, Sendable {
        /// Connections that came.
        public internal(set) var accepted: UInt64 = 0
        /// Of those, turned away because there were too many.
        public internal(set) var turnedAway: UInt64 = 0
        /// Of those, ended before their handshake was done.
        public internal(set) var failedHandshakes: UInt64 = 0
        /// Connections that the system could not hand over, such as for lack of descriptors.
        public internal(set) var failedAccepts: UInt64 = 0
        /// Links in their handshake now.
        public internal(set) var opening = 0
        /// Links that are open now.
        public internal(set) var open = 0
    }

    public nonisolated let loop: EventLoop
    /// The links, each once it is open; ends when the listener is closed.
    public nonisolated let links: AsyncStream<ServerLink>
    public private(set) var statistics = Statistics()

    private let context: TLSContext
    private let limits: LinkLimits
    private let maximumLinks: Int
    private let opened: AsyncStream<ServerLink>.Continuation
    private var listener: TCPListener?
    private var opening: [ObjectIdentifier: ServerLink] = [:]

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Listens at a numeric address, as the server with this identity.
    ///
    /// Connections beyond `maximumLinks` are closed as they come: their clients try again later.
    public static func listen(
        at endpoint: Endpoint,
        as identity: ServerIdentity,
        on loop: EventLoop,
        limits: LinkLimits = .init(),
        maximumLinks: Int = 4_096
    ) async throws(LinkError) -> LinkListener {
        let context: TLSContext
        do throws(CryptoError) { context = try .server(identity) } catch { throw .connection(error) }
        let listener = LinkListener(context, on: loop, limits: limits, maximumLinks: maximumLinks)
        try await listener.start(at: endpoint)
        return listener
    }

    private init(_ context: TLSContext, on loop: EventLoop, limits: LinkLimits, maximumLinks: Int) {
        self.loop = loop
        self.context = context
        self.limits = limits
        self.maximumLinks = maximumLinks
        (links, opened) = AsyncStream.makeStream()
    }

    isolated deinit { listener?.close() }

    /// Where it listens, with the port the system chose where 0 was asked for; nil once it is closed.
    public var endpoint: Endpoint? { listener?.endpoint }

    /// Accepts no more; links that are open go on.
    public func close() {
        listener?.close()
        listener = nil
        opened.finish()
        for link in Array(opening.values) { link.assumeIsolated { $0.close() } }
    }

    private func start(at endpoint: Endpoint) throws(LinkError) {
        do throws(NetworkError) {
            listener = try TCPListener(at: endpoint, on: loop, limits: limits.connection.tcp) { [weak self] arrival in
                nonisolated(unsafe) let arrival = arrival  // stays on the loop's thread
                self?.assumeIsolated { $0.accept(arrival) }
            }
        } catch {
            throw .connection(.network(error))
        }
    }

    private func accept(_ arrival: Result<TCPConnection, NetworkError>) {
        guard case .success(let connection) = arrival else {
            statistics.failedAccepts += 1
            return
        }
        statistics.accepted += 1
        guard statistics.opening + statistics.open < maximumLinks else {
            statistics.turnedAway += 1
            return connection.close()
        }
        statistics.opening += 1
        let link = ServerLink(on: loop, limits: limits)
        let id = ObjectIdentifier(link)
        opening[id] = link
        let onChange: @Sendable (LinkChange) -> Void = { [weak self] change in
            self?.assumeIsolated { $0.link(id, has: change) }
        }
        nonisolated(unsafe) let accepted = connection  // stays on the loop's thread
        link.assumeIsolated { $0.begin(accepted: accepted, context, onChange: onChange) }
    }

    private func link(_ id: ObjectIdentifier, has change: LinkChange) {
        let link = opening.removeValue(forKey: id)
        switch (change, link) {
        case (.opened, let link?):
            statistics.opening -= 1
            statistics.open += 1
            opened.yield(link)
        case (.ended, .some):
            statistics.opening -= 1
            statistics.failedHandshakes += 1
        case (.ended, nil): statistics.open -= 1
        case (.opened, nil): preconditionFailure("A link opens once.")
        }
    }
}
