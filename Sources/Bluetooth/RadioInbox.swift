import EventLoop
import Glibc

/// News that wait to be taken: filled on the loop, emptied by whoever scans.
final class RadioInbox: Sendable {
    private struct State: Sendable {
        var waiting: [RadioNews] = []
        var dropped = 0
    }

    private let state = Locked(State())
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    var dropped: Int { state.withLock(\.dropped) }

    /// Files what came now; where too much waits, it is dropped.
    func put(_ content: RadioNews.Content) {
        let news = RadioNews(time: Self.bootTime(), content: content)
        state.withLock { state in
            if state.waiting.count < capacity { state.waiting.append(news) } else { state.dropped += 1 }
        }
    }

    func take(until time: Int64) -> [RadioNews] {
        state.withLock { state in
            let end = state.waiting.firstIndex { $0.time > time } ?? state.waiting.endIndex
            let taken = Array(state.waiting[..<end])
            state.waiting.removeFirst(end)
            return taken
        }
    }

    /// Milliseconds since the machine was started, sleep included.
    static func bootTime() -> Int64 {
        var time = timespec()
        precondition(clock_gettime(CLOCK_BOOTTIME, &time) == 0, "Linux has this clock.")
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Microseconds since 1970.
    static func wallClock() -> Int64 {
        var time = timespec()
        precondition(clock_gettime(CLOCK_REALTIME, &time) == 0, "Linux has this clock.")
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
