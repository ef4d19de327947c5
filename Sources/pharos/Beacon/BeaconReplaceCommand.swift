import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos beacon replace`: one event that keeps every old fingerprint usable.
struct BeaconReplaceCommand: Subcommand {
    static let name = "beacon replace"
    static let summary = "Put another beacon in a slot: every old fingerprint stays usable"
    static let usage = "SLOT IDENTITY [OPTIONS]"
    static let options =
        [
            OptionSummary("--cloned", "The new beacon sends the old identity"),
            OptionSummary("--reason TEXT", "Why, for people"),
        ] + OptionSummary.radio + OptionSummary.hardware + OptionSummary.effectiveAge + [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let label: String
    private let identity: BeaconIdentity
    private let mode: ReplacementMode
    private let radio: RadioSettings
    private let hardware: BeaconHardware?
    private let effectiveAge: EffectiveAge
    private let reason: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        mode = arguments.takeFlag("--cloned") ? .cloned : .newIdentity
        reason = try arguments.takeOption("--reason")
        radio = try arguments.takeRadio()
        hardware = try arguments.takeHardware()
        effectiveAge = try arguments.takeEffectiveAge()
        label = try arguments.takeWord("the slot")
        identity = try arguments.takeIdentity()
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let slot = try venue.slot(called: label)
            let current = try venue.beacon(in: slot)
            try venue.canReplace(slot: slot.id, current: current.id, by: identity, mode: mode)
            let assignment: AssignmentID = agent.draw()
            let event = BeaconReplaced(
                assignment: assignment,
                slot: slot.id,
                replaced: current.id,
                identity: identity,
                mode: mode,
                radio: radio,
                hardware: hardware,
                effectiveAge: effectiveAge,
                reason: reason
            )
            return WritingOptions.Change(
                events: [.beaconReplaced(event)],
                json: [
                    "assignment": .string("\(assignment)"), "identity": .string("\(identity)"),
                    "label": .string(slot.label), "replaced": .string("\(current.id)"),
                    "replacedIdentity": .string("\(current.identity)"), "slot": .string("\(slot.id)"),
                ],
                text: "\(identity) hangs in the slot “\(slot.label)” instead of \(current.identity)."
            )
        }
    }
}
