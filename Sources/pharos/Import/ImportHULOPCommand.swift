import Agent
import CommandLineKit
import Formats
import Venue

/// `pharos import hulop`: the sample venue of HULOP's MapService.
struct ImportHULOPCommand: Subcommand {
    static let name = "import hulop"
    static let summary = "Import the sample venue of HULOP's MapService"
    static let usage = "DIR [--part N/M] [--hold-out] [--dry-run]"
    static let discussion = """
        DIR is the folder SampleMap of github.com/hulop/MapService. The surveyed level becomes a floor with plan, anchor,
        beacons and scans; the routed level a floor with plan, tracks and places.
        """
    static let options =
        [OptionSummary("--hold-out", "Leave out the second half of each point's scans, which pharos scans writes")]
        + ImportOptions.summaries

    private let options: ImportOptions
    private let holdsOut: Bool
    private let folder: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ImportOptions(&arguments)
        holdsOut = arguments.takeFlag("--hold-out")
        folder = try arguments.takeWord("the folder of the set")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try options.write(console, "the HULOP sample venue") { venue in
            let ids = ImportIdentifiers(project: venue.id, hashing: LocalAgent.hashing)
            return try HULOPImport(folder: folder).survey(part: options.part, holdingBack: holdsOut, ids: ids)
        }
    }
}
