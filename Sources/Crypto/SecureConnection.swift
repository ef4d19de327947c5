public import EventLoop

/// What the owner of a secure connection hears from it, on the loop's thread and never from within a call of its own.
public protocol SecureConnectionHandler: AnyObject {
    /// The handshake is done: the other side is who it should be, and takes plaintext.
    func opened()

    /// Some plaintext came, in the order in which it was sent: at most once for each read of the socket.
    ///
    /// The span holds for this call only.
    func received(_ plaintext: RawSpan)

    /// The queue was full and is half empty by now: go on writing.
    func canWriteAgain()

    /// The connection is over, or never came about; `reason` is nil where the other side ended it properly.
    ///
    /// Nothing follows.
    func ended(_ reason: CryptoError?)
}

/// A TCP connection under TLS, confined to its loop: plaintext in through a handler, plaintext out through a bounded
/// queue.
///
/// What is pending keeps it and its handler alive, until it ends or is closed.
public final class SecureConnection {
    /// What a secure connection may cost, and how long its peer may be out of reach.
    public struct Limits: Hashable, Sendable {
        /// What holds for the connection below.
        public var tcp = TCPConnection.Limits()
        /// How long dialing and handshake may take together.
        public var opening: Duration = .seconds(15)

        public init() {}
    }

    private enum State {
        case dialing(TCPDialer)
        case shakingHands(TCPConnection, TLSSession)
        case open(TCPConnection, TLSSession)
        case closed
    }

    /// Plaintext encrypted between two writes to the socket: two records.
    private static let slice = 32 << 10

    public let loop: EventLoop
    public private(set) var receivedByteCount: UInt64 = 0
    public private(set) var sentByteCount: UInt64 = 0

    private let limits: Limits
    private var state = State.closed
    private var handler: (any SecureConnectionHandler)?
    private var deadline: LoopAlarm?

    /// Dials a server and shakes hands with it.
    public init(
        to endpoint: Endpoint,
        _ context: TLSContext,
        on loop: EventLoop,
        limits: Limits = .init(),
        handler: any SecureConnectionHandler
    ) {
        self.loop = loop
        self.limits = limits
        self.handler = handler
        state = .dialing(
            TCPDialer(endpoint, on: loop, within: limits.opening, limits: limits.tcp) { [self] outcome in
                switch outcome {
                case .success(let connection): shakeHands(context, on: connection)
                case .failure(let error): end(.network(error))
                }
            }
        )
        setDeadline()
    }

    /// Shakes hands with a client that a listener accepted.
    public init(
        accepted connection: TCPConnection,
        _ context: TLSContext,
        limits: Limits = .init(),
        handler: any SecureConnectionHandler
    ) {
        loop = connection.loop
        self.limits = limits
        self.handler = handler
        setDeadline()
        shakeHands(context, on: connection)
    }

    /// The other end's address, once connected.
    public var peer: Endpoint? { connection?.peer }

    /// Whether it is time to write; after false, the handler is told when it is again.
    public var canWrite: Bool {
        if case .open(let connection, _) = state { connection.canWrite } else { false }
    }

    /// Encrypted bytes that wait for the peer.
    public var queuedByteCount: Int { connection?.queuedByteCount ?? 0 }

    /// 32 bytes that both sides of this connection know and nobody else (RFC 8446, section 7.5); once opened.
    public func exporter() throws(CryptoError) -> [UInt8] {
        guard case .open(_, let session) = state else { throw .network(.closed) }
        return try session.exporter()
    }

    /// The most that one ``write(_:)`` takes: what the reserve has room for, with a record's overhead.
    public var longestWrite: Int { limits.tcp.reserve / 64 * 63 }

    /// Sends plaintext, up to ``longestWrite`` and only while ``canWrite``.
    public func write(_ plaintext: RawSpan) throws(CryptoError) {
        loop.preconditionIsolated()
        guard case .open(let connection, let session) = state else { throw .network(.closed) }
        guard connection.canWrite else { throw .network(.queueFull(limit: limits.tcp.queue)) }
        precondition(plaintext.byteCount <= longestWrite, "A write has to fit into the queue's reserve.")
        sentByteCount += UInt64(plaintext.byteCount)
        var rest = plaintext
        while rest.byteCount > 0 {
            try session.send(rest.extracting(first: Self.slice))
            rest = rest.extracting(droppingFirst: Self.slice)
            try flush(session, to: connection)
        }
    }

