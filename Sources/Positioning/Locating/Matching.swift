public import Survey

/// What a scan is compared with: prints by a metric, or the map between them.
public enum Matching: Hashable, Sendable {
    /// The likelihood by the ``RadioMap``, whatever the device's gain.
    case radioMap
    /// The radio map's place, drawn so many hundredths of the way to the one that ranges say.
    case fused(rangingShare: Int)
    /// The weighted mean of the nearest prints.
    case prints(Metric, neighbours: Int)

    /// What cross-validation chooses from, preferred ones first: where the difference is within its error, those that
    /// do not depend on the device's gain go before those that do.
    public static let candidates: [Matching] =
        [.radioMap, .fused(rangingShare: 25), .fused(rangingShare: 50)]
        + [Metric.linearRelative, .levelRemoved, .sourceRelative, .absolute].flatMap { metric in
            [1, 3, 5].map { Matching.prints(metric, neighbours: $0) }
        }

    /// Whether a device that hears everything louder or quieter is told the same place.
    public var isGainFree: Bool { self != .prints(.absolute, neighbours: neighbours) }

    /// The metric's name, as it stands in releases and answers.
    public var name: String {
        switch self {
        case .radioMap, .fused: Self.radioMapName
        case .prints(let metric, _): metric.rawValue
        }
    }

    /// How many prints are averaged; 0 for the map.
    public var neighbours: Int {
        switch self {
        case .radioMap, .fused: 0
        case .prints(_, let neighbours): neighbours
        }
    }

    /// Hundredths of the way from the map's place to the one that ranges say.
    public var rangingShare: Int { if case .fused(let share) = self { share } else { 0 } }

    public static let radioMapName = "radio-map"

    /// What a release says; nil where it names a metric that this program does not know.
    public init?(_ choice: MatchingChoice) {
        if choice.metric == Self.radioMapName {
            let share = Int(min(choice.rangingShare, 100))
            self = share > 0 ? .fused(rangingShare: share) : .radioMap
        } else if let metric = Metric(rawValue: choice.metric) {
            self = .prints(metric, neighbours: max(Int(choice.neighbours), 1))
        } else {
            return nil
        }
    }
}

extension MatchingChoice {
    /// By what the accuracy of a fix is multiplied: what the survey told of this way, and 1 where it told nothing.
    public func accuracyFactor(of matching: Matching) -> Double {
        if Matching(self) == matching { return Double(accuracyFactor) / 100 }
        return matching == .radioMap ? mapFactor.map { Double($0) / 100 } ?? 1 : 1
    }
}
