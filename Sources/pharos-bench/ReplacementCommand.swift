import CommandLineKit
import JSON
import RecordedSets

/// `pharos-bench replacement`: what beacons of another power do to fixes, and what a remap saves.
struct ReplacementCommand: Subcommand {
    static let name = "replacement"
    static let summary = "Replace half of a recorded venue's beacons by quieter units and tell the error in metres"
    static let usage = "[--json]"
    static let discussion = """
        The UJI office, surveyed at −12 dBm: 11 of 22 slots get units of −20 dBm, in 30 draws. Offsets are learnt at the \
        survey's points alone, at most 20 a slot. Reads PHAROS_DATA, else shared/data beside the package.
        """

    private static let draws = 30

    init(_ arguments: inout Arguments) throws(UsageError) { try arguments.finish() }

    func run(_ console: Console) async throws -> ExitStatus {
        guard let folder = DataFolder(environment: console.environment, from: #filePath) else {
            console.warn("No recorded sets: set PHAROS_DATA to the folder that holds them.")
            return .unavailable
        }
        let errors = ReplacementTrial(try UJITrials.replacement(in: folder)).run(draws: Self.draws)
        for treatment in ReplacementTrial.Treatment.allCases { tell(treatment, errors, console) }
        return .success
    }

    private func tell(
        _ treatment: ReplacementTrial.Treatment,
        _ errors: [ReplacementTrial.Treatment: Double],
        _ console: Console
    ) {
        func rounded(_ number: Double) -> Double { (number * 1_000).rounded() / 1_000 }
        guard let mean = errors[treatment], let before = errors[.before] else { return }
        console.answer(
            [
                "set": "uji-office", "treatment": .string(treatment.rawValue), "draws": JSONValue(Self.draws),
                "mean": .number(rounded(mean)), "ratio": .number(rounded(mean / before)),
            ],
            "uji-office, \(treatment.rawValue): mean \(rounded(mean)) m, \(rounded(mean / before)) × before"
        )
    }
}
