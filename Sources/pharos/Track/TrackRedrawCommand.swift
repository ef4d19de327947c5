import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos track redraw`: the track runs elsewhere.
struct TrackRedrawCommand: Subcommand {
    static let name = "track redraw"
    static let summary = "Let a track run elsewhere, or give it another name"
    static let usage = "TRACK [X,Y X,Y …] [--name NAME] [--dry-run]"
    static let options = [OptionSummary("--name NAME", "Its new name"), WritingOptions.dryRun]

    private let writing: WritingOptions
    private let trackName: String
    private let newName: String?
    private let points: [Point]

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        newName = try arguments.takeOption("--name")
        trackName = try arguments.takeWord("the track")
        points = try arguments.takePoints()
        guard newName != nil || !points.isEmpty else { throw UsageError("Give new points, or --name.") }
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let track = try agent.venue().track(called: trackName)
            let event = TrackRedrawn(
                track: track.id,
                name: newName ?? track.name,
                points: points.isEmpty ? track.points : points
            )
            return WritingOptions.Change(
                events: [.trackRedrawn(event)],
                json: [
                    "name": .string(event.name), "points": JSONValue(event.points.count),
                    "track": .string("\(track.id)"),
                ],
                text: "Redrew the track “\(event.name)”."
            )
        }
    }
}
