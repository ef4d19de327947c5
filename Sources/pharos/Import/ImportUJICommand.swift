import Agent
import CommandLineKit
import Formats
import Venue

/// `pharos import uji`: the UJI BLE RSS database.
struct ImportUJICommand: Subcommand {
    static let name = "import uji"
    static let summary = "Import a venue of the UJI BLE RSS database"
    static let usage = "DIR [--set VENUE] [--only PHONE] [--part N/M] [--all] [--dry-run]"
    static let discussion = """
        DIR is the folder of the database (Zenodo 1618692), with dep and rss in it. A phone's campaign becomes a walk. The
        test scans stay out of the survey, so that they can judge it: pharos scans writes them.
        """
    static let options =
        [UJIOptions.set, UJIOptions.only, OptionSummary("--all", "Survey the test scans as well")]
        + ImportOptions.summaries

    private let options: ImportOptions
    private let uji: UJIOptions
    private let withTests: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ImportOptions(&arguments)
        withTests = arguments.takeFlag("--all")
        uji = try UJIOptions(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try options.write(console, "the UJI \(uji.venue)") { venue in
            let ids = ImportIdentifiers(project: venue.id, hashing: LocalAgent.hashing)
            return try uji.importer().survey(part: options.part, withTests: withTests, ids: ids)
        }
    }
}

/// Which scans of the UJI database are meant.
struct UJIOptions {
    static let set = OptionSummary("--set VENUE", "library (default) or office")
    static let only = OptionSummary(
        "--only PHONE",
        "A5, Bq or S6; in the office a power: -4, -12 or -20; or both: A5,-12"
    )

    let venue: UJISet.Venue
    private let selection: UJISelection
    private let folder: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        let venue = try arguments.takeChoice("--set", of: UJISet.Venue.allCases.map(\.rawValue))
        let only = try arguments.takeOption("--only")
        self.venue = venue.flatMap(UJISet.Venue.init) ?? .library
        guard let selection = only.map(UJISelection.init) ?? UJISelection() else {
            throw .invalidValue(only ?? "", of: "--only", expected: "A5, Bq or S6, or -4, -12 or -20, or both")
        }
        self.selection = selection
        folder = try arguments.takeWord("the folder of the set")
    }

    /// The importer of what is meant.
    func importer() throws -> UJIImport {
        try UJIImport(set: try UJISet(folder: folder, venue: venue), selection: selection)
    }
}
