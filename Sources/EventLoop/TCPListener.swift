import CUV

/// Accepts TCP connections, confined to its loop.
public final class TCPListener {
    /// Connections that may wait to be accepted; beyond it the system lets newcomers try again.
    private static let backlog: Int32 = 1_024

    private let loop: EventLoop
    private let callback: Callback<Arrival>
    private var handle: LoopHandle<uv_tcp_t>?

    /// Where it listens: the port is the one the system chose where 0 was asked for.
    public let endpoint: Endpoint

    /// Listens at a numeric address; `::` means every address of this computer.
    ///
    /// `onConnection` gets each connection to start or to close, or a failure that concerns one connection only.
    public init(
        at endpoint: Endpoint,
        on loop: EventLoop,
        limits: TCPConnection.Limits = .init(),
        onConnection: @escaping (Result<TCPConnection, NetworkError>) -> Void
    ) throws(NetworkError) {
        guard let address = SocketAddress(numeric: endpoint) else { throw .notAnAddress(endpoint.host) }
        let callback = Callback<Arrival> { [unowned loop] arrival in
            onConnection(Self.accept(arrival, on: loop, limits: limits))
        }
        let handle = try LoopHandle<uv_tcp_t>.tcp(on: loop, context: callback)
        let raw = handle.raw
        var code = address.withUnsafePointer { uv_tcp_bind(raw, $0, 0) }
        if code == 0 { code = uv_listen(pharos_uv_stream(raw), Self.backlog, onArrival) }
        guard code == 0 else { throw .listening(at: endpoint, code) }
        self.endpoint = SocketAddress { uv_tcp_getsockname(raw, $0, $1) }?.endpoint ?? endpoint
        self.loop = loop
        self.callback = callback
        self.handle = consume handle
    }

    /// Accepts no more; connections that were handed over go on.
    ///
    /// Repeating it does nothing.
    public func close() {
        loop.preconditionIsolated()
        handle = nil
        callback.call = nil
    }

    private static func accept(
        _ arrival: Arrival,
        on loop: EventLoop,
        limits: TCPConnection.Limits
    ) -> Result<TCPConnection, NetworkError> {
        Result { () throws(NetworkError) in
            guard arrival.status >= 0 else { throw .system(UVError(code: arrival.status, call: "accept")) }
            let connection = try TCPConnection(on: loop, limits: limits)
            let code = uv_accept(arrival.listener, connection.stream)
            guard code >= 0 else {
                connection.close()
                throw .system(UVError(code: code, call: "uv_accept"))
            }
            connection.isConnected()
            return connection
        }
    }
}

/// A connection that waits to be accepted, or why there is none.
private struct Arrival {
    let listener: UnsafeMutablePointer<uv_stream_t>
    let status: Int32
}

/// Called on the loop's thread; the open handle retains the callback.
private let onArrival: uv_connection_cb = { listener, status in
    Callback<Arrival>.of(listener!.pointee.data).call?(Arrival(listener: listener!, status: status))
}
