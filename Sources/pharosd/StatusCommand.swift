import CommandLineKit
import EventStore
import JSON
import Server
import Survey
import Sync
import Venue

/// `pharosd status`: how far everybody is, and what is wrong.
struct StatusCommand: Subcommand {
    static let name = "status"
    static let summary = "Show what agents claim, what is stored, and what is wrong"
    static let usage = "[PROJECT]"
    static let discussion = "Ends with status 1 where something should be looked at."

    private let database: DatabaseOptions
    private let project: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        database = try DatabaseOptions(&arguments)
        project = arguments.takeOptionalWord()
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let reports = try await database.location(console).visit { pool in
            let administration = Administration(pool: pool)
            let projects =
                if let project { [try await administration.project(project)] } else {
                    try await administration.projects()
                }
            var reports: [StatusReport] = []
            for project in projects { reports.append(try await administration.report(on: project)) }
            return reports
        }
        console.answer(
            ["projects": .array(reports.map(Self.json))],
            reports.isEmpty ? "No project is known yet." : reports.map(Self.text).joined(separator: "\n\n")
        )
        return !reports.isEmpty && reports.allSatisfy(\.problems.isEmpty) ? .success : .failure
    }

    private static func text(_ report: StatusReport) -> String {
        let name = report.project.name ?? "(not yet named)"
        let release = report.status.newestRelease.map { "release \($0)" } ?? "no release"
        var lines = ["\(name)  \(report.project.id)", "  \(report.status.head) events, \(release)"]
        for agent in report.agents {
            let stored = agent.streams.reduce(0) { $0 + $1.stored }
            let seen = agent.record.lastContactAt.map { " heard \(ago($0, report.status.time))" } ?? ""
            lines.append(
                "  \(agent.record.id.description.prefix(8))  \(agent.record.name): \(agent.state.rawValue),"
                    + " \(stored) stored, \(agent.lag) waiting\(seen)"
            )
        }
        lines += report.problems.map { "  ! \($0)" }
        lines += report.venue.problems.map { "    \($0.position): \(report.venue.words(for: $0))" }
        lines += report.venue.conflicts.map { "    \(report.venue.words(for: $0))" }
        return lines.joined(separator: "\n")
    }

    private static func ago(_ moment: Timestamp, _ now: Timestamp) -> String {
        let seconds = max(0, now.milliseconds - moment.milliseconds) / 1_000
        return "\(Duration.seconds(seconds).words) ago"
    }

    private static func json(_ report: StatusReport) -> JSONValue {
        [
            "agents": .array(report.agents.map(json)),
            "chain": .string("\(report.status.chain)"),
            "conflicts": .array(report.venue.conflicts.map { .string(report.venue.words(for: $0)) }),
            "corruptedBlobs": JSONValue(report.status.corruptedBlobs),
            "head": JSONValue(report.status.head),
            "lastEvent": JSONValue(report.status.lastEventAt?.milliseconds),
            "missingBlobs": JSONValue(report.status.missingBlobs),
            "name": JSONValue(report.project.name),
            "problems": .array(report.problems.map { .string($0) }),
            "project": .string("\(report.project.id)"),
            "release": JSONValue(report.status.newestRelease),
            "scans": JSONValue(report.status.scans),
            "time": JSONValue(report.status.time.milliseconds),
            "unapplied": .array(report.venue.problems.map { json($0, of: report) }),
        ]
    }

    private static func json(_ problem: Problem, of report: StatusReport) -> JSONValue {
        [
            "agent": .string("\(problem.agent)"),
            "event": .string("\(problem.event)"),
            "pending": .bool(problem.isPending),
            "position": JSONValue(problem.position),
            "reason": .string(report.venue.words(for: problem)),
        ]
    }

    private static func json(_ agent: StatusReport.Agent) -> JSONValue {
        [
            "agent": .string("\(agent.record.id)"),
            "lag": JSONValue(agent.lag),
            "lastContact": JSONValue(agent.record.lastContactAt?.milliseconds),
            "name": .string(agent.record.name),
            "role": .string("\(agent.record.role)"),
            "state": .string(agent.state.rawValue),
            "streams": .array(
                agent.streams.map { stream in
                    [
                        "claimed": JSONValue(stream.claimed),
                        "closed": .bool(stream.isClosed),
                        "incarnation": .string("\(stream.stream.incarnation)"),
                        "sameHash": JSONValue(stream.holdsClaim),
                        "stored": JSONValue(stream.stored),
                    ]
                }
            ),
        ]
    }
}