    /// Delivers nothing until ``resumeReading()``, so that the peer has to wait.
    public func pauseReading() { connection?.pauseReading() }

    /// Delivers what the peer sends.
    public func resumeReading() { connection?.resumeReading() }

    /// Says farewell and closes once the peer has taken everything; the handler hears nothing more.
    public func finish() {
        loop.preconditionIsolated()
        guard case .open(let connection, let session) = state else { return close() }
        session.finish()
        do { try flush(session, to: connection) } catch { return close() }
        leave()
        connection.finish()
    }

    /// Closes at once: what waits for the peer is dropped, and the handler hears nothing more.
    public func close() {
        loop.preconditionIsolated()
        let (dialer, connection) = (dialer, connection)
        leave()
        dialer?.cancel()
        connection?.close()
    }
}

// MARK: - Inside

extension SecureConnection {
    private var connection: TCPConnection? {
        switch state {
        case .shakingHands(let connection, _), .open(let connection, _): connection
        case .dialing, .closed: nil
        }
    }

    private var dialer: TCPDialer? {
        if case .dialing(let dialer) = state { dialer } else { nil }
    }

    private func setDeadline() {
        deadline = LoopAlarm(on: loop) { [self] in end(.handshakeTimedOut(after: limits.opening)) }
        deadline?.set(after: limits.opening)
    }

    private func shakeHands(_ context: TLSContext, on connection: TCPConnection) {
        do throws(CryptoError) {
            let session = try TLSSession(context)
            state = .shakingHands(connection, session)
            connection.start(Transport(self))
            try flush(session, to: connection)
        } catch {
            // Out of memory, at worst: the deadline tells the handler, which must not hear from within `init`.
            connection.close()
        }
    }

    fileprivate func didReceive(_ ciphertext: RawSpan) {
        switch state {
        case .shakingHands(let connection, let session), .open(let connection, let session):
            do throws(CryptoError) {
                try session.receive(ciphertext) { plaintext in deliver(plaintext, from: session, on: connection) }
                try flush(session, to: connection)
                openIfReady(session, connection)
            } catch {
                fail(error, session, connection)
            }
            if session.hasPeerFinished { end(nil) }
        case .dialing, .closed: return
        }
    }

    private func deliver(_ plaintext: RawSpan, from session: TLSSession, on connection: TCPConnection) {
        openIfReady(session, connection)
        guard case .open = state else { return }
        receivedByteCount += UInt64(plaintext.byteCount)
        handler?.received(plaintext)
    }

    private func openIfReady(_ session: TLSSession, _ connection: TCPConnection) {
        guard case .shakingHands = state, session.isEstablished else { return }
        state = .open(connection, session)
        deadline?.close()
        deadline = nil
        handler?.opened()
    }

    /// Sends the alert that OpenSSL left for the other side, and ends the connection.
    private func fail(_ error: CryptoError, _ session: TLSSession, _ connection: TCPConnection) {
        guard self.connection === connection else { return }  // the handler closed it meanwhile
        session.takeOutput { alert in try? connection.write(alert) }  // a courtesy: it may fail
        let handler = handler
        leave()
        connection.finish()
        handler?.ended(error)
    }

    private func flush(_ session: TLSSession, to connection: TCPConnection) throws(CryptoError) {
        do throws(NetworkError) {
            try session.takeOutput { bytes throws(NetworkError) in try connection.write(bytes) }
        } catch {
            if error != .closed { throw .network(error) }  // the handler may have closed it meanwhile
        }
    }

    fileprivate func didEnd(_ reason: NetworkError?) {
        end(reason.map { .network($0) } ?? .cut)
    }

    fileprivate func canWriteAgain() {
        if case .open = state { handler?.canWriteAgain() }
    }

    private func end(_ reason: CryptoError?) {
        let handler = handler
        close()
        handler?.ended(reason)
    }

    private func leave() {
        state = .closed
        handler = nil
        deadline?.close()
        deadline = nil
    }
}

/// Hears from the TCP connection on behalf of the secure one, which it keeps alive.
private final class Transport: TCPConnectionHandler {
    private let owner: SecureConnection

    init(_ owner: SecureConnection) { self.owner = owner }

    func received(_ bytes: RawSpan) { owner.didReceive(bytes) }

    func canWriteAgain() { owner.canWriteAgain() }

    func ended(_ reason: NetworkError?) { owner.didEnd(reason) }
}
