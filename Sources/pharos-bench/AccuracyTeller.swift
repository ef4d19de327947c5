import CommandLineKit
import Fingerprints
import JSON
import RecordedSets
import Survey

/// Tells how far the fixes of one split were off, beside what answering the middle of the survey comes to.
struct AccuracyTeller {
    let split: RecordedSplit
    /// Metres.
    let middle: Double
    let console: Console

    func tell(_ result: AccuracyResult, _ metric: String, isTracked: Bool = false, chosen: MatchingChoice? = nil) {
        let count = max(result.errors.count, 1)
        let (mean, median, p75) = (result.mean, result.percentile(0.5), result.percentile(0.75))
        let coverage = Double(result.fixes) / Double(count)
        var row: [String: JSONValue] = [
            "set": .string(split.set), "survey": .string(split.survey), "live": .string(split.live),
            "metric": .string(metric), "tracked": .bool(isTracked), "n": .integer(Int64(result.errors.count)),
            "mean": .number(rounded(mean)), "median": .number(rounded(median)), "p75": .number(rounded(p75)),
            "p95": .number(rounded(result.percentile(0.95))), "coverage": .number(rounded(coverage)),
            "within_accuracy": .number(rounded(Double(result.within) / Double(max(result.fixes, 1)))),
            "centre": .number(rounded(middle)),
        ]
        var words =
            "\(split.set) \(split.survey)→\(split.live) \(metric)\(isTracked ? " tracked" : ""): n \(result.errors.count), "
            + "mean \(rounded(mean)) m, median \(rounded(median)) m, p75 \(rounded(p75)) m, "
            + "\(result.within * 100 / max(result.fixes, 1)) % within the stated accuracy (centre \(rounded(middle)) m)"
        if let chosen {
            row["neighbours"] = .integer(Int64(chosen.neighbours))
            row["chosen"] = .string(chosen.metric)
            row["ranging_share"] = .number(Double(chosen.rangingShare) / 100)
            row["expected"] = .number(Double(chosen.expectedError) / 100)
            words += ", chosen \(chosen.metric)"
            if chosen.rangingShare > 0 { words += " and \(chosen.rangingShare) % ranges" }
            words += " with \(Double(chosen.expectedError) / 100) m expected"
        }
        if Set(split.training.map(\.floor)).count > 1 {
            row["floor_right"] = .number(rounded(Double(result.floorsRight) / Double(max(result.fixes, 1))))
            if isTracked {
                row["floor_flips"] = .integer(Int64(result.flips))
                row["true_flips"] = .integer(Int64(result.trueFlips))
                words += ", floor changed \(result.flips) times for \(result.trueFlips) true ones"
            }
            for (least, floors) in result.floorsByHeard.sorted(by: { $0.key < $1.key }) {
                row["floor_right_\(least)_heard"] = .number(
                    rounded(Double(floors.right) / Double(max(floors.count, 1)))
                )
                row["n_\(least)_heard"] = .integer(Int64(floors.count))
                words += ", floor right \(floors.right) of \(floors.count) with \(least) or more heard"
            }
        }
        console.answer(.object(row), words)
    }

    private func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
