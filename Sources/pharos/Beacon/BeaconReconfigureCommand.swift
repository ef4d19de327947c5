import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos beacon reconfigure`: the same beacon sends otherwise.
struct BeaconReconfigureCommand: Subcommand {
    static let name = "beacon reconfigure"
    static let summary = "Say that a slot's beacon now sends otherwise"
    static let usage = "SLOT [IDENTITY] [OPTIONS]"
    static let options = OptionSummary.radio + [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let label: String
    private let identity: BeaconIdentity?
    private let radio: RadioSettings

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        radio = try arguments.takeRadio()
        label = try arguments.takeWord("the slot")
        if let text = arguments.takeOptionalWord() {
            guard let given = BeaconIdentity(text) else {
                throw .invalidValue(text, of: "the identity", expected: "such as ibeacon:UUID/MAJOR/MINOR")
            }
            identity = given
        } else {
            identity = nil
        }
        guard identity != nil || radio != RadioSettings() else {
            throw UsageError("What is different? Give a new identity, or a radio setting.")
        }
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let slot = try venue.slot(called: label)
            let current = try venue.beacon(in: slot)
            try venue.canChange(current.id)
            let assignment: AssignmentID = agent.draw()
            let event = BeaconReconfigured(
                assignment: current.id,
                newAssignment: assignment,
                identity: identity ?? current.identity,
                radio: radio
            )
            return WritingOptions.Change(
                events: [.beaconReconfigured(event)],
                json: [
                    "assignment": .string("\(assignment)"), "identity": .string("\(event.identity)"),
                    "label": .string(slot.label), "slot": .string("\(slot.id)"),
                ],
                text: "The beacon in the slot “\(slot.label)” sends as \(event.identity) with new settings."
            )
        }
    }
}
