import Agent
import CommandLineKit
import Crypto
import Fingerprints
import Formats
import JSON
import Survey
import Venue

/// `pharos export prints`: the fingerprints of everything that is here.
struct ExportPrintsCommand: Subcommand {
    static let name = "export prints"
    static let summary = "Write the fingerprints, as a table or as JSON"
    static let usage = "[--json]"
    static let discussion = """
        The table (CSV) is for spreadsheets. The JSON document holds the whole index: pharos import prints reads it back \
        and tells the same digest.
        """

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let document = PrintsDocument(
            index: try agent.fingerprints(of: venue),
            floors: venue.floors.mapValues(\.name),
            labels: venue.slots.mapValues(\.label)
        )
        console.note("Digest of the index: \(document.index.digest(with: SHA256()))")
        console.answer(document.json, String(document.table.dropLast()))
        return .success
    }
}

/// `pharos import prints`: reads an export back.
struct ImportPrintsCommand: Subcommand {
    static let name = "import prints"
    static let summary = "Read exported fingerprints back and tell their digest"
    static let usage = "FILE"
    static let discussion = """
        FILE is what pharos export prints --json wrote. The project is not changed: its index is made of scans, which \
        pharos export scans and pharos import scans carry over.
        """

    private let file: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        _ = try HomeOption(&arguments)  // every command takes it; this one needs no installation
        file = try arguments.takeWord("the file of fingerprints")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let document = try PrintsDocument(FileContents.read(file), path: file)
        let digest = document.index.digest(with: SHA256())
        console.answer(
            [
                "digest": .string("\(digest)"), "points": JSONValue(document.index.points.count),
                "scans": JSONValue(document.index.scanCount),
            ],
            "\(document.index.points.count) reference points of \(document.index.scanCount) scans, digest \(digest)"
        )
        return .success
    }
}
