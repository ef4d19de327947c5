/// A row of the table: what is measured, and beside what.
struct Row: Hashable {
    let name: String
    let unit: String
    /// What the figure is measured against in the same run; nil where nothing is.
    let limit: String?
    /// What the figure is to reach.
    let goals: [Goal]

    init(_ name: String, _ unit: String, beside limit: String? = nil, _ goals: Goal...) {
        (self.name, self.unit, self.limit, self.goals) = (name, unit, limit, goals)
    }

    /// What a figure is to reach.
    enum Goal: Hashable, CustomStringConvertible {
        case atLeast(Double)
        case atMost(Double)
        /// The figure divided by the limit's.
        case ratioAtLeast(Double)

        /// Whether it is; nil where there is nothing to compare with.
        func isReached(value: Double, ratio: Double?) -> Bool? {
            switch self {
            case .atLeast(let least): value >= least
            case .atMost(let most): value <= most
            case .ratioAtLeast(let least): ratio.map { $0 >= least }
            }
        }

        var description: String {
            switch self {
            case .atLeast(let least): "≥ \(Figure.short(least))"
            case .atMost(let most): "≤ \(Figure.short(most))"
            case .ratioAtLeast(let least): "ratio ≥ \(Figure.short(least))"
            }
        }
    }
}

/// Rows that are measured together.
protocol Question: Sendable {
    /// In the order of the table.
    var rows: [Row] { get }

    /// Measures all of them, each the median of three where that is not said otherwise.
    func measure(in workshop: Workshop) async throws -> [Figure]
}
