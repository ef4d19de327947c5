import Crypto
public import EventLoop
public import Wire

/// One end of a secure connection that carries messages, as an actor on its loop.
///
/// ```swift
/// try await link.send([.hello(hello)])
/// for try await batch in link.messages {
///     for message in batch { … }
/// }
/// ```
///
/// What waits in either direction is bounded by its ``LinkLimits``. Dropping the last reference closes the connection.
public actor MessageLink<Received: FrameMessage, Sent: FrameMessage> {
    public nonisolated let loop: EventLoop

    let limits: LinkLimits
    private var state = State.opening(nil)
    private var inbox = FrameDecoder<Received>()
    private var opener: Waiter<Void>?
    private var reader: Waiter<[Received]?>?
    private var writers: [(id: Int, waiter: Waiter<Void>)] = []
    private var nextWriter = 0
    private var onChange: (@Sendable (LinkChange) -> Void)?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private typealias Waiter<Value> = CheckedContinuation<Result<Value, LinkError>, Never>

    private enum State {
        case opening(SecureConnection?)
        case open(SecureConnection)
        /// Whole messages may still wait in the inbox; nil where the other side ended the link properly.
        case ended(LinkError?)
    }

    /// A link that is not connected yet.
    init(on loop: EventLoop, limits: LinkLimits) {
        self.loop = loop
        self.limits = limits
    }

    isolated deinit {
        connection?.close()
        onChange?(.ended)
    }

    /// What both sides of this connection know and nobody else: 32 bytes, for a signature over Hello.
    public func exporter() throws(LinkError) -> [UInt8] {
        guard case .open(let connection) = state else { throw endError }
        do throws(CryptoError) { return try connection.exporter() } catch { throw .connection(error) }
    }

    /// The other end's address; nil once the link has ended.
    public var peer: Endpoint? { connection?.peer }

    /// Plaintext bytes that were sent and received so far; nil once the link has ended.
    public var traffic: (sent: UInt64, received: UInt64)? {
        connection.map { ($0.sentByteCount, $0.receivedByteCount) }
    }

    /// Says farewell, and closes once the other side has taken everything or did not in time.
    ///
    /// Nothing more is received or sent.
    public func finish() {
        connection?.finish()
        end(.closed)
    }

    /// Closes at once; what waits for the other side is dropped.
    public func close() {
        connection?.close()
        end(.closed)
    }
}

// MARK: - Opening

/// What becomes of a link, for the listener that made it.
enum LinkChange: Sendable {
    case opened
    /// It was open, or never will be.
    case ended
}

extension MessageLink {
    /// Begins to connect by what `make` returns; `onChange` is called on the loop, not from here.
    func begin(
        onChange: (@Sendable (LinkChange) -> Void)? = nil,
        _ make: (any SecureConnectionHandler) -> SecureConnection
    ) {
        self.onChange = onChange
        state = .opening(make(Ears(self)))
    }

    /// Waits for the handshake that ``begin(onChange:_:)`` began.
    func waitUntilOpen() async throws(LinkError) {
        do throws(LinkError) {
            try await suspend { waiter in
                opener = waiter
                switch state {
                case .opening: break
                case .open: stopOpening(.success(()))
                case .ended: stopOpening(.failure(endError))
                }
            } onCancel: { [self] in
                await stopOpening(.failure(.cancelled))
            }
        } catch {
            close()
            throw error
        }
    }

    private func stopOpening(_ outcome: Result<Void, LinkError>) {
        let waiter = opener
        opener = nil
        waiter?.resume(returning: outcome)
    }

    fileprivate func opened() {
        guard case .opening(let connection?) = state else { return }
        state = .open(connection)
        onChange?(.opened)
        stopOpening(.success(()))
    }
}

// MARK: - Receiving

extension MessageLink {
    /// What the other side says, in order, in batches: for one reader.
    ///
    /// Ends where the other side ends the link properly, and throws where it breaks; what arrived before that comes
    /// first. While nobody waits for the next batch, the other side has to wait before long.
    public nonisolated var messages: Messages { Messages(link: self) }

    /// What a link receives.
    public struct Messages: AsyncSequence, Sendable {
        let link: MessageLink

        /// Takes the batches, one after the other.
        public struct Iterator: AsyncIteratorProtocol {
            let link: MessageLink

            public func next() async throws(LinkError) -> [Received]? { try await link.nextBatch() }

            public func next(isolation: isolated (any Actor)?) async throws(LinkError) -> [Received]? {
                try await link.nextBatch()
            }
        }

        /// The one iterator of a link's messages.
        public func makeAsyncIterator() -> Iterator { Iterator(link: link) }
    }

    private func nextBatch() async throws(LinkError) -> [Received]? {
        precondition(reader == nil, "A link's messages are for one reader.")
        return try await suspend { waiter in
            reader = waiter
            connection?.resumeReading()
            serveReader()
        } onCancel: { [self] in
            await stopReading(.failure(.cancelled))
        }
    }

    /// The messages that wait, up to a limit; empty after the last one, nil where more may come.
    private func takeBatch() throws(LinkError) -> [Received]? {
        var batch: [Received] = []
        let limit = inbox.decodedByteCount + UInt64(limits.batch)
        do throws(FrameError) {
            while inbox.decodedByteCount < limit, let message = try inbox.next() { batch.append(message) }
        } catch {
            // It is thrown again when what came before it was taken.
            if batch.isEmpty {
                connection?.pauseReading()
                throw .unreadable(error)
            }
        }
        if !batch.isEmpty {
            if inbox.bufferedByteCount < limits.inbox { connection?.resumeReading() }
            return batch
        }
        guard case .ended(let reason) = state else { return nil }
        if let reason { throw reason }
        return []
    }

