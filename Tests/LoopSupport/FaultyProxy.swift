public import EventLoop

/// A plain TCP proxy that loses, holds back and damages bytes as told: the network of a bad day.
public actor FaultyProxy {
    /// What happens to one connection.
    public enum Fault: Hashable, Sendable, CustomStringConvertible {
        case none
        /// Both sides are reset once so many bytes went in a direction.
        case cut(Direction, after: Int)
        /// Nothing goes in a direction any more once so many bytes did; nobody is told.
        case hang(Direction, after: Int)
        /// One bit of the byte at this place is changed.
        case flip(Direction, at: Int)

        public var description: String {
            switch self {
            case .none: "none"
            case .cut(let direction, let count): "cut \(direction) after \(count)"
            case .hang(let direction, let count): "hang \(direction) after \(count)"
            case .flip(let direction, let place): "flip \(direction) at \(place)"
            }
        }
    }

    /// Which way bytes go.
    public enum Direction: Hashable, Sendable {
        /// From the client to the server.
        case up
        case down
    }

    public nonisolated let loop: EventLoop

    private let server: Endpoint
    private var faults: [Fault]
    private var listener: TCPListener?
    private var tunnels: [Tunnel] = []

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// A proxy to a server; the first connection meets the first fault, and those after the last one meet none.
    public static func start(to server: Endpoint, on loop: EventLoop, faults: [Fault] = []) async throws -> FaultyProxy
    {
        let proxy = FaultyProxy(to: server, on: loop, faults: faults)
        try await proxy.listen()
        return proxy
    }

    private init(to server: Endpoint, on loop: EventLoop, faults: [Fault]) {
        self.loop = loop
        self.server = server
        self.faults = faults
    }

    /// Where clients connect.
    public var endpoint: Endpoint { listener!.endpoint }

    /// Lets the next connection without a fault yet meet this one.
    public func meet(_ fault: Fault) { faults.append(fault) }

    /// Resets every connection, as a network does that goes away.
    public func cutAll() {
        for tunnel in tunnels { tunnel.close() }
        tunnels = []
    }

    /// Ends every connection and the listener.
    public func close() {
        cutAll()
        listener?.close()
    }

    private func listen() throws {
        listener = try TCPListener(at: Endpoint(host: "127.0.0.1", port: 0), on: loop) { [weak self] arrival in
            nonisolated(unsafe) let arrival = arrival  // stays on the loop's thread
            self?.assumeIsolated { $0.accept(arrival) }
        }
    }

    private func accept(_ arrival: Result<TCPConnection, NetworkError>) {
        guard case .success(let client) = arrival else { return }
        let fault = faults.isEmpty ? .none : faults.removeFirst()
        tunnels.append(Tunnel(client, to: server, fault: fault))
    }
}

/// One connection through the proxy.
private final class Tunnel {
    private let client: TCPConnection
    private var server: TCPConnection?
    private var dialer: TCPDialer?
    private var fault: FaultyProxy.Fault
    private var counts: [FaultyProxy.Direction: Int] = [.up: 0, .down: 0]

    init(_ client: TCPConnection, to endpoint: Endpoint, fault: FaultyProxy.Fault) {
        self.client = client
        self.fault = fault
        dialer = TCPDialer(endpoint, on: client.loop, within: .seconds(60)) { [self] outcome in
            dialer = nil
            guard case .success(let server) = outcome else { return client.close() }
            self.server = server
            client.start(Mouth(self, .up))
            server.start(Mouth(self, .down))
        }
    }

    func close() {
        dialer?.cancel()
        client.close()
        server?.close()
    }

    func carry(_ bytes: RawSpan, _ direction: FaultyProxy.Direction) {
        guard let (source, target) = ends(direction) else { return }
        let before = counts[direction, default: 0]
        counts[direction] = before + bytes.byteCount
        var piece = bytes.withUnsafeBytes { [UInt8]($0) }
        var isCut = false
        switch fault {
        case .cut(direction, let limit) where before + piece.count >= limit:
            piece.removeSubrange(max(0, limit - before)...)
            isCut = true
        case .hang(direction, let limit) where before + piece.count >= limit:
            piece.removeSubrange(min(piece.count, max(0, limit - before))...)
        case .flip(direction, let place) where (before..<before + piece.count).contains(place):
            piece[place - before] ^= 1
        default: break
        }
        do { try target.write(piece.span.bytes) } catch { return close() }
        if isCut { return close() }
        if !target.canWrite { source.pauseReading() }
    }

    func resume(_ direction: FaultyProxy.Direction) { ends(direction)?.source.resumeReading() }

    func end(_ direction: FaultyProxy.Direction) {
        guard let (source, target) = ends(direction) else { return }
        source.close()
        target.finish()
    }

    private func ends(_ direction: FaultyProxy.Direction) -> (source: TCPConnection, target: TCPConnection)? {
        guard let server else { return nil }
        return direction == .up ? (client, server) : (server, client)
    }
}

/// Hears from one end of a tunnel.
private final class Mouth: TCPConnectionHandler {
    private let tunnel: Tunnel
    private let direction: FaultyProxy.Direction

    init(_ tunnel: Tunnel, _ direction: FaultyProxy.Direction) {
        self.tunnel = tunnel
        self.direction = direction
    }

    func received(_ bytes: RawSpan) { tunnel.carry(bytes, direction) }

    func canWriteAgain() { tunnel.resume(direction == .up ? .down : .up) }

    func ended(_ reason: NetworkError?) { tunnel.end(direction) }
}
