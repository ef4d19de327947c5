import CUV

/// Calls back once after a while: a deadline of something that is confined to a loop.
///
/// Create, use and close it on the loop's thread, which is also where it calls back.
public final class LoopAlarm {
    private let loop: EventLoop
    private let callback: Callback<Void>
    private var handle: LoopHandle<uv_timer_t>?

    /// Makes an alarm that is not set.
    public init(on loop: EventLoop, onAlarm: @escaping () -> Void) {
        self.loop = loop
        let callback = Callback(onAlarm)
        self.callback = callback
        do throws(UVError) {
            handle = try LoopHandle(on: loop, context: callback) { uv_timer_init($0, $1) }
        } catch {
            preconditionFailure("uv_timer_init cannot fail.")
        }
    }

    /// Rings after `duration`, never before; replaces what was set earlier.
    public func set(after duration: Duration) {
        loop.preconditionIsolated()
        guard let raw = handle?.raw else { preconditionFailure("The alarm is closed.") }
        uv_update_time(loop.loop)  // libuv's clock stands still while a turn's work is done
        // One more, because that clock was rounded down to the millisecond when this one was.
        uv_timer_start(raw, onTimer, duration > .zero ? duration.wholeMilliseconds + 1 : 0, 0)
    }

    /// Forgets what was set.
    public func cancel() {
        loop.preconditionIsolated()
        if let raw = handle?.raw { uv_timer_stop(raw) }
    }

    /// Ends the alarm for good: nothing is called back any more.
    ///
    /// Repeating it does nothing.
    public func close() {
        loop.preconditionIsolated()
        handle = nil
        callback.call = nil
    }
}

/// Called on the loop's thread; the open handle retains the callback.
private let onTimer: uv_timer_cb = { timer in
    Callback<Void>.of(timer!.pointee.data).call?(())
}

extension Duration {
    /// The duration in milliseconds, rounded up.
    var wholeMilliseconds: UInt64 {
        let (seconds, attoseconds) = components
        precondition(seconds >= 0 && attoseconds >= 0, "A timer cannot run for a negative time.")
        return UInt64(seconds) * 1_000 + UInt64((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
