import EventLoop
import EventStore

/// Tells an operator what is wrong with the database: each thing once a minute, however many agents run into it.
final class Complaints: Sendable {
    private static let pause = Duration.seconds(60)
    /// Different complaints that are remembered; they differ by little more than SQLSTATE and table.
    private static let limit = 64

    private let lastSaid = Locked<[String: ContinuousClock.Instant]>([:])
    private let log: @Sendable (String) -> Void

    init(log: @escaping @Sendable (String) -> Void) { self.log = log }

    /// Says what went wrong, unless that was said a moment ago.
    func report(_ error: EventStoreError, at now: ContinuousClock.Instant = .now) {
        let text = "\(error)"
        let isNew = lastSaid.withLock { said in
            if let last = said[text], now - last < Self.pause { return false }
            if said.count >= Self.limit { said = [:] }
            said[text] = now
            return true
        }
        if isNew { log(text) }
    }
}
