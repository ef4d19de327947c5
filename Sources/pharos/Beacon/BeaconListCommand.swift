import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos beacon list`: what hangs where, and what hung there before.
struct BeaconListCommand: Subcommand {
    static let name = "beacon list"
    static let summary = "List what hangs in each slot, with what hung there before"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = try home.open(console).venue()
        for slot in venue.liveSlots {
            for assignment in venue.assignments.timeline(of: slot.id) {
                let isCurrent = venue.assignments.current[slot.id] == assignment.id
                let until = assignment.to == .distantFuture ? nil : assignment.to.milliseconds
                console.answer(
                    [
                        "assignment": .string("\(assignment.id)"),
                        "current": .bool(isCurrent),
                        "identity": .string("\(assignment.identity)"),
                        "label": .string(slot.label),
                        "offset": JSONValue(assignment.offset.level),
                        "replaced": JSONValue(assignment.replaced.map { "\($0)" }),
                        "standing": .string("\(assignment.standing)"),
                        "until": JSONValue(until),
                    ],
                    "\(isCurrent ? "*" : " ") \(slot.label)  \(assignment.identity)"
                        + (isCurrent ? "" : "  \(assignment.standing)")
                )
            }
        }
        return .success
    }
}
