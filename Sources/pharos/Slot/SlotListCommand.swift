import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos slot list`: the slots, by label.
struct SlotListCommand: Subcommand {
    static let name = "slot list"
    static let summary = "List the slots, by label, with what hangs in them"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = try home.open(console).venue()
        for slot in venue.liveSlots {
            let floor = slot.floor.flatMap { venue.floors[$0]?.name }
            let beacon = venue.assignments.current(of: slot.id)
            let place = slot.position.map { " at \($0.point.x), \($0.point.y)" } ?? ""
            console.answer(
                [
                    "beacon": JSONValue(beacon.map { "\($0.identity)" }),
                    "epoch": JSONValue(slot.epoch),
                    "floor": JSONValue(floor),
                    "label": .string(slot.label),
                    "slot": .string("\(slot.id)"),
                    "x": JSONValue(slot.position?.point.x),
                    "y": JSONValue(slot.position?.point.y),
                ],
                "\(slot.label)  (\(floor ?? "no floor")\(place))  \(beacon.map { "\($0.identity)" } ?? "empty")"
            )
        }
        return .success
    }
}
