import Agent
import CommandLineKit
import JSON
import Survey
import Sync

/// `pharos sync`: delivers what is here, and pulls what others did.
struct SyncCommand: Subcommand {
    static let name = "sync"
    static let summary = "Deliver what is here to the server, and pull what others did"
    static let usage = "[--watch] [--no-scans]"
    static let discussion = """
        May be cut off at any moment and repeated: nothing is lost and nothing is there twice. Ends with status 1 where \
        the log went on elsewhere and waits for pharos recover.
        """
    static let options = [
        OptionSummary("--watch", "Go on with what comes later, until SIGINT"),
        OptionSummary("--no-scans", "Do not pull other surveyors' scans"),
    ]

    private let home: HomeOption
    private let isWatching: Bool
    private let lanes: [Lane]

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        isWatching = arguments.takeFlag("--watch")
        lanes = arguments.takeFlag("--no-scans") ? [.structure] : Lane.allCases
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let path = try home.path(console)
        _ = try home.open(console)  // says whether the log was restored
        let options = SyncOptions(isWatching ? .watch : .once([]), lanes: lanes)
        guard isWatching else {
            let report = try await Online.sync(path, options, console)
            console.answer(report.json, report.text)
            return report.forks.isEmpty ? .success : .failure
        }
        try await Online.withLoop { loop in
            let agent = try SyncAgent(opening: path, on: loop, options) { notice in
                if case .inStep(let report) = notice { console.answer(report.json, report.text) }
                Online.tell(notice, console)
            }
            _ = try await agent.run()
        }
        return .success
    }
}

extension SyncReport {
    /// The answer of every command that syncs.
    var json: JSONValue {
        [
            "clockAhead": JSONValue(clockAhead),
            "confirmed": JSONValue(confirmed),
            "forks": .array(forks.map(\.json)),
            "plansFetched": JSONValue(blobsFetched),
            "plansMissing": JSONValue(blobsMissing),
            "plansSent": JSONValue(blobsSent),
            "pulled": JSONValue(pulled),
            "pushed": JSONValue(pushed),
            "recoveries": .array(recoveries.map(\.json)),
            "rewinds": .array(rewinds.map { JSONValue($0) }),
            "role": JSONValue(role.map { "\($0)" }),
        ]
    }

    var text: String {
        var text = "Pushed \(pushed) events, pulled \(pulled) of others"
        if blobsSent + blobsFetched > 0 { text += ", sent \(blobsSent) plans, fetched \(blobsFetched)" }
        if blobsMissing > 0 { text += "; \(blobsMissing) plans are not yet safe" }
        return text + "."
    }
}

extension SyncReport.Fork {
    fileprivate var json: JSONValue {
        ["incarnation": .string("\(incarnation)"), "lastCommon": JSONValue(lastCommon)]
    }
}
