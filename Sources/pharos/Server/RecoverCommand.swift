import Agent
import CommandLineKit
import EdgeLog
import JSON
import Sync

/// `pharos recover`: goes on after the log was restored or copied, keeping both histories.
struct RecoverCommand: Subcommand {
    static let name = "recover"
    static let summary = "Go on after this log was restored or copied: both histories are kept"
    static let usage = ""
    static let discussion = """
        Finds the last event that this log and the server share, closes the stream there, and appends a copy of each \
        later event, with its origin, to a new one. May be interrupted and repeated; where there is nothing to recover, \
        it is a sync.
        """

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let path = try home.path(console)
        let before = try home.open(console).log.status().events
        let report = try await Online.sync(path, SyncOptions(.once([]), recovers: true), console)
        let after = try home.open(console).log.status().events
        console.answer(
            report.json,
            report.recoveries.isEmpty
                ? "There was nothing to recover. \(report.text)"
                : "Recovered: \(after) events count here (\(before) before). \(report.text)"
        )
        return .success
    }
}
