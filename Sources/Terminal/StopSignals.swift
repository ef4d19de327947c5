import CommandLineKit
import Glibc

/// Turns SIGINT and SIGTERM into a call on an ordinary thread.
///
/// A signal handler may do almost nothing; this one writes a byte to a pipe, which a thread waits for.
enum StopSignals {
    /// The pipe's end that the handler writes to; set once, before the handler is installed.
    nonisolated(unsafe) fileprivate static var doorbell: Int32 = -1

    /// Calls `onFirst` at the first signal; the second one ends the process at once.
    static func watch(onFirst: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }  // without a pipe, the signals keep their default: they end the process
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }  // children must not hold the bell
        doorbell = ends[1]
        let context = Unmanaged.passRetained(Watcher(bell: ends[0], onFirst: onFirst))  // released by `waitForSignals`
        var thread = pthread_t()
        guard pthread_create(&thread, nil, waitForSignals, context.toOpaque()) == 0 else {
            context.release()
            return
        }
        pthread_detach(thread)
        signal(SIGINT, ring)
        signal(SIGTERM, ring)
    }

    fileprivate final class Watcher: Sendable {
        let bell: Int32
        let onFirst: @Sendable () -> Void

        init(bell: Int32, onFirst: @escaping @Sendable () -> Void) {
            self.bell = bell
            self.onFirst = onFirst
        }

        /// Waits until the bell has rung once more.
        func wait() {
            var byte: UInt8 = 0
            while read(bell, &byte, 1) < 0 && errno == EINTR {}
        }
    }
}

/// The kernel calls this on any thread, in the middle of anything: `write` is safe there, and errno is kept.
private let ring: @convention(c) (Int32) -> Void = { _ in
    let kept = errno
    var byte: UInt8 = 1
    _ = write(StopSignals.doorbell, &byte, 1)
    errno = kept
}

/// The watching thread's whole life; it takes over the watcher that was retained for it.
private let waitForSignals: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    let watcher = Unmanaged<StopSignals.Watcher>.fromOpaque(context!).takeRetainedValue()
    watcher.wait()
    watcher.onFirst()
    watcher.wait()
    _exit(ExitStatus.interrupted.rawValue)
}
