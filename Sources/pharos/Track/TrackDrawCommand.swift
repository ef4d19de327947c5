import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos track draw`: a line along which people walk.
struct TrackDrawCommand: Subcommand {
    static let name = "track draw"
    static let summary = "Draw a track: a line along which people walk and survey"
    static let usage = "NAME --floor FLOOR X,Y X,Y … [--dry-run]"
    static let discussion = """
        Points are metres in the floor's frame: the origin is the plan's top left corner, y goes down.
        """
    static let options = [OptionSummary("--floor FLOOR", "The floor it lies on"), WritingOptions.dryRun]

    private let writing: WritingOptions
    private let trackName: String
    private let floorName: String
    private let points: [Point]

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        guard let floorName = try arguments.takeOption("--floor") else { throw UsageError("--floor is needed.") }
        self.floorName = floorName
        trackName = try arguments.takeWord("the track's name")
        points = try arguments.takePoints()
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let floor = try venue.floor(called: floorName)
            try venue.checkFree("track", trackName, among: venue.liveTracks.map(\.name))
            let track: TrackID = agent.draw()
            let event = TrackDrawn(track: track, floor: floor.id, name: trackName, points: points)
            return WritingOptions.Change(
                events: [.trackDrawn(event)],
                json: [
                    "floor": .string("\(floor.id)"), "name": .string(trackName), "points": JSONValue(points.count),
                    "track": .string("\(track)"),
                ],
                text: "Drew the track “\(trackName)” on the floor “\(floor.name)”."
            )
        }
    }
}
