import CommandLineKit
import EventStore
import JSON
import Server
import Survey

/// `pharosd revoke`: shuts an agent or device out.
struct RevokeCommand: Subcommand {
    static let name = "revoke"
    static let summary = "Shut an agent or device out, or let it in again"
    static let usage = "AGENT [--project PROJECT] [--undo]"
    static let discussion = """
        Nothing of a revoked agent is stored from this moment on, and its sessions end within five seconds. Its own log
        stays; after --undo it delivers what it has.
        """
    static let options = [
        OptionSummary("--project PROJECT", "Where the name alone does not say which agent is meant"),
        OptionSummary("--undo", "Let it in again"),
    ]

    private let database: DatabaseOptions
    private let agent: String
    private let project: String?
    private let isUndone: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        database = try DatabaseOptions(&arguments)
        project = try arguments.takeOption("--project")
        isUndone = arguments.takeFlag("--undo")
        agent = try arguments.takeWord("an agent: its name, or the first digits of its identifier")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let (id, name) = try await database.location(console).visit { pool in
            let administration = Administration(pool: pool)
            let project = if let project { try await administration.project(project).id } else { nil as ProjectID? }
            let (home, found) = try await administration.agent(agent, in: project)
            _ = try await AgentStore(pool: pool).revoke(found.id, in: home, undo: isUndone)
            return (found.id, found.name)
        }
        console.answer(
            ["agent": .string("\(id)"), "revoked": .bool(!isUndone)],
            isUndone ? "\(name) is let in again." : "\(name) is shut out."
        )
        return .success
    }
}
