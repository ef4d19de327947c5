import Agent
import CommandLineKit
import EdgeLog
import JSON
import Survey
import Sync
import Venue

/// `pharos status`: what is safe, what is not, and what waits for a person.
struct StatusCommand: Subcommand {
    static let name = "status"
    static let summary = "Show what is safe on the server, what is not, and what waits for you"
    static let usage = ""
    static let discussion = """
        Says "in step" only where everything was delivered and pulled within the last hour and nothing waits; ends with \
        status 1 otherwise. It never asks the server: that is what pharos sync is for.
        """

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let status = try agent.log.status()
        let confirmed = try agent.confirmedVenue()
        let venue = try agent.venue()
        let now = SystemClock().now().wallClock
        let health = Health(
            status: status,
            fork: try agent.fork(),
            lastInStepAt: try agent.lastInStepAt(),
            hasJoined: (try? Membership(of: agent.log.installation)) != nil,  // unreadable counts as not joined
            waiting: venue.problems.filter { !$0.isPending }.count + venue.conflicts.count,
            now: now
        )
        let json = try json(agent, status, confirmed, venue, health, now)
        let text = try text(agent, status, venue, health, now)
        console.answer(json, text)
        return health.isInStep ? .success : .failure
    }

    private func json(
        _ agent: LocalAgent,
        _ status: LogStatus,
        _ confirmed: Venue,
        _ venue: Venue,
        _ health: Health,
        _ now: Timestamp
    ) throws -> JSONValue {
        [
            "agent": .string("\(agent.log.agent)"),
            "clockAhead": JSONValue(try agent.clockAhead()),
            "conflicts": .array(venue.conflicts.map { .string(venue.words(for: $0)) }),
            "cursors": .array(
                status.cursors.map { ["lane": .string("\($0.lane)"), "position": JSONValue($0.position)] }
            ),
            "digest": .string("\(confirmed.digest(with: LocalAgent.hashing))"),
            "events": JSONValue(status.events),
            "fork": JSONValue(try agent.fork().map { "\($0)" }),
            "health": .string(health.word),
            "lastAcknowledged": JSONValue(status.lastAcknowledgedAt?.milliseconds),
            "lastContact": JSONValue(try agent.lastContactAt()?.milliseconds),
            "lastInStep": JSONValue(try agent.lastInStepAt()?.milliseconds),
            "name": JSONValue(venue.name),
            "orphans": JSONValue(status.orphans),
            "plansMissing": JSONValue(status.missingBlobs),
            "plansNotSafe": JSONValue(status.unsafeBlobs),
            "problems": .array(venue.problems.map { .string(venue.words(for: $0)) }),
            "project": .string("\(agent.log.project)"),
            "projector": JSONValue(Venue.projectorVersion),
            "reasons": .array(health.reasons.map(JSONValue.string)),
            "unsent": JSONValue(status.unsent),
        ]
    }

    private func text(
        _ agent: LocalAgent,
        _ status: LogStatus,
        _ venue: Venue,
        _ health: Health,
        _ now: Timestamp
    ) throws -> String {
        var lines = ["\(venue.name ?? "Unnamed project"): \(health.word)"]
        lines += health.reasons.map { "  \($0)" }
        lines.append("  \(status.events) events here, \(status.unsent) not yet on the server")
        if let contact = try agent.lastContactAt() {
            lines.append("  last contact with the server \(contact.words(before: now))")
        }
        lines += venue.conflicts.map { "  ! \(venue.words(for: $0))" }
        lines += venue.problems.filter { !$0.isPending }.map { "  ! \(venue.words(for: $0))" }
        return lines.joined(separator: "\n")
    }
}

/// Whether an installation and its server are in step: never by default.
struct Health {
    /// What speaks against it, most urgent first.
    let reasons: [String]
    private let isUnknown: Bool

    /// Milliseconds after which "in step" is no longer known.
    private static let freshness: Int64 = 3_600_000

    init(
        status: LogStatus,
        fork: Incarnation?,
        lastInStepAt: Timestamp?,
        hasJoined: Bool,
        waiting: Int,
        now: Timestamp
    ) {
        var reasons: [String] = []
        if fork != nil { reasons.append("the log went on elsewhere: run pharos recover") }
        if !hasJoined { reasons.append("no server was joined: everything is on this machine alone") }
        if status.unsent > 0 { reasons.append("\(status.unsent) events are on this machine alone") }
        if status.unsafeBlobs > 0 { reasons.append("\(status.unsafeBlobs) plans are not yet safe on the server") }
        if status.missingBlobs > 0 { reasons.append("\(status.missingBlobs) plans are not here yet") }
        if status.orphans > 0 {
            reasons.append("\(status.orphans) events of others were lost by the server and are aside")
        }
        if waiting > 0 { reasons.append("\(waiting) conflicts and problems wait for somebody to look") }
        let age = lastInStepAt.map { now.milliseconds - $0.milliseconds }
        isUnknown = age.map { $0 < 0 || $0 > Self.freshness } ?? true
        if hasJoined, isUnknown {
            reasons.append(
                lastInStepAt.map { "last in step \($0.words(before: now)): what happened since is unknown" }
                    ?? "never synced: what the server has is unknown"
            )
        }
        self.reasons = reasons
    }

    var isInStep: Bool { reasons.isEmpty }

    var word: String { isInStep ? "in step" : isUnknown ? "unknown" : "needs attention" }
}

extension Timestamp {
    /// How long ago it was, in words.
    func words(before now: Timestamp) -> String {
        let seconds = (now.milliseconds - milliseconds) / 1_000
        guard seconds >= 0 else { return "in the future by this machine's clock" }
        return seconds < 60 ? "just now" : "\(Duration.seconds(seconds / 60 * 60).words) ago"
    }
}
