import CommandLineKit
import EventStore
import JSON
import Server
import Survey

/// `pharosd agents`: who was let in.
struct AgentsCommand: Subcommand {
    static let name = "agents"
    static let summary = "List who was let in"
    static let usage = "[PROJECT]"

    private let database: DatabaseOptions
    private let project: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        database = try DatabaseOptions(&arguments)
        project = arguments.takeOptionalWord()
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try await database.location(console).visit { pool in
            let administration = Administration(pool: pool)
            let projects =
                if let project { [try await administration.project(project)] } else {
                    try await administration.projects()
                }
            for project in projects {
                for agent in try await AgentStore(pool: pool).agents(of: project.id) {
                    console.answer(Self.json(agent, in: project), Self.line(agent, in: project))
                }
            }
        }
        return .success
    }

    private static func line(_ agent: EnrolledAgent, in project: Administration.Project) -> String {
        let where_ = project.name ?? String(project.id.description.prefix(8))
        let state = agent.isRevoked ? "  revoked" : ""
        return "\(agent.id.description.prefix(8))  \(agent.role)  \(agent.name)  (\(where_))\(state)"
    }

    private static func json(_ agent: EnrolledAgent, in project: Administration.Project) -> JSONValue {
        [
            "agent": .string("\(agent.id)"),
            "joined": JSONValue(agent.joinedAt.milliseconds),
            "lastContact": JSONValue(agent.lastContactAt?.milliseconds),
            "name": .string(agent.name),
            "project": .string("\(project.id)"),
            "revoked": JSONValue(agent.revokedAt?.milliseconds),
            "role": .string("\(agent.role)"),
        ]
    }
}
