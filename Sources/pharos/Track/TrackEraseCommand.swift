import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos track erase`: the track is no longer walked.
struct TrackEraseCommand: Subcommand {
    static let name = "track erase"
    static let summary = "Erase a track; what was surveyed along it stays"
    static let usage = "TRACK [--dry-run]"
    static let options = [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let trackName: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        trackName = try arguments.takeWord("the track")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let track = try agent.venue().track(called: trackName)
            return WritingOptions.Change(
                events: [.trackErased(TrackErased(track: track.id))],
                json: ["name": .string(track.name), "track": .string("\(track.id)")],
                text: "Erased the track “\(track.name)”."
            )
        }
    }
}
