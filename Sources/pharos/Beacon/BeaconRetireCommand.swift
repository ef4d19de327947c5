import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos beacon retire`: nothing hangs in the slot any more.
struct BeaconRetireCommand: Subcommand {
    static let name = "beacon retire"
    static let summary = "Say that a beacon is gone and nothing hangs in its place"
    static let usage = "SLOT [--reason TEXT] [--ago TIME] [--dry-run]"
    static let options =
        [OptionSummary("--reason TEXT", "Why, for people")] + OptionSummary.effectiveAge + [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let label: String
    private let reason: String?
    private let effectiveAge: EffectiveAge

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        reason = try arguments.takeOption("--reason")
        effectiveAge = try arguments.takeEffectiveAge()
        label = try arguments.takeWord("the slot")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let slot = try venue.slot(called: label)
            let current = try venue.beacon(in: slot)
            try venue.canChange(current.id)
            let event = BeaconRetired(assignment: current.id, effectiveAge: effectiveAge, reason: reason)
            return WritingOptions.Change(
                events: [.beaconRetired(event)],
                json: ["assignment": .string("\(current.id)"), "label": .string(slot.label)],
                text: "\(current.identity) no longer hangs in the slot “\(slot.label)”."
            )
        }
    }
}
