import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos floor remove`: the floor is no longer part of the venue.
struct FloorRemoveCommand: Subcommand {
    static let name = "floor remove"
    static let summary = "Take a floor out of the venue; what was recorded stays in the log"
    static let usage = "FLOOR [--dry-run]"
    static let options = [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let floorName: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        floorName = try arguments.takeWord("the floor")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let floor = try agent.venue().floor(called: floorName)
            return WritingOptions.Change(
                events: [.floorRemoved(FloorRemoved(floor: floor.id))],
                json: ["floor": .string("\(floor.id)"), "name": .string(floor.name)],
                text: "The floor “\(floor.name)” is no longer part of the venue."
            )
        }
    }
}
