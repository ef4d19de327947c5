import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos floor rename`: another name, or another place in the order.
struct FloorRenameCommand: Subcommand {
    static let name = "floor rename"
    static let summary = "Give a floor another name or place in the order"
    static let usage = "FLOOR NAME [--ordinal N] [--dry-run]"
    static let options = [OptionSummary("--ordinal N", "Its place in the order of heights"), WritingOptions.dryRun]

    private let writing: WritingOptions
    private let oldName: String
    private let newName: String
    private let ordinal: Int?

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        ordinal = try arguments.takeInteger("--ordinal", in: -1_000...1_000)
        oldName = try arguments.takeWord("the floor")
        newName = try arguments.takeWord("its new name")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let floor = try venue.floor(called: oldName)
            if newName != floor.name {
                try venue.checkFree("floor", newName, among: venue.liveFloors.map(\.name))
            }
            let place = ordinal.map(Int32.init) ?? floor.ordinal
            return WritingOptions.Change(
                events: [.floorRenamed(FloorRenamed(floor: floor.id, name: newName, ordinal: place))],
                json: ["floor": .string("\(floor.id)"), "name": .string(newName), "ordinal": JSONValue(place)],
                text: "The floor “\(floor.name)” is now “\(newName)”."
            )
        }
    }
}
