import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos slot move`: the mount hangs elsewhere.
struct SlotMoveCommand: Subcommand {
    static let name = "slot move"
    static let summary = "Say that a mount hangs elsewhere: its older prints stop counting"
    static let usage = "SLOT [--floor FLOOR] [--at X,Y] [--height Z] [--ago TIME]"
    static let options =
        [
            OptionSummary("--floor FLOOR", "The floor it is on"),
            OptionSummary("--at X,Y", "Where it is, metres in the floor's frame"),
            OptionSummary("--height Z", "Metres above the floor"),
        ] + OptionSummary.effectiveAge + [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let label: String
    private let floorName: String?
    private let position: MountPosition?
    private let effectiveAge: EffectiveAge

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        floorName = try arguments.takeOption("--floor")
        let point = try arguments.takePoint("--at")
        let height = try arguments.takeNumber("--height", in: -100...1_000, unit: "m")
        guard point != nil || height == nil else { throw UsageError("--height needs --at.") }
        position = point.map { MountPosition(point: $0, height: height) }
        effectiveAge = try arguments.takeEffectiveAge()
        label = try arguments.takeWord("the slot")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let slot = try venue.slot(called: label)
            let floor = try floorName.map { name throws(NameError) in try venue.floor(called: name).id }
            let event = SlotMoved(slot: slot.id, floor: floor, position: position, effectiveAge: effectiveAge)
            return WritingOptions.Change(
                events: [.slotMoved(event)],
                json: ["label": .string(slot.label), "slot": .string("\(slot.id)")],
                text: "The slot “\(slot.label)” hangs elsewhere; its older prints no longer count."
            )
        }
    }
}
