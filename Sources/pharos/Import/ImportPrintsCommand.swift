import Agent
import CommandLineKit
import Crypto
import Fingerprints
import Formats
import Glibc
import JSON

/// `pharos import prints`: reads an export back, and keeps it in an installation.
struct ImportPrintsCommand: Subcommand {
    static let name = "import prints"
    static let summary = "Read exported fingerprints back, to locate by them"
    static let usage = "FILE [--dry-run]"
    static let discussion = """
        FILE is what pharos export prints --json wrote; the answer tells the digest of its index, which is that of the \
        project it came from. With an installation the prints are kept there: pharos locate uses them where no release was \
        pulled, pharos export prints writes them where nothing was surveyed. The project's events are not changed: its own \
        index is made of scans, which pharos export scans and pharos import scans carry over.
        """
    static let options = [OptionSummary("--dry-run", "Tell the digest, and keep nothing")]

    private let home: HomeOption
    private let isDryRun: Bool
    private let file: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        isDryRun = arguments.takeFlag("--dry-run")
        file = try arguments.takeWord("the file of fingerprints")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let document = try PrintsDocument(FileContents.read(file), path: file)
        let digest = document.index.digest(with: SHA256())
        let isKept = !isDryRun && home.isGiven(console)
        if isKept {
            _ = try home.open(console)  // prints belong into an installation, not into any folder
            try KeptPrints(at: home.path(console)).write(document)
        }
        console.answer(
            [
                "digest": .string("\(digest)"), "kept": .bool(isKept),
                "points": JSONValue(document.index.points.count), "scans": JSONValue(document.index.scanCount),
            ],
            "\(document.index.points.count) reference points of \(document.index.scanCount) scans, digest \(digest)"
        )
        return .success
    }
}

/// The prints that an installation imported: one file beside its log.
struct KeptPrints {
    private let path: String

    init(at home: String) { path = home + "/prints.json" }

    /// What was imported; nil where nothing was.
    func read() throws -> PrintsDocument? {
        guard access(path, F_OK) == 0 else { return nil }
        return try PrintsDocument(FileContents.read(path), path: path)
    }

    func write(_ document: PrintsDocument) throws(FileError) {
        try FileContents.write(document.json.utf8 + [UInt8(ascii: "\n")], to: path)
    }
}
