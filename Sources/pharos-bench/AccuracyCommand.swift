import CommandLineKit
import JSON
import Positioning
import RecordedSets

/// `pharos-bench accuracy`: locates recorded scans by every metric.
struct AccuracyCommand: Subcommand {
    static let name = "accuracy"
    static let summary = "Locate recorded scans by every metric and by the product's own choice"
    static let usage = "[--set NAME] [--json]"
    static let options = [OptionSummary("--set NAME", "only the splits of one set, such as flat")]
    static let discussion = "Reads the recorded sets from PHAROS_DATA, else from shared/data beside the package."

    private let set: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        set = try arguments.takeOption("--set")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        guard let folder = DataFolder(environment: console.environment, from: #filePath) else {
            console.warn("No recorded sets: set PHAROS_DATA to the folder that holds them.")
            return .unavailable
        }
        let splits =
            try UJITrials.library(in: folder) + UJITrials.office(in: folder)
            + [
                HULOPTrials.split(in: folder), SurveyTrials.flat(in: folder), SurveyTrials.navcog(in: folder),
                SurveyTrials.tetam(in: folder), SurveyTrials.sal(in: folder), SurveyTrials.mall(in: folder),
            ]
        for split in splits where set == nil || split.set == set {
            let trial = AccuracyTrial(split)
            let middle = trial.runMiddle().mean
            let teller = AccuracyTeller(split: split, middle: middle, console: console)
            for metric in Metric.allCases { teller.tell(trial.run(metric: metric), metric.rawValue) }
            let (validation, chosen) = trial.runChosen()
            teller.tell(chosen, "auto", chosen: validation?.choice)
            if let tracked = trial.runTracked() { teller.tell(tracked, "auto", isTracked: true) }
        }
        return .success
    }
}
