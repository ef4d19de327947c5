import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos beacon revert`: the last replacement never happened.
struct BeaconRevertCommand: Subcommand {
    static let name = "beacon revert"
    static let summary = "Say that a slot's last replacement never happened"
    static let usage = "SLOT [--dry-run]"
    static let options = [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let label: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        label = try arguments.takeWord("the slot")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let slot = try venue.slot(called: label)
            let current = try venue.beacon(in: slot)
            try venue.canRevert(current.id)
            return WritingOptions.Change(
                events: [.replacementReverted(ReplacementReverted(assignment: current.id))],
                json: ["assignment": .string("\(current.id)"), "label": .string(slot.label)],
                text: "That \(current.identity) came into the slot “\(slot.label)” never happened."
            )
        }
    }
}
