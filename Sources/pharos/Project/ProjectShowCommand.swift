import Agent
import CommandLineKit
import EdgeLog
import JSON
import Venue

/// `pharos project show`: what is being surveyed.
struct ProjectShowCommand: Subcommand {
    static let name = "project show"
    static let summary = "Show the project in figures"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let floors = venue.floors.values.filter { !$0.isRemoved }.count
        let tracks = venue.tracks.values.filter { !$0.isErased }.count
        let walks = venue.walks.values.filter(\.counts).count
        console.answer(
            [
                "agent": .string("\(agent.log.agent)"),
                "beacons": JSONValue(venue.assignments.current.count),
                "floors": JSONValue(floors),
                "name": JSONValue(venue.name),
                "position": JSONValue(venue.position),
                "problems": JSONValue(venue.problems.count),
                "project": .string("\(venue.id)"),
                "slots": JSONValue(venue.slots.count),
                "tracks": JSONValue(tracks),
                "walks": JSONValue(walks),
            ],
            """
            \(venue.name.map { "“\($0)”" } ?? "A project whose first event has not arrived")
              \(floors) floors, \(tracks) tracks, \(venue.slots.count) slots, \
            \(venue.assignments.current.count) beacons, \(walks) walks
            """
        )
        return .success
    }
}
