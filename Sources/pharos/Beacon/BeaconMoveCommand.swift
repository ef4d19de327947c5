import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos beacon move`: a beacon hangs in another slot.
struct BeaconMoveCommand: Subcommand {
    static let name = "beacon move"
    static let summary = "Say that a beacon hangs in another slot; what hung there is replaced"
    static let usage = "FROM-SLOT TO-SLOT [--ago TIME] [--dry-run]"
    static let discussion = """
        The first slot is masked from then on. Where the mount itself hangs elsewhere, use pharos slot move; where two \
        beacons hang in each other's slot, pharos beacon swap.
        """
    static let options = OptionSummary.effectiveAge + [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let labels: (from: String, to: String)
    private let effectiveAge: EffectiveAge

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        effectiveAge = try arguments.takeEffectiveAge()
        labels = (try arguments.takeWord("the slot it hung in"), try arguments.takeWord("the slot it hangs in"))
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let (from, to) = (try venue.slot(called: labels.from), try venue.slot(called: labels.to))
            let beacon = try venue.beacon(in: from)
            guard from.id != to.id else {
                throw NameError(
                    description: "\(beacon.identity) hangs in “\(from.label)” already.",
                    recovery: "Name the slot that it hangs in now; pharos slot move moves a mount."
                )
            }
            try venue.canChange(beacon.id)
            let retired = BeaconRetired(
                assignment: beacon.id,
                effectiveAge: effectiveAge,
                reason: "moved to \(to.label)"
            )
            return WritingOptions.Change(
                events: [.beaconRetired(retired), hung(beacon, in: to, venue, agent.draw())],
                json: [
                    "from": .string(from.label), "identity": .string("\(beacon.identity)"), "to": .string(to.label),
                ],
                text: "\(beacon.identity) hangs in the slot “\(to.label)”; “\(from.label)” has none."
            )
        }
    }

    private func hung(_ beacon: Assignment, in slot: Slot, _ venue: Venue, _ id: AssignmentID) -> SurveyEvent {
        guard let occupant = venue.assignments.current(of: slot.id) else {
            let event = BeaconRegistered(
                assignment: id,
                slot: slot.id,
                identity: beacon.identity,
                radio: beacon.radio,
                hardware: beacon.hardware,
                effectiveAge: effectiveAge
            )
            return .beaconRegistered(event)
        }
        let event = BeaconReplaced(
            assignment: id,
            slot: slot.id,
            replaced: occupant.id,
            identity: beacon.identity,
            mode: .newIdentity,
            radio: beacon.radio,
            hardware: beacon.hardware,
            effectiveAge: effectiveAge,
            reason: "moved from another slot"
        )
        return .beaconReplaced(event)
    }
}
