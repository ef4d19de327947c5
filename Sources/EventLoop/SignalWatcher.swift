import CUV

/// Tells when the process gets a signal, such as SIGTERM; what the signal would have done otherwise does not happen.
///
/// Confined to its loop: create and close it on the loop's thread, which is also where it calls back.
public final class SignalWatcher {
    private let loop: EventLoop
    private let callback: Callback<Void>
    private var handle: LoopHandle<uv_signal_t>?

    /// Starts watching for a signal's number; `onSignal` is called for each, though several at once may be one.
    public init(_ signal: Int32, on loop: EventLoop, onSignal: @escaping () -> Void) throws(UVError) {
        let callback = Callback(onSignal)
        self.loop = loop
        self.callback = callback
        handle = try LoopHandle(on: loop, context: callback) { loop, handle in
            let code = uv_signal_init(loop, handle)
            return code < 0 ? code : uv_signal_start(handle, onArrival, signal)
        }
    }

    /// Ends watching: nothing is called back any more, and the signal does again what it did before.
    ///
    /// Repeating it does nothing.
    public func close() {
        loop.preconditionIsolated()
        handle = nil
        callback.call = nil
    }
}

/// Called on the loop's thread; the open handle retains the callback.
private let onArrival: uv_signal_cb = { handle, _ in
    Callback<Void>.of(handle!.pointee.data).call?(())
}
