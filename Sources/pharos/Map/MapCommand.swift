import Agent
import CommandLineKit
import FoundationEssentials
import JSON
import Survey
import Venue

/// `pharos map`: draws the floors.
struct MapCommand: Subcommand {
    static let name = "map"
    static let summary = "Draw plan, tracks, coverage and slots as SVG"
    static let usage = "DIRECTORY [--floor FLOOR]"
    static let discussion = """
        Writes one file per floor. A track is grey, and green where it was surveyed; a slot is a circle, filled where a \
        beacon hangs in it. Coverage counts the scans that are here: sync first to see everybody's.
        """
    static let options = [OptionSummary("--floor FLOOR", "This floor alone")]

    private let home: HomeOption
    private let directory: String
    private let floorName: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        floorName = try arguments.takeOption("--floor")
        directory = try arguments.takeWord("the directory to write into")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let only = try floorName.map { name throws(NameError) in try venue.floor(called: name).id }
        let maps = try agent.maps(of: venue).filter { only == nil || $0.floor.id == only }
        guard !maps.isEmpty else { throw NameError.unknown("floor", "", known: []) }
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch { throw CannotWrite(path: directory) }
        for (index, map) in maps.enumerated() {
            let path = "\(directory)/\(index + 1)-\(Self.fileName(map.floor.name)).svg"
            do { try Data(map.svg.utf8).write(to: URL(filePath: path), options: .atomic) } catch {
                throw CannotWrite(path: path)
            }
            let tracks = map.tracks.map { track -> JSONValue in
                ["coverage": JSONValue((track.share * 1_000).rounded() / 1_000), "name": .string(track.track.name)]
            }
            console.answer(
                [
                    "file": .string(path), "floor": .string(map.floor.name), "slots": JSONValue(map.slots.count),
                    "tracks": .array(tracks),
                ],
                path
            )
        }
        return .success
    }

    /// The name with what a file system might not like replaced.
    private static func fileName(_ name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }.prefix(80))
    }
}

/// A file that could not be written.
struct CannotWrite: ExplainedError {
    let path: String

    var description: String { "\(path) cannot be written." }
    var recovery: String? { "Check that the directory is yours to write to, and that the disk has room." }
    var exitStatus: ExitStatus { .io }
}
