public import Survey

/// What a scan is compared with: prints by a metric, or the map between them.
public enum Matching: Hashable, Sendable {
    /// The likelihood by the ``RadioMap``, whatever the device's gain.
    case radioMap
    /// The weighted mean of the nearest prints.
    case prints(Metric, neighbours: Int)

    /// What cross-validation chooses from, preferred ones first: where the difference is within its error, those that
    /// do not depend on the device's gain go before those that do.
    public static let candidates: [Matching] =
        [.radioMap]
        + [Metric.linearRelative, .levelRemoved, .sourceRelative, .absolute].flatMap { metric in
            [1, 3, 5].map { Matching.prints(metric, neighbours: $0) }
        }

    /// Whether a device that hears everything louder or quieter is told the same place.
    public var isGainFree: Bool { self != .prints(.absolute, neighbours: neighbours) }

    /// The metric's name, as it stands in releases and answers.
    public var name: String {
        switch self {
        case .radioMap: Self.radioMapName
        case .prints(let metric, _): metric.rawValue
        }
    }

    /// How many prints are averaged; 0 for the map.
    public var neighbours: Int {
        switch self {
        case .radioMap: 0
        case .prints(_, let neighbours): neighbours
        }
    }

    public static let radioMapName = "radio-map"

    /// What a release says; nil where it names a metric that this program does not know.
    public init?(_ choice: MatchingChoice) {
        if choice.metric == Self.radioMapName {
            self = .radioMap
        } else if let metric = Metric(rawValue: choice.metric) {
            self = .prints(metric, neighbours: max(Int(choice.neighbours), 1))
        } else {
            return nil
        }
    }
}

extension MatchingChoice {
    /// By what the accuracy of a fix is multiplied: what the survey told of this way, and 1 for every other one.
    public func accuracyFactor(of matching: Matching) -> Double {
        Matching(self) == matching ? Double(accuracyFactor) / 100 : 1
    }
}
