import CUV
import Glibc

/// What the owner of a TCP connection hears from it, on the loop's thread and never from within a call of its own.
public protocol TCPConnectionHandler: AnyObject {
    /// Some bytes came, in the order in which the peer sent them; the span holds for this call only.
    func received(_ bytes: RawSpan)

    /// The queue was full and is half empty by now: go on writing.
    func canWriteAgain()

    /// The connection is over; `reason` is nil where the peer ended it properly. Nothing follows.
    func ended(_ reason: NetworkError?)
}

/// One TCP connection, confined to its loop: bytes in through a handler, bytes out through a bounded queue.
///
/// An open connection keeps its handler alive, and its loop keeps the connection alive, until it ends or is closed.
public final class TCPConnection {
    /// What a connection may cost, and how long its peer may be out of reach.
    public struct Limits: Hashable, Sendable {
        /// Bytes that may wait for the peer before ``TCPConnection/canWrite`` asks the writer to wait as well.
        public var queue = 1 << 20
        /// Bytes beyond ``queue`` for what was begun before; then ``TCPConnection/write(_:)`` refuses.
        public var reserve = 512 << 10
        /// How long the peer may send nothing while it is listened to; nil for as long as it likes.
        public var silence: Duration?
        /// How long the peer may take nothing of what waits for it.
        public var stall: Duration = .seconds(60)
        /// How long ``TCPConnection/finish()`` waits for the peer to take the rest and to close.
        public var linger: Duration = .seconds(10)

        public init() {}
    }

    private enum State {
        case connecting
        case open
        /// Nothing more is written or delivered; the peer may take what it was sent.
        case finishing
        case closed
    }

    public let loop: EventLoop
    /// The other end's address, once connected.
    public private(set) var peer: Endpoint?
    public private(set) var receivedByteCount: UInt64 = 0
    /// Bytes written, whether or not the peer took them yet.
    public private(set) var sentByteCount: UInt64 = 0

    private let limits: Limits
    private var state = State.connecting
    private var handle: LoopHandle<uv_tcp_t>?
    private var handler: (any TCPConnectionHandler)?
    private var watch: PeerWatch
    private var alarm: LoopAlarm?
    private var alarmTime = UInt64.max
    private var failure: NetworkError?
    private var isReading = false
    private var isFull = false

    /// Makes a connection that is not connected yet.
    init(on loop: EventLoop, limits: Limits) throws(NetworkError) {
        self.loop = loop
        self.limits = limits
        watch = PeerWatch(limits, at: loop.now)
        handle = try .tcp(on: loop, context: self)
    }

    deinit { precondition(handle == nil, "libuv keeps a connection alive until it is closed.") }

    /// Begins to deliver what the peer sends; to be called once, when the connection was handed over.
    public func start(_ handler: any TCPConnectionHandler) {
        precondition(state == .open && self.handler == nil, "A connection is started once, while it is open.")
        self.handler = handler
        alarm = LoopAlarm(on: loop) { [unowned self] in checkPeer() }
        resumeReading()
    }

    /// Bytes that wait for the peer.
    public var queuedByteCount: Int { stream.map { uv_stream_get_write_queue_size($0) } ?? 0 }

    /// Whether it is time to write; after false, the handler is told when it is again.
    public var canWrite: Bool { state == .open && queuedByteCount < limits.queue }

    /// Sends bytes, now where the peer takes them, else as soon as it does; copies what has to wait.
    ///
    /// A single write of any size is taken where nothing waits.
    public func write(_ bytes: RawSpan) throws(NetworkError) {
        loop.preconditionIsolated()
        guard state == .open, let stream else { throw .closed }
        let waiting = queuedByteCount
        let limit = limits.queue + limits.reserve
        guard waiting + bytes.byteCount <= limit || waiting == 0 else { throw .queueFull(limit: limit) }
        sentByteCount += UInt64(bytes.byteCount)
        let code = bytes.withUnsafeBytes { WriteRequest.send($0, to: stream) }
        if code < 0 { fail(.lost(code)) }
        if queuedByteCount >= limits.queue { isFull = true }
        if waiting == 0, queuedByteCount > 0 {
            watch.beganToWait(at: loop.now)
            setAlarm()
        }
    }

    /// Delivers nothing until ``resumeReading()``: the peer has to wait, and may be silent for as long.
    public func pauseReading() {
        guard state == .open, isReading, let stream else { return }
        isReading = false
        uv_read_stop(stream)
    }

    /// Delivers what the peer sends.
    public func resumeReading() {
        guard state == .open, !isReading, let stream else { return }
        isReading = true
        let code = uv_read_start(stream, onAllocate, onRead)
        if code < 0 { fail(.lost(code)) }
        watch.heard(at: loop.now)
        setAlarm()
    }

