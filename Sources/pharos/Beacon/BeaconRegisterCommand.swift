import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos beacon register`: a beacon hangs in a slot.
struct BeaconRegisterCommand: Subcommand {
    static let name = "beacon register"
    static let summary = "Say that a beacon hangs in a slot"
    static let usage = "SLOT IDENTITY [OPTIONS]"
    static let options =
        OptionSummary.radio + OptionSummary.hardware + OptionSummary.effectiveAge + [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let label: String
    private let identity: BeaconIdentity
    private let radio: RadioSettings
    private let hardware: BeaconHardware?
    private let effectiveAge: EffectiveAge

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
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
            try venue.canRegister(identity, in: slot.id)
            let assignment: AssignmentID = agent.draw()
            let event = BeaconRegistered(
                assignment: assignment,
                slot: slot.id,
                identity: identity,
                radio: radio,
                hardware: hardware,
                effectiveAge: effectiveAge
            )
            return WritingOptions.Change(
                events: [.beaconRegistered(event)],
                json: [
                    "assignment": .string("\(assignment)"), "identity": .string("\(identity)"),
                    "label": .string(slot.label), "slot": .string("\(slot.id)"),
                ],
                text: "\(identity) hangs in the slot “\(slot.label)”."
            )
        }
    }
}
