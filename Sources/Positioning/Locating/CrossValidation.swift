public import Fingerprints
public import Survey

/// Locates a survey's own scans without the part that they belong to, in several ways, and chooses one.
///
/// The best is the one with the least mean error per place. A difference within one standard error of the difference
/// does not count (the one-standard-error rule of Breiman, Friedman, Olshen, Stone: Classification and Regression
/// Trees, 1984): then a way that no device's gain disturbs is preferred, and of these the better one.
public struct CrossValidation: Sendable {
    /// Metres that a wrong floor adds to an error where ways are compared (Potortì et al.: Comparing the Performance of
    /// Indoor Localization Systems through the EvAAL Framework, Sensors, 2017).
    public static let wrongFloor = 15.0

    /// What each way came to, in the order of ``Matching/candidates``.
    public let results: [Outcome]
    /// The way that is chosen.
    public let chosen: Outcome

    /// How one way located the survey.
    public struct Outcome: Sendable {
        public let matching: Matching
        /// Every scan that was asked.
        public let trials: [Trial]
        /// The mean error in metres over places, each of which counts once, wrong floors included.
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
            var answers = FoldAnswers(table, mounts, scans)
            trials = candidates.map { matching in
                zip(fold.scans, answers.fixes(by: matching)).enumerated().map { number, answer in
                    Trial(answer.0, heard: scans[number].count, answer.1)
                }
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
        var eligible = answering.filter { $0.isAsGood(as: best) && $0.matching.isGainFree }
        if eligible.contains(where: { $0.matching == .radioMap }) {
            // The map alone is simpler than the map and ranges.
            eligible.removeAll { $0.matching.rangingShare > 0 }
        }
        self.results = results
        chosen = eligible.min { $0.meanError < $1.meanError } ?? best
    }

    /// What a release says of the choice.
    public var choice: MatchingChoice {
        MatchingChoice(
            metric: chosen.matching.name,
            neighbours: UInt32(chosen.matching.neighbours),
            expectedError: UInt32((min(chosen.meanError, 10_000) * 100).rounded()),
            accuracyFactor: chosen.accuracyHundredths,
            rangingShare: UInt32(chosen.matching.rangingShare),
            mapFactor: chosen.matching == .radioMap
                ? nil : results.first { $0.matching == .radioMap && $0.fixes > 0 }?.accuracyHundredths
        )
    }
}

extension CrossValidation.Trial {
    fileprivate init(_ scan: SurveyScan, heard: Int, _ fix: Fix?) {
        self.init(
            floor: scan.floor,
            place: scan.place,
            slots: heard,
            error: fix.map { $0.point.distance(to: scan.place.point) },
            accuracy: fix?.accuracy ?? 0,
            isFloorRight: fix?.floor == scan.floor
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
            let floorError = trial.isFloorRight ? 0 : CrossValidation.wrongFloor
            sums[place] = (known.sum + error + floorError, known.count + 1)
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

    /// ``accuracyFactor`` as releases carry it.
    fileprivate var accuracyHundredths: UInt32 { UInt32((accuracyFactor * 100).rounded()) }

    /// By what a fix's accuracy is multiplied to hold 68 of 100 of the scans; between a half and three.
    ///
    /// The scans of a place count as much as it stands for (`SurveyedArea`).
    public var accuracyFactor: Double {
        var ratios: [ReferencePlace: [Double]] = [:]
        for trial in trials {
            guard let error = trial.error else { continue }
            let place = ReferencePlace(floor: trial.floor, place: trial.place)
            ratios[place, default: []].append(error / max(trial.accuracy, Locator.bestAccuracy))
        }
        var weighed: [(ratio: Double, weight: Double)] = []
        for (_, places) in Dictionary(grouping: ratios, by: \.key.floor) {
            let floor = places.sorted { $0.key < $1.key }
            for (place, share) in zip(floor, SurveyedArea(of: floor.map(\.key.place.point)).shares) {
                weighed += place.value.map { ($0, share / Double(place.value.count)) }
            }
        }
        weighed.sort { $0 < $1 }
        let total = weighed.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return 1 }
        var sum = 0.0
        for (ratio, weight) in weighed {
            sum += weight
            if sum >= 0.68 * total { return min(max(ratio, 0.5), 3) }
        }
        return 1
    }
}

private struct ReferencePlace: Hashable, Comparable {
    let floor: FloorID
    let place: MillimetrePoint

    static func < (left: Self, right: Self) -> Bool {
        left.floor != right.floor ? left.floor < right.floor : left.place < right.place
    }
}