    /// Closes once the peer has taken everything and has closed its side, or did not in time.
    ///
    /// What still comes is read and dropped: closing at once would make the operating system throw away, on the
    /// peer's side too, what it was sent last. The handler hears nothing more.
    public func finish() {
        guard state == .open, handler != nil, let stream else { return close() }
        resumeReading()
        state = .finishing
        handler = nil
        guard ShutdownRequest.send(to: stream) >= 0 else { return close() }
        watch.beganToLinger(at: loop.now)
        setAlarm()
    }

    /// Closes at once: what waits for the peer is dropped, and the handler hears nothing more.
    public func close() {
        loop.preconditionIsolated()
        guard state != .closed else { return }
        state = .closed
        handler = nil
        handle = nil
        alarm?.close()
        alarm = nil
    }
}

// MARK: - Connecting

extension TCPConnection {
    /// libuv's stream, for the calls of a listener or a dialer; nil once closed.
    var stream: UnsafeMutablePointer<uv_stream_t>? {
        guard let raw = handle?.raw else { return nil }
        return pharos_uv_stream(raw)
    }

    /// Told by a listener or a dialer that the connection stands.
    func isConnected() {
        guard state == .connecting, let raw = handle?.raw else { return }
        state = .open
        peer = SocketAddress { uv_tcp_getpeername(raw, $0, $1) }?.endpoint
        // Both are improvements only: a socket that refuses them works without.
        uv_tcp_nodelay(raw, 1)
        setUserTimeout(of: raw)
    }

    /// Lets the system give up what was sent but not acknowledged after the same time as we what could not be sent.
    private func setUserTimeout(of raw: UnsafeMutablePointer<uv_tcp_t>) {
        var descriptor: uv_os_fd_t = -1
        guard uv_fileno(pharos_uv_handle(raw), &descriptor) == 0 else { return }
        var timeout = UInt32(clamping: limits.stall.wholeMilliseconds)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &timeout, socklen_t(MemoryLayout<UInt32>.size))
    }
}

// MARK: - What libuv tells

extension TCPConnection {
    /// The connection whose handle this is; the open handle retains it.
    fileprivate static func of(_ stream: UnsafeMutablePointer<uv_stream_t>) -> TCPConnection {
        Unmanaged<TCPConnection>.fromOpaque(stream.pointee.data).takeUnretainedValue()
    }

    fileprivate func didRead(_ bytes: UnsafeRawBufferPointer) {
        receivedByteCount += UInt64(bytes.count)
        watch.heard(at: loop.now)
        handler?.received(bytes.bytes)
    }

    fileprivate func didFailToRead(_ code: Int32) {
        end(code == UV_EOF.rawValue ? nil : .lost(code))
    }

    /// A write that had to wait is done; one that failed was cancelled by closing, or is followed by a failed read.
    func didWrite(_ code: Int32) {
        if code < 0 { fail(.lost(code)) }
        guard isFull, queuedByteCount <= limits.queue / 2 else { return }
        isFull = false
        handler?.canWriteAgain()
    }

    private func end(_ reason: NetworkError?) {
        let handler = handler
        close()
        handler?.ended(reason)
    }

    /// Ends the connection in a moment, when its owner is not in the middle of a call.
    private func fail(_ reason: NetworkError) {
        guard state == .open, failure == nil else { return }
        failure = reason
        alarm?.set(after: .zero)
    }

    private func checkPeer() {
        let now = loop.now
        alarmTime = .max
        watch.took(sentByteCount - UInt64(queuedByteCount), at: now)
        if let failure { return end(failure) }
        if let verdict = watch.verdict(at: now, isReading: isReading, isWaiting: queuedByteCount > 0) {
            return end(verdict)
        }
        setAlarm()
    }

    private func setAlarm() {
        guard failure == nil, let due = watch.due(isReading: isReading, isWaiting: queuedByteCount > 0) else { return }
        guard due < alarmTime else { return }
        alarmTime = due
        alarm?.set(after: .milliseconds(due - min(due, loop.now)))
    }
}

/// Called on the loop's thread; every connection of a loop reads into the same memory, which `onRead` empties at once.
private let onAllocate: uv_alloc_cb = { handle, _, buffer in
    let memory = EventLoop.running(handle!.pointee.loop).readBuffer
    buffer!.pointee = uv_buf_init(memory.baseAddress!.assumingMemoryBound(to: CChar.self), UInt32(memory.count))
}

/// Called on the loop's thread; a count of 0 means that there was nothing to read after all.
private let onRead: uv_read_cb = { stream, count, buffer in
    let connection = TCPConnection.of(stream!)
    if count > 0 {
        connection.didRead(UnsafeRawBufferPointer(start: buffer!.pointee.base, count: count))
    } else if count < 0 {
        connection.didFailToRead(Int32(count))
    }
}
