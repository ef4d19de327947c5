import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos beacon resolve`: a person looked, and says which of several beacons hangs in a slot.
struct BeaconResolveCommand: Subcommand {
    static let name = "beacon resolve"
    static let summary = "Say which of several contested beacons hangs in a slot"
    static let usage = "SLOT IDENTITY [--others removed|never-installed | --moved-to SLOT] [--dry-run]"
    static let discussion = """
        For a slot in which several people hung a beacon without knowledge of each other; pharos status lists them. The \
        others were removed again, hang in another slot, or were never installed at all.
        """
    static let options = [
        OptionSummary("--others WHAT", "removed (default) or never-installed"),
        OptionSummary("--moved-to SLOT", "The other one hangs in this slot instead"),
        WritingOptions.dryRun,
    ]

    private let writing: WritingOptions
    private let label: String
    private let identity: BeaconIdentity
    private let disposition: Disposition
    private let movedTo: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        let others = try arguments.takeChoice("--others", of: ["removed", "never-installed"])
        movedTo = try arguments.takeOption("--moved-to")
        guard others == nil || movedTo == nil else { throw UsageError("--others and --moved-to exclude each other.") }
        disposition = others == "never-installed" ? .neverInstalled : .removed
        label = try arguments.takeWord("the slot")
        identity = try arguments.takeIdentity()
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let slot = try venue.slot(called: label)
            let candidates = venue.assignments.timeline(of: slot.id).filter { $0.standing != .past }
            guard let winner = candidates.first(where: { $0.identity == identity }) else {
                throw NameError.unknown(
                    "beacon in this slot",
                    "\(identity)",
                    known: candidates.map { "\($0.identity)" }
                )
            }
            let losers = candidates.filter { $0.id != winner.id }
            guard !losers.isEmpty else {
                throw NameError(
                    description: "Nobody contests that \(identity) hangs in the slot “\(slot.label)”.",
                    recovery: nil
                )
            }
            let target = try movedTo.map { label throws(NameError) in try venue.slot(called: label) }
            guard target == nil || losers.count == 1 && target?.id != slot.id else {
                throw NameError(
                    description: "--moved-to is about one other beacon, and another slot.",
                    recovery: "Resolve with --others, then record where each hangs with pharos beacon register."
                )
            }
            let outcome = target.map { Disposition.moved($0.id) } ?? disposition
            let event = ConflictResolved(
                slot: slot.id,
                winner: winner.id,
                losers: losers.map { ResolvedLoser(assignment: $0.id, disposition: outcome) }
            )
            return WritingOptions.Change(
                events: [.conflictResolved(event)],
                json: [
                    "label": .string(slot.label), "losers": .array(losers.map { .string("\($0.identity)") }),
                    "winner": .string("\(winner.identity)"),
                ],
                text: "\(winner.identity) hangs in the slot “\(slot.label)”."
            )
        }
    }
}
