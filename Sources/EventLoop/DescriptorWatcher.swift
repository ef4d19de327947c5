import CUV

/// Tells when a file descriptor can be read or written: the way in for libraries that bring their own sockets.
///
/// Confined to its loop: create, use and close it on the loop's thread, which is also where it calls back. It is level
/// triggered: as long as the descriptor stays ready and of interest, every turn of the loop says so again.
public final class DescriptorWatcher {
    /// What a descriptor is watched for, or ready for.
    public struct Interest: OptionSet, Hashable, Sendable {
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        public static let readable = Self(rawValue: Int32(UV_READABLE.rawValue))
        public static let writable = Self(rawValue: Int32(UV_WRITABLE.rawValue))
    }

    private let loop: EventLoop
    private let descriptor: Int32
    private let callback: Callback<Result<Interest, UVError>>
    private var handle: LoopHandle<uv_poll_t>?

    /// Watches an open socket, pipe or device, for nothing yet; it stays the caller's to close.
    ///
    /// `onReady` is called on the loop's thread, never inside `init`, `watch` or `close`. After a failure, which for
    /// a socket means that its next read or write will tell the reason, watching has ended.
    public init(
        _ descriptor: Int32,
        on loop: EventLoop,
        onReady: @escaping (Result<Interest, UVError>) -> Void
    ) throws(UVError) {
        let callback = Callback(onReady)
        handle = try LoopHandle(on: loop, context: callback) { uv_poll_init($0, $1, descriptor) }
        self.loop = loop
        self.descriptor = descriptor
        self.callback = callback
    }

    /// Replaces what the descriptor is watched for; an empty interest pauses.
    public func watch(_ interest: Interest) throws(UVError) {
        loop.preconditionIsolated()
        guard let raw = handle?.raw else { preconditionFailure("The watcher of descriptor \(descriptor) is closed.") }
        let code = interest.isEmpty ? uv_poll_stop(raw) : uv_poll_start(raw, interest.rawValue, onEvent)
        try UVError.check(code, "uv_poll_start")
    }

    /// Ends watching: nothing is called back any more, and the descriptor may be closed.
    ///
    /// Repeating it does nothing.
    public func close() {
        loop.preconditionIsolated()
        handle = nil
        callback.call = nil
    }
}

private typealias Readiness = Result<DescriptorWatcher.Interest, UVError>

/// Called on the loop's thread; the open handle retains the callback.
private let onEvent: uv_poll_cb = { handle, status, events in
    let callback = Callback<Readiness>.of(handle!.pointee.data)
    if status < 0 {
        callback.call?(.failure(UVError(code: status, call: "uv_poll")))
    } else {
        callback.call?(.success(DescriptorWatcher.Interest(rawValue: events)))
    }
}
