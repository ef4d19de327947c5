import Agent
import CommandLineKit
import EdgeLog
import JSON
import Survey
import Sync

/// `pharos log show`: the log's own events, one a line.
struct LogShowCommand: Subcommand {
    static let name = "log show"
    static let summary = "Show the log's own events, oldest first, one a line"
    static let usage = "[--limit N]"
    static let options = [OptionSummary("--limit N", "Show the last N alone")]

    private let home: HomeOption
    private let limit: UInt64

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        limit = UInt64(try arguments.takeInteger("--limit", in: 1 ... .max) ?? .max)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let log = try home.open(console).log
        let streams = try log.streams()
        var skipped = streams.reduce(0) { $0 + $1.claim.end }
        skipped -= min(skipped, limit)
        for stream in streams {
            let skippedHere = min(skipped, stream.claim.end)
            skipped -= skippedHere
            var next = skippedHere + 1
            while next <= stream.claim.end {
                let page = try log.ownEvents(of: stream.claim.incarnation, from: next)
                guard !page.isEmpty else { break }
                for event in page { try show(event, of: stream, console) }
                next += UInt64(page.count)
                try Task.checkCancellation()
            }
        }
        return .success
    }

    private func show(_ event: OwnEvent, of stream: LoggedStream, _ console: Console) throws {
        let envelope = try Envelope(bytes: event.bytes)
        let isAcknowledged = event.sequence <= stream.acknowledged
        let kind = EventKind(rawValue: envelope.kind)?.name ?? "kind \(envelope.kind)"
        let origin = envelope.origin.map { origin -> JSONValue in
            [
                "hash": .string("\(origin.hash)"),
                "incarnation": .string("\(origin.incarnation)"),
                "sequence": JSONValue(origin.sequence),
            ]
        }
        console.answer(
            [
                "acknowledged": .bool(isAcknowledged),
                "basis": JSONValue(envelope.basis.position),
                "hash": .string("\(event.hash)"),
                "incarnation": .string("\(event.incarnation)"),
                "kind": .string(kind),
                "occurred": JSONValue(event.known?.occurredAt.milliseconds),
                "origin": origin ?? .null,
                "payload": .string(envelope.payload.hexadecimal),
                "previous": .string("\(envelope.previousHash)"),
                "recorded": JSONValue(envelope.recordedAt.milliseconds),
                "schema": JSONValue(envelope.schemaVersion),
                "sequence": JSONValue(event.sequence),
            ],
            "\(event.sequence)  \(isAcknowledged ? "sent  " : "unsent")  \(kind)\(envelope.origin == nil ? "" : "  (copy)")"
        )
    }
}
