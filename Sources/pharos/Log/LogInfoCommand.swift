import Agent
import CommandLineKit
import EdgeLog
import JSON
import Survey
import Sync

/// `pharos log info`: what the log holds, in figures.
struct LogInfoCommand: Subcommand {
    static let name = "log info"
    static let summary = "Show what the log holds, in figures"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let log = try home.open(console).log
        let status = try log.status()
        let streams = status.streams.map { stream -> JSONValue in
            [
                "acknowledged": JSONValue(stream.acknowledged),
                "closed": .bool(stream.claim.isClosed),
                "end": JSONValue(stream.claim.end),
                "hash": .string("\(stream.claim.hash)"),
                "incarnation": .string("\(stream.claim.incarnation)"),
            ]
        }
        console.answer(
            [
                "agent": .string("\(log.agent)"),
                "events": JSONValue(status.events),
                "lastAcknowledged": JSONValue(status.lastAcknowledgedAt?.milliseconds),
                "orphans": JSONValue(status.orphans),
                "project": .string("\(log.project)"),
                "pulled": JSONValue(status.pulled),
                "recovering": .bool(status.isRecovering),
                "streams": .array(streams),
                "unsent": JSONValue(status.unsent),
            ],
            """
            \(status.events) own events in \(status.streams.count) \
            \(status.streams.count == 1 ? "incarnation" : "incarnations"), \(status.unsent) not acknowledged
            \(status.pulled) pulled events, \(status.orphans) orphans
            """
        )
        return .success
    }
}
