public import EventStore
import Survey
import Sync
public import Venue

/// What an operator wants to know of a project: who is how far, and what is wrong.
///
/// Nothing is well by default: only an agent that was heard lately, and whose log is stored whole, is `current`.
public struct StatusReport: Sendable {
    public let project: Administration.Project
    public let status: StatusStore.ProjectStatus
    public let agents: [Agent]
    /// The venue as far as events are stored: what it could not apply, and what people have to decide.
    public let venue: Venue

    /// One agent, and how far each of its streams is stored.
    public struct Agent: Hashable, Sendable {
        public let record: EnrolledAgent
        public let streams: [StatusStore.StreamStatus]
        public let state: State
    }

    /// How an agent stands; the worst thing that is known of it.
    public enum State: String, Hashable, Sendable {
        /// Everything that it claims is stored, the hashes agree, and it was heard lately.
        case current
        /// It has events that are not stored yet.
        case behind
        /// Its log and the store differ: it has to recover.
        case forked
        /// It was not heard for longer than ``StatusReport/silence``.
        case silent
        /// It never said Hello.
        case neverSeen
        case revoked
    }

    /// How long an agent may be unheard before that is worth a look.
    public static let silence = Duration.seconds(24 * 3_600)

    /// What an operator should look at, a sentence each; empty only where everything is known to be well.
    public var problems: [String] {
        var problems: [String] = []
        for agent in agents where agent.record.role >= .surveyor {
            let who = "\(agent.record.name) (\(agent.record.id.description.prefix(8)))"
            switch agent.state {
            case .current, .revoked: break
            case .behind: problems.append("\(who) has \(agent.lag) events that are not stored yet.")
            case .forked: problems.append("The log of \(who) differs from what is stored: it has to recover.")
            case .silent: problems.append("\(who) was not heard for more than a day.")
            case .neverSeen: problems.append("\(who) joined and never said Hello.")
            }
        }
        if status.head == 0 { problems.append("Nothing is stored yet.") }
        if status.missingBlobs > 0 { problems.append("\(status.missingBlobs) plans or pictures are not yet safe.") }
        if status.corruptedBlobs > 0 { problems.append("\(status.corruptedBlobs) of them arrived damaged.") }
        let unapplied = venue.problems.count
        if unapplied > 0 { problems.append("\(unapplied) events are stored and could not be applied.") }
        let conflicts = venue.conflicts.count
        if conflicts > 0 { problems.append("\(conflicts) conflicts wait for a surveyor's decision.") }
        return problems
    }

    init(_ project: Administration.Project, pool: Pool) async throws {
        guard let status = try await StatusStore(pool: pool).status(of: project.id) else {
            throw ServerError.noSuchProject("\(project.id)")
        }
        let streams = Dictionary(
            grouping: try await StatusStore(pool: pool).streams(of: project.id),
            by: \.stream.agent
        )
        let agents = try await AgentStore(pool: pool).agents(of: project.id)
        self.project = project
        self.status = status
        self.agents = agents.map { Agent($0, streams: streams[$0.id] ?? [], now: status.time) }
        venue = try await EventReader(pool: pool).venue(of: project.id, through: status.head)
    }
}

extension StatusReport.Agent {
    /// Events that it claims and that are not stored.
    public var lag: UInt64 {
        streams.reduce(0) { sum, stream in sum + (stream.claimed.map { $0 - min($0, stream.stored) } ?? 0) }
    }

    init(_ record: EnrolledAgent, streams: [StatusStore.StreamStatus], now: Timestamp) {
        self.record = record
        self.streams = streams
        let isBehind = streams.contains { ($0.claimed ?? 0) > $0.stored }
        if record.isRevoked {
            state = .revoked
        } else if record.lastContactAt == nil {
            state = .neverSeen
        } else if streams.contains(where: { $0.holdsClaim == false }) {
            state = .forked
        } else if isBehind {
            state = .behind
        } else if let last = record.lastContactAt, last < now.advanced(byMilliseconds: -Self.silence) {
            state = .silent
        } else {
            state = .current
        }
    }

    private static let silence = StatusReport.silence.components.seconds * 1_000
}
