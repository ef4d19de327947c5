import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos beacon swap`: two beacons hang in each other's slot.
struct BeaconSwapCommand: Subcommand {
    static let name = "beacon swap"
    static let summary = "Say that two beacons hang in each other's slot"
    static let usage = "SLOT SLOT [--ago TIME | --since-start] [--dry-run]"
    static let options = OptionSummary.effectiveAge + [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let labels: (String, String)
    private let effectiveAge: EffectiveAge

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        effectiveAge = try arguments.takeEffectiveAge()
        labels = (try arguments.takeWord("the first slot"), try arguments.takeWord("the second slot"))
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let slots = (try venue.slot(called: labels.0), try venue.slot(called: labels.1))
            let beacons = (try venue.beacon(in: slots.0), try venue.beacon(in: slots.1))
            try venue.canChange(beacons.0.id)
            try venue.canChange(beacons.1.id)
            let event = BeaconsSwapped(
                slotA: slots.0.id,
                assignmentA: beacons.0.id,
                newAssignmentA: agent.draw(),
                slotB: slots.1.id,
                assignmentB: beacons.1.id,
                newAssignmentB: agent.draw(),
                effectiveAge: effectiveAge
            )
            return WritingOptions.Change(
                events: [.beaconsSwapped(event)],
                json: ["slots": [.string(slots.0.label), .string(slots.1.label)]],
                text: "The beacons of “\(slots.0.label)” and “\(slots.1.label)” have changed places."
            )
        }
    }
}
