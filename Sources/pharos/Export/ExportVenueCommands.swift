import Agent
import CommandLineKit
import Formats
import FoundationEssentials
import JSON
import Survey
import Venue

/// `pharos export slots`: the beacon register for a spreadsheet.
struct ExportSlotsCommand: Subcommand {
    static let name = "export slots"
    static let summary = "Write slots and what hangs in them as a table (CSV)"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        console.print(String(try home.open(console).venue().register.text.dropLast()))
        return .success
    }
}

/// `pharos export geojson`: tracks, slots and places on a map.
struct ExportGeoJSONCommand: Subcommand {
    static let name = "export geojson"
    static let summary = "Write tracks, slots and places as GeoJSON"
    static let usage = ""
    static let discussion = """
        Longitude and latitude where every floor in use has a geographic anchor; else metres of the floors' frames, marked \
        with "crs": "local".
        """

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        console.print(try home.open(console).venue().shape.geoJSON.description)
        return .success
    }
}

/// `pharos export imdf`: an archive for Apple's and other map services.
struct ExportIMDFCommand: Subcommand {
    static let name = "export imdf"
    static let summary = "Write the venue as an IMDF archive"
    static let usage = "FILE [--strict] [--language TAG]"
    static let discussion = """
        FILE becomes a ZIP archive. Floors need a plan and a geographic anchor. What the venue has and the archive has not \
        is told on standard error.
        """
    static let options = [
        OptionSummary("--strict", "Leave out the extension with the beacons"),
        OptionSummary("--language TAG", "The language of the names (en)"),
    ]

    private let home: HomeOption
    private let isStrict: Bool
    private let language: String
    private let file: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        isStrict = arguments.takeFlag("--strict")
        language = try arguments.takeOption("--language") ?? "en"
        file = try arguments.takeWord("the archive to write")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let archive = try IMDFArchive(
            of: venue.shape,
            created: Date().formatted(.iso8601),
            language: language,
            strict: isStrict,
            ids: ImportIdentifiers(project: venue.id, hashing: LocalAgent.hashing)
        )
        try FileContents.write(archive.bytes, to: file)
        let counts = [(venue.regions.count, "regions"), (venue.spots.count, "spots")]
        let leftOut =
            archive.leftOut + counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1): IMDF has nothing of the kind." }
        for sentence in leftOut { console.note(sentence) }
        console.answer(
            [
                "bytes": JSONValue(archive.bytes.count), "file": .string(file),
                "files": .array(archive.files.map { .string($0.name) }),
                "leftOut": .array(leftOut.map(JSONValue.string)),
            ],
            "Wrote \(archive.files.count) files to \(file)."
        )
        return .success
    }
}
