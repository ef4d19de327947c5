import Agent
import CommandLineKit
import Formats
import Venue

/// `pharos import wrld`: a building in the indoor format of WRLD.
struct ImportWRLDCommand: Subcommand {
    static let name = "import wrld"
    static let summary = "Import a building in WRLD's indoor format: floors, paths, stairs and lifts"
    static let usage = "DIR [--dry-run]"
    static let discussion = """
        DIR holds main.json, main-paths.json and the levels' GeoJSON files, as the example Westport House of \
        github.com/wrld3d/wrld-indoor-maps-api. Levels without paths become floors without tracks.
        """
    static let options = ImportOptions.summaries

    private let options: ImportOptions
    private let folder: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ImportOptions(&arguments)
        folder = try arguments.takeWord("the folder of the building")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try options.write(console, "the building") { venue in
            let ids = ImportIdentifiers(project: venue.id, hashing: LocalAgent.hashing)
            return try WRLDImport(folder: folder).survey(part: options.part, ids: ids)
        }
    }
}
