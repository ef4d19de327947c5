import Fingerprints
import Positioning
import Survey

/// Tries what locates best in the surveys of whoever publishes, away from the loop that serves.
///
/// One part of one survey is tried at a time, whoever publishes: the rest of the machine stays with everybody else,
/// and of two who publish neither waits for the whole of the other's.
actor SurveyJudge {
    /// The way that cross-validation chooses; nil where the survey is too small to tell.
    nonisolated func choice(by folds: SurveyFolds, mounts: [SlotGeometry]) async -> MatchingChoice? {
        var parts: [CrossValidation.Part] = []
        for number in folds.indices { parts.append(await part(number, of: folds, mounts)) }
        return CrossValidation(joining: parts)?.choice
    }

    private func part(_ number: Int, of folds: SurveyFolds, _ mounts: [SlotGeometry]) -> CrossValidation.Part {
        CrossValidation.Part(folds[number], mounts: mounts)
    }
}
