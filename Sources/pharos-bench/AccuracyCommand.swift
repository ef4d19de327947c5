import CommandLineKit
import JSON
import Positioning
import RecordedSets

/// `pharos-bench accuracy`: locates recorded scans by every metric.
struct AccuracyCommand: Subcommand {
    static let name = "accuracy"
    static let summary = "Locate recorded scans by every metric and tell the error in metres"
    static let usage = "[--json]"
    static let discussion = "Reads the recorded sets from PHAROS_DATA, else from shared/data beside the package."

    init(_ arguments: inout Arguments) throws(UsageError) { try arguments.finish() }

    func run(_ console: Console) async throws -> ExitStatus {
        guard let folder = DataFolder(environment: console.environment, from: #filePath) else {
            console.warn("No recorded sets: set PHAROS_DATA to the folder that holds them.")
            return .unavailable
        }
        let splits = try UJITrials.library(in: folder) + UJITrials.office(in: folder) + [HULOPTrials.split(in: folder)]
        for split in splits {
            let trial = AccuracyTrial(split)
            for metric in Metric.allCases { tell(trial.run(metric: metric), of: split, metric, console) }
        }
        return .success
    }

    private func tell(_ result: AccuracyResult, of split: RecordedSplit, _ metric: Metric, _ console: Console) {
        func rounded(_ metres: Double) -> Double { (metres * 1_000).rounded() / 1_000 }
        let (mean, median, p75) = (result.mean, result.percentile(0.5), result.percentile(0.75))
        console.answer(
            [
                "set": .string(split.set), "survey": .string(split.survey), "live": .string(split.live),
                "metric": .string(metric.rawValue), "n": .integer(Int64(result.errors.count)),
                "mean": .number(rounded(mean)), "median": .number(rounded(median)), "p75": .number(rounded(p75)),
            ],
            "\(split.set) \(split.survey)→\(split.live) \(metric.rawValue): n \(result.errors.count), "
                + "mean \(rounded(mean)) m, median \(rounded(median)) m, p75 \(rounded(p75)) m, "
                + "\(result.within * 100 / max(result.errors.count, 1)) % within the stated accuracy"
        )
    }
}
