public import EventLoop
public import Radio

/// One Bluetooth adapter of this machine, listening: what it hears waits here until somebody takes it.
///
/// The socket lives on an event loop; ``take(until:)`` may be called from any thread.
public final class AdapterRadio: Sendable {
    /// The most news that wait; what comes when that many do is dropped and counted: half a minute of a crowded hall.
    public static let capacity = 65_536

    private let driver: AdapterDriver
    private let inbox = RadioInbox(capacity: AdapterRadio.capacity)

    /// Prepares the adapter of a number; ``start()`` opens it.
    ///
    /// One that starts at rest does not listen before ``wake()``.
    public init(adapter: UInt16, settings: ScanSettings, startsAtRest: Bool = false, on loop: EventLoop) {
        driver = AdapterDriver(
            adapter: adapter,
            settings: settings,
            startsAtRest: startsAtRest,
            on: loop,
            inbox: inbox
        )
    }

    /// Milliseconds of the clock that news are stamped with: it never goes back, and runs while the machine sleeps.
    public static var now: Int64 { RadioInbox.bootTime() }

    /// Begins to listen, as soon as the adapter allows it.
    public func start() async { await driver.start() }

    /// Ends the scan and closes the adapter.
    public func stop() async { await driver.stop() }

    /// Stops listening until ``wake()``, to save power.
    public func rest() { Task { await driver.handle(.rest) } }

    /// Listens again.
    public func wake() { Task { await driver.handle(.wake) } }

    /// What came by `time` and was not taken yet, in order.
    public func take(until time: Int64) -> [RadioNews] { inbox.take(until: time) }

    /// How much was dropped because nobody took it.
    public var dropped: Int { inbox.dropped }
}

/// Something that came from an adapter.
public struct RadioNews: Sendable {
    /// Milliseconds of ``AdapterRadio/now``.
    public let time: Int64
    public let content: Content

    /// What it was.
    public enum Content: Sendable {
        /// An HCI event with its H4 indicator, and when it came in microseconds since 1970.
        case packet([UInt8], stamp: Int64)
        case notice(AdapterNotice)
    }
}
