import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos track list`: the tracks, by name.
struct TrackListCommand: Subcommand {
    static let name = "track list"
    static let summary = "List the tracks, by name"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = try home.open(console).venue()
        for track in venue.liveTracks {
            let floor = venue.floors[track.floor]?.name ?? "?"
            let length = (track.length * 10).rounded() / 10
            console.answer(
                [
                    "floor": .string(floor),
                    "length": JSONValue(length),
                    "name": .string(track.name),
                    "points": .array(track.points.map { [JSONValue($0.x), JSONValue($0.y)] }),
                    "track": .string("\(track.id)"),
                ],
                "\(track.name)  (\(floor), \(length) m)"
            )
        }
        return .success
    }
}
