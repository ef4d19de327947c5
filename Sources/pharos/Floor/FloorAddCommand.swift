import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos floor add`: a level of the venue.
struct FloorAddCommand: Subcommand {
    static let name = "floor add"
    static let summary = "Add a floor"
    static let usage = "NAME [--ordinal N] [--dry-run]"
    static let options = [
        OptionSummary("--ordinal N", "Its place in the order of heights; 0 is the entrance level"),
        WritingOptions.dryRun,
    ]

    private let writing: WritingOptions
    private let floorName: String
    private let ordinal: Int

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        ordinal = try arguments.takeInteger("--ordinal", in: -1_000...1_000) ?? 0
        floorName = try arguments.takeWord("the floor's name")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            try venue.checkFree("floor", floorName, among: venue.liveFloors.map(\.name))
            let floor: FloorID = agent.draw()
            return WritingOptions.Change(
                events: [.floorAdded(FloorAdded(floor: floor, name: floorName, ordinal: Int32(ordinal)))],
                json: ["floor": .string("\(floor)"), "name": .string(floorName), "ordinal": JSONValue(ordinal)],
                text: "Added the floor “\(floorName)”."
            )
        }
    }
}
