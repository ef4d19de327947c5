import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos beacon battery`: a fresh battery.
struct BeaconBatteryCommand: Subcommand {
    static let name = "beacon battery"
    static let summary = "Say that a slot's beacon has a fresh battery"
    static let usage = "SLOT [--capacity MAH] [--dry-run]"
    static let discussion =
        "Its forecast (pharos beacon forecast) begins anew, and its loudness is less certain until it is verified."
    static let options = [OptionSummary("--capacity MAH", "Of the new battery"), WritingOptions.dryRun]

    private let writing: WritingOptions
    private let label: String
    private let capacity: UInt32?

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        capacity = try arguments.takeInteger("--capacity", in: 1...1_000_000, unit: "mAh").map(UInt32.init)
        label = try arguments.takeWord("the slot")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let slot = try venue.slot(called: label)
            let current = try venue.beacon(in: slot)
            try venue.canChange(current.id)
            return WritingOptions.Change(
                events: [.batteryReplaced(BatteryReplaced(assignment: current.id, batteryCapacity: capacity))],
                json: ["assignment": .string("\(current.id)"), "label": .string(slot.label)],
                text: "\(current.identity) in the slot “\(slot.label)” has a fresh battery."
            )
        }
    }
}
