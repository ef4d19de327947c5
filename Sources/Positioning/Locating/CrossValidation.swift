public import Fingerprints
public import Survey

/// Locates a survey's own scans without the part that they belong to, in several ways, and chooses one.
///
/// The best is the one with the least mean error per place. A difference within one standard error of the difference
/// does not count (the one-standard-error rule of Breiman, Friedman, Olshen, Stone: Classification and Regression
/// Trees, 1984): then a way that no device's gain disturbs is preferred, and of these the better one.
public struct CrossValidation: Sendable {
    /// What each way came to, in the order of ``Matching/candidates``.
    public let results: [Outcome]
    /// The way that is chosen.
    public let chosen: Outcome

    /// How one way located the survey.
    public struct Outcome: Sendable {
        public let matching: Matching
        /// Every scan that was asked.
        public let trials: [Trial]
        /// The mean error in metres over places, each of which counts once.
        public let meanError: Double
        /// Mean errors per place, in the order of places.
        let placeErrors: [Double]
    }

    /// One scan of the survey, located without its own part.
    public struct Trial: Sendable {
        public let floor: FloorID
        public let place: MillimetrePoint
        /// How many slots it heard.
        public let slots: Int
        /// Metres; nil where there was no fix.
        public let error: Double?
        /// What the fix claimed, in metres.
        public let accuracy: Double
        public let isFloorRight: Bool
    }

    /// Tries some ways on the folds of a survey; nil where nothing could be located.
    public init?(
        _ folds: some Sequence<SurveyFold>,
        mounts: [SlotGeometry] = [],
        candidates: [Matching] = Matching.candidates
    ) {
        self.init(joining: folds.map { Part($0, mounts: mounts, candidates: candidates) }, candidates: candidates)
    }

    /// What the ways came to on one fold: a piece of the work, for whoever has other things to do in between.
    public struct Part: Sendable {
        /// In the order of the candidates.
        fileprivate let trials: [[Trial]]

        public init(_ fold: SurveyFold, mounts: [SlotGeometry] = [], candidates: [Matching] = Matching.candidates) {
            let table = PrintTable(surveyed: fold.scans.isEmpty ? [] : fold.prints)
            guard !table.prints.isEmpty else {
                trials = candidates.map { _ in [] }
                return
            }
            let numbers = Dictionary(uniqueKeysWithValues: table.slots.enumerated().map { ($1, Int32($0)) })
            let scans = fold.scans.map { scan in
                scan.levels.compactMap { level in
                    numbers[level.slot].map { SlotLevel(slot: $0, level: level.level) }
                }
            }
            trials = candidates.map { matching in
                let locator = ChosenLocator(table, mounts: mounts, matching: matching)
                return zip(fold.scans, scans).map { CrossValidation.ask(locator, $0, $1) }
            }
        }
    }

    /// Chooses by all parts of a survey; nil where nothing could be located.
    public init?(joining parts: [Part], candidates: [Matching] = Matching.candidates) {
        let trials = candidates.indices.map { number in parts.flatMap { $0.trials[number] } }
        let results = zip(candidates, trials).map { Outcome($0, $1) }
        // Whoever answers the easy scans alone is not better for it.
        let most = results.map(\.fixes).max() ?? 0
        let answering = results.filter { $0.fixes * 100 >= most * 95 }
        guard let best = answering.min(by: { $0.meanError < $1.meanError }), best.meanError.isFinite else { return nil }
        let eligible = answering.filter { $0.isAsGood(as: best) }
        self.results = results
        chosen = (eligible.filter(\.matching.isGainFree).min { $0.meanError < $1.meanError }) ?? best
    }

    private static func ask(_ locator: ChosenLocator, _ scan: SurveyScan, _ levels: [SlotLevel]) -> Trial {
        do throws(NoFix) {
            let fix = try locator.locate(levels)
            return Trial(
                floor: scan.floor,
                place: scan.place,
                slots: levels.count,
                error: fix.point.distance(to: scan.place.point),
                accuracy: fix.accuracy,
                isFloorRight: fix.floor == scan.floor
            )
        } catch {
            return Trial(
                floor: scan.floor,
                place: scan.place,
                slots: levels.count,
                error: nil,
                accuracy: 0,
                isFloorRight: false
            )
        }
    }

    /// What a release says of the choice.
    public var choice: MatchingChoice {
        MatchingChoice(
            metric: chosen.matching.name,
            neighbours: UInt32(chosen.matching.neighbours),
            expectedError: UInt32((min(chosen.meanError, 10_000) * 100).rounded()),
            accuracyFactor: UInt32((chosen.accuracyFactor * 100).rounded())
        )
    }
}

extension CrossValidation.Outcome {
    init(_ matching: Matching, _ trials: [CrossValidation.Trial]) {
        self.matching = matching
        self.trials = trials
        var sums: [ReferencePlace: (sum: Double, count: Double)] = [:]
        for trial in trials {
            guard let error = trial.error else { continue }
            let place = ReferencePlace(floor: trial.floor, place: trial.place)
            let known = sums[place] ?? (0, 0)
            sums[place] = (known.sum + error, known.count + 1)
        }
        placeErrors = sums.sorted { $0.key < $1.key }.map { $0.value.sum / $0.value.count }
        meanError = placeErrors.isEmpty ? .infinity : placeErrors.reduce(0, +) / Double(placeErrors.count)
    }

    /// Whether the difference to the best lies within one standard error of it.
    fileprivate func isAsGood(as best: Self) -> Bool {
        guard placeErrors.count == best.placeErrors.count, placeErrors.count > 1 else {
            return meanError <= best.meanError
        }
        let differences = zip(placeErrors, best.placeErrors).map { $0 - $1 }
        let count = Double(differences.count)
        let mean = differences.reduce(0, +) / count
        let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
        return mean <= (variance / count).squareRoot()
    }

    /// How many scans had a fix.
    public var fixes: Int { trials.count { $0.error != nil } }

    /// By what a fix's accuracy is multiplied to hold 68 of 100 of the scans; between a half and three.
    public var accuracyFactor: Double {
        let ratios = trials.compactMap { trial in
            trial.error.map { $0 / max(trial.accuracy, Locator.bestAccuracy) }
        }.sorted()
        guard !ratios.isEmpty else { return 1 }
        return min(max(ratios[min(ratios.count * 68 / 100, ratios.count - 1)], 0.5), 3)
    }
}

private struct ReferencePlace: Hashable, Comparable {
    let floor: FloorID
    let place: MillimetrePoint

    static func < (left: Self, right: Self) -> Bool {
        left.floor != right.floor ? left.floor < right.floor : left.place < right.place
    }
}