    /// Gives the waiting reader what there is, if there is anything.
    private func serveReader() {
        guard reader != nil else { return }
        do throws(LinkError) {
            guard let batch = try takeBatch() else { return }
            stopReading(.success(batch.isEmpty ? nil : batch))
        } catch {
            stopReading(.failure(error))
        }
    }

    private func stopReading(_ outcome: Result<[Received]?, LinkError>) {
        let waiter = reader
        reader = nil
        waiter?.resume(returning: outcome)
    }

    fileprivate func received(_ plaintext: RawSpan) {
        // As bytes of a type, which an array copies at once; raw ones it takes one by one.
        plaintext.withUnsafeBytes { $0.withMemoryRebound(to: UInt8.self) { inbox.append($0) } }
        serveReader()
        if reader == nil, inbox.bufferedByteCount >= limits.inbox { connection?.pauseReading() }
    }
}

// MARK: - Sending

extension MessageLink {
    /// Sends messages in order; returns once they are on their way, or wait in the bounded queue.
    ///
    /// Waits while the queue is full, and throws what ended the link. Cancelling it throws ``LinkError/cancelled``:
    /// some of the messages may have been sent, each of them whole. Messages of concurrent sends may alternate.
    public nonisolated func send(_ messages: [Sent]) async throws(LinkError) {
        var bytes: [UInt8] = []
        for message in messages {
            do throws(FrameError) {
                try FrameEncoder().append(message, to: &bytes)
            } catch {
                throw .unsendable(error)
            }
            if bytes.count >= LinkLimits.write {
                try await write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        if !bytes.isEmpty { try await write(bytes) }
    }

    /// Whether ``send(_:)`` would not have to wait now.
    public var canSend: Bool { connection?.canWrite == true }

    private func write(_ bytes: [UInt8]) async throws(LinkError) {
        while true {
            guard case .open(let connection) = state else { throw endError }
            guard connection.canWrite else {
                try await waitForRoom()
                continue  // somebody else may have been faster
            }
            do throws(CryptoError) { try connection.write(bytes.span.bytes) } catch { throw .connection(error) }
            return wakeWriter()
        }
    }

    private func waitForRoom() async throws(LinkError) {
        let id = nextWriter
        nextWriter += 1
        try await suspend { waiter in
            writers.append((id, waiter))
            wakeWriter()
        } onCancel: { [self] in
            await stopWriting(id)
        }
    }

    private func stopWriting(_ id: Int) {
        guard let index = writers.firstIndex(where: { $0.id == id }) else { return }
        writers.remove(at: index).waiter.resume(returning: .failure(.cancelled))
    }

    /// Lets the first waiting writer go on, if there is room; each lets the next one.
    ///
    /// None waits for a link that has ended.
    fileprivate func wakeWriter() {
        if case .ended = state { return stopWriting(.failure(endError)) }
        guard connection?.canWrite == true, !writers.isEmpty else { return }
        writers.removeFirst().waiter.resume(returning: .success(()))
    }

    private func stopWriting(_ outcome: Result<Void, LinkError>) {
        let waiting = writers
        writers = []
        for writer in waiting { writer.waiter.resume(returning: outcome) }
    }
}

// MARK: - Waiting and ending

extension MessageLink {
    /// Waits until somebody resumes the waiter that `keep` has put where it will be found.
    ///
    /// What `keep` waits for may have happened since the caller looked: it looks again once the waiter can be found.
    private func suspend<Value: Sendable>(
        _ keep: (Waiter<Value>) -> Void,
        onCancel: @escaping @Sendable () async -> Void
    ) async throws(LinkError) -> Value {
        let outcome: Result<Value, LinkError> = await withTaskCancellationHandler {
            // Naming `self` is what keeps the closure, and so `keep`, on this actor; it would run anywhere else.
            await withCheckedContinuation(isolation: self) { (waiter: Waiter<Value>) in
                if Task.isCancelled {
                    waiter.resume(returning: .failure(.cancelled))
                } else {
                    keep(waiter)
                }
            }
        } onCancel: {
            Task { await onCancel() }
        }
        return try outcome.get()
    }

    private var connection: SecureConnection? {
        switch state {
        case .opening(let connection): connection
        case .open(let connection): connection
        case .ended: nil
        }
    }

    /// What to tell somebody who still wants something of a link that is not open.
    private var endError: LinkError {
        if case .ended(let reason?) = state { reason } else { .closed }
    }

    fileprivate func end(_ reason: LinkError?) {
        if case .ended = state { return }
        state = .ended(reason)
        if reason == .closed { inbox = FrameDecoder() }
        stopOpening(.failure(endError))
        serveReader()
        stopWriting(.failure(endError))
        onChange?(.ended)
        onChange = nil
    }
}

/// Hears from the connection on behalf of the link, without keeping it alive.
private final class Ears<Received: FrameMessage, Sent: FrameMessage>: SecureConnectionHandler {
    private weak let link: MessageLink<Received, Sent>?

    init(_ link: MessageLink<Received, Sent>) { self.link = link }

    func opened() { link?.assumeIsolated { $0.opened() } }

    func received(_ plaintext: RawSpan) { link?.assumeIsolated { $0.received(plaintext) } }

    func canWriteAgain() { link?.assumeIsolated { $0.wakeWriter() } }

    func ended(_ reason: CryptoError?) {
        link?.assumeIsolated { $0.end(reason.map { .connection($0) }) }
    }
}
