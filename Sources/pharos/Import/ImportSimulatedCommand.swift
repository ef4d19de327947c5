import Agent
import CommandLineKit
import Formats
import RadioSimulator
import Survey
import Venue

/// `pharos import simulated`: the hall that exists in the simulator alone.
struct ImportSimulatedCommand: Subcommand {
    static let name = "import simulated"
    static let summary = "Import a simulated hall with its survey, where no recorded set is at hand"
    static let usage = "[--seed N] [--part N/M] [--dry-run]"
    static let discussion = """
        A hall of 60 × 40 m with 24 beacons and nine tracks, each walked there and back. The seed draws the hall; parts and
        visitors (pharos scans simulated) of one seed belong together.
        """
    static let options = [SimulatedOptions.seed] + ImportOptions.summaries

    private let options: ImportOptions
    private let hall: SimulatedOptions

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ImportOptions(&arguments)
        hall = try SimulatedOptions(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try options.write(console, "the simulated hall") { venue in
            let ids = SampleVenue.Identifiers(project: venue.id)
            let picture = SampleVenue.plan
            let digest = LocalAgent.hashing.sha256(picture)
            let walks = hall.venue.walks(part: options.part.number, of: options.part.count, ids: ids, seed: hall.number)
            guard options.part.number == 1 else { return ImportedSurvey(batches: walks) }
            return ImportedSurvey(
                batches: [hall.venue.structure(ids: ids, plan: digest)] + walks,
                plans: [ImportedPlan(blob: digest, bytes: picture)]
            )
        }
    }
}

/// Which simulated hall is meant.
struct SimulatedOptions {
    static let seed = OptionSummary("--seed N", "Which hall: each number draws another one (default 1)")

    let number: UInt64

    init(_ arguments: inout Arguments) throws(UsageError) {
        number = UInt64(try arguments.takeInteger("--seed", in: 0...Int.max) ?? 1)
    }

    var venue: SampleVenue { SampleVenue(seed: number) }
}
