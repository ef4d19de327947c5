import Survey

extension MatchingChoice {
    /// What follows the metric's name where ranges have a part in the place.
    var rangingWords: String { rangingShare > 0 ? " and \(rangingShare) % ranges" : "" }
}
