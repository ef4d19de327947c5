import Foundation
import Positioning
import RecordedSets
import Testing

/// The recorded sets, where they are.
private let folder = DataFolder(environment: ProcessInfo.processInfo.environment, from: #filePath)

@Suite(
    "Accuracy on recorded sets",
    .enabled(if: folder != nil, "no recorded sets: set PHAROS_DATA to the folder that holds them")
)
struct AccuracyTests {
    /// What data/README.md states of one split: its number of scans and the mean error of two metrics in metres.
    struct Stated: CustomStringConvertible, Sendable {
        let split: String
        let count: Int
        let absolute: Double
        let linearRelative: Double

        var description: String { split }
    }

    private func splits() throws -> [String: RecordedSplit] {
        let folder = try #require(folder)
        let all = try UJITrials.library(in: folder) + UJITrials.office(in: folder) + [HULOPTrials.split(in: folder)]
        return Dictionary(uniqueKeysWithValues: all.map { ("\($0.set) \($0.survey) \($0.live)", $0) })
    }

    @Test(
        "the product's own path from scans to fixes errs no more than weighted kNN does in the literature's way",
        arguments: [
            Stated(split: "uji-library A5 A5", count: 304, absolute: 3.51, linearRelative: 2.54),
            Stated(split: "uji-library Bq Bq", count: 340, absolute: 1.92, linearRelative: 1.74),
            Stated(split: "uji-library S6 S6", count: 343, absolute: 1.66, linearRelative: 1.63),
            Stated(split: "uji-library A5 Bq", count: 340, absolute: 2.64, linearRelative: 1.74),
            Stated(split: "uji-library A5 S6", count: 343, absolute: 2.34, linearRelative: 1.44),
            Stated(split: "uji-office -12 -12", count: 183, absolute: 4.48, linearRelative: 3.10),
            Stated(split: "uji-office -12 -20", count: 205, absolute: 4.60, linearRelative: 2.90),
            Stated(split: "uji-office -12 -4", count: 184, absolute: 4.97, linearRelative: 3.14),
            Stated(split: "hulop first-5 last-5", count: 220, absolute: 2.79, linearRelative: 2.35),
        ]
    )
    func stated(stated: Stated) throws {
        let trial = AccuracyTrial(try #require(try splits()[stated.split]))
        let absolute = trial.run(metric: .absolute)
        let relative = trial.run(metric: .linearRelative)
        #expect(absolute.errors.count == stated.count)
        #expect(absolute.mean <= stated.absolute + 0.05)
        #expect(relative.mean <= stated.linearRelative + 0.05)
    }

    @Test("about 68 of 100 true places lie within the stated accuracy", arguments: Metric.allCases)
    func accuracy(metric: Metric) throws {
        var (within, count) = (0, 0)
        for split in try splits().values {
            let result = AccuracyTrial(split).run(metric: metric)
            within += result.within
            count += result.errors.count
        }
        let share = Double(within) / Double(count)
        #expect((0.58...0.78).contains(share))
    }

    @Test(
        "the product's own choice errs no more than it did when it was measured, and knows how much",
        arguments: [
            ("uji-library S6 S6", 1.45), ("uji-office -12 -4", 2.25), ("hulop first-5 last-5", 2.1),
        ]
    )
    func chosen(split: String, limit: Double) throws {
        let trial = AccuracyTrial(try #require(try splits()[split]))
        let (validation, result) = trial.runChosen()
        #expect(result.mean <= limit)
        #expect(validation?.chosen.matching.isGainFree == true)
        let share = Double(result.within) / Double(result.fixes)
        #expect((0.5...0.92).contains(share))
        #expect(result.mean < trial.runMiddle().mean)
    }
}
