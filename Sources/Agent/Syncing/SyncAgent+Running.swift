import Crypto
import EdgeLog
import EventLoop
import Link
import Survey
import Sync

extension SyncAgent {
    /// Sessions that may end without progress, one after the other, before a single sync gives up.
    private static let attempts = 3
    /// Sessions that may follow each other at once, because the log changed in a way that only a Hello can tell.
    private static let restarts = 16

    /// Syncs until the goal is reached; for ``SyncGoal/watch``, until the task is cancelled or the server refuses.
    ///
    /// - Throws: ``AgentError``, `LinkError`, and `CancellationError` where the task was cancelled: then the link was
    ///   closed in order, and whatever both sides have acknowledged is kept.
    public func run() async throws -> SyncReport {
        var backoff = Backoff()
        var random = SystemRandomNumberGenerator()
        var failures = 0
        var restarts = 0
        while true {
            try Task.checkCancellation()
            let before = report.progress
            var minimum: Int64 = 0
            let failure: any Error
            do {
                switch try await connect() {
                case .done: return report
                case .closed(.startAgain):
                    restarts += 1
                    guard restarts <= Self.restarts else { throw AgentError.ended(.startAgain) }
                    continue
                case .closed(let reason): throw AgentError.ended(reason)
                }
            } catch let error {
                try Task.checkCancellation()
                guard Self.mayPass(error) else { throw error }
                if case AgentError.ended(.refused(.retryAfter(let wait))) = error { minimum = Int64(clamping: wait) }
                failure = error
            }
            if report.progress > before { (failures, restarts) = (0, 0) } else { failures += 1 }
            if report.progress > before || report.role != nil && failures == 1 { backoff.reset() }
            let isFirst = report.role == nil && options.goal.isOnce
            if options.goal.isOnce, isFirst || failures >= Self.attempts { throw failure }
            let wait = backoff.next(atLeast: minimum, using: &random)
            notify(.disconnected(reason: "\(failure)", retryIn: wait))
            try await rest(for: wait)
        }
    }

    /// Dials, holds one session and hangs up.
    private func connect() async throws -> Ending {
        isInStep = false
        let link = try await ClientLink.dial(membership.endpoint, pin: membership.pin, on: loop)
        notify(.connected(membership.endpoint))
        do {
            let ending = try await converse(over: link)
            await link.finish()
            return ending
        } catch {
            await link.close()
            if let ending { return ending }
            throw error
        }
    }

    /// Whether trying again later may help.
    private static func mayPass(_ error: any Error) -> Bool {
        switch error {
        case AgentError.ended(.refused(.retryAfter)), AgentError.ended(.timedOut), AgentError.hungUp: true
        case LinkError.connection(.network), LinkError.connection(.cut), LinkError.connection(.handshakeTimedOut): true
        case LinkError.connection(.damaged), LinkError.closed: true
        default: false
        }
    }

    /// Waits; not longer than until the network has changed, since it may have returned.
    private func rest(for milliseconds: Int64) async throws {
        let before = NetworkRoutes.now()
        let end = ContinuousClock.now.advanced(by: .milliseconds(milliseconds))
        while ContinuousClock.now < end, NetworkRoutes.now() == before {
            try await ContinuousClock().sleep(until: min(end, .now.advanced(by: .seconds(1))))
        }
    }
}
