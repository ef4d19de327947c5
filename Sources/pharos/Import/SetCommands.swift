import Agent
import CommandLineKit
import Formats
import Venue

/// `pharos import SET`: a recorded set that is read from a folder.
struct ImportSetCommand<Recorded: RecordedSet>: Subcommand {
    static var name: String { "import \(Recorded.name)" }
    static var summary: String { "Import \(Recorded.title)" }
    static var usage: String { "DIR [--part N/M] [--all] [--dry-run]" }
    static var discussion: String {
        "\(Recorded.explanation) pharos scans \(Recorded.name) writes the test scans. docs/formats.md says what is kept."
    }
    static var options: [OptionSummary] {
        [OptionSummary("--all", "Survey the test scans as well")] + ImportOptions.summaries
    }

    private let options: ImportOptions
    private let withTests: Bool
    private let folder: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ImportOptions(&arguments)
        withTests = arguments.takeFlag("--all")
        folder = try arguments.takeWord("the folder of the set")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try options.write(console, Recorded.title) { venue in
            let ids = ImportIdentifiers(project: venue.id, hashing: LocalAgent.hashing)
            return try Recorded.read(folder: folder)
                .survey(part: options.part, holdingBack: !withTests, ids: ids)
        }
    }
}

/// `pharos scans SET`: what `pharos import SET` leaves out.
struct ScansSetCommand<Recorded: RecordedSet>: Subcommand {
    static var name: String { "scans \(Recorded.name)" }
    static var summary: String { "Write the test scans of \(Recorded.title)" }
    static var usage: String { "DIR [--heard N] [--without ID]… [--as OLD=NEW]…" }
    static var options: [OptionSummary] { ScanOptions.summaries }

    private let options: ScanOptions
    private let folder: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ScanOptions(&arguments)
        folder = try arguments.takeWord("the folder of the set")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let tests = try Recorded.read(folder: folder).tests
        return options.write(tests.filter { $0.readings.count >= options.heard }, console)
    }
}
