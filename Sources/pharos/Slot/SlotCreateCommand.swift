import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos slot create`: a mounting point.
struct SlotCreateCommand: Subcommand {
    static let name = "slot create"
    static let summary = "Create a slot: a place where a beacon hangs"
    static let usage = "LABEL [--floor FLOOR] [--at X,Y] [--height Z]"
    static let options = [
        OptionSummary("--floor FLOOR", "The floor it is on"),
        OptionSummary("--at X,Y", "Where it is, metres in the floor's frame"),
        OptionSummary("--height Z", "Metres above the floor"),
        WritingOptions.dryRun,
    ]

    private let writing: WritingOptions
    private let label: String
    private let floorName: String?
    private let position: MountPosition?

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        floorName = try arguments.takeOption("--floor")
        let point = try arguments.takePoint("--at")
        let height = try arguments.takeNumber("--height", in: -100...1_000, unit: "m")
        guard point != nil || height == nil else { throw UsageError("--height needs --at.") }
        guard point == nil || floorName != nil else { throw UsageError("--at needs --floor.") }
        position = point.map { MountPosition(point: $0, height: height) }
        label = try arguments.takeWord("the slot's label")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            try venue.checkFree("slot", label, among: venue.liveSlots.map(\.label))
            let floor = try floorName.map { name throws(NameError) in try venue.floor(called: name).id }
            let slot: SlotID = agent.draw()
            return WritingOptions.Change(
                events: [.slotCreated(SlotCreated(slot: slot, label: label, floor: floor, position: position))],
                json: ["label": .string(label), "slot": .string("\(slot)")],
                text: "Created the slot “\(label)”."
            )
        }
    }
}
