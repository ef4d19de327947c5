import CommandLineKit
import JSON

/// A row of the table as it was measured: a figure beside its limit.
struct Figure {
    let row: Row
    let value: Double
    /// What the limit reached in the same run; nil where there is none, or it is not installed here.
    let limitValue: Double?

    init(_ row: Row, _ value: Double, beside limitValue: Double? = nil) {
        (self.row, self.value, self.limitValue) = (row, value, limitValue)
    }

    /// The figure divided by the limit's.
    var ratio: Double? { limitValue.map { value / $0 } }

    /// Whether the figure reaches all that the row is to reach; nil where that cannot be said, or nothing is asked.
    var isReached: Bool? {
        let answers = row.goals.map { $0.isReached(value: value, ratio: ratio) }
        if answers.contains(false) { return false }
        return answers.isEmpty || answers.contains(nil) ? nil : true
    }

    /// Prints the row, as JSON where that is wanted.
    func tell(_ console: Console) {
        console.answer(
            [
                "name": .string(row.name), "value": .number(value), "unit": .string(row.unit),
                "limit": JSONValue(limitValue == nil ? nil : row.limit), "limit_value": JSONValue(limitValue),
                "ratio": JSONValue(ratio),
            ],
            line
        )
    }

    private var line: String {
        let mark =
            switch isReached {
            case true?: "yes"
            case false?: "NO"
            case nil: ""
            }
        return TableLine(
            name: row.name,
            value: Self.short(value),
            unit: row.unit,
            ratio: ratio.map(Self.short) ?? "",
            limitValue: limitValue.map(Self.short) ?? "",
            limit: limitValue == nil ? "" : row.limit ?? "",
            goal: row.goals.map(\.description).joined(separator: ", "),
            mark: mark
        ).text
    }

    /// Three significant digits of a small number, whole ones of a large one.
    static func short(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 100 else { return "\(Int(value.isFinite ? value.rounded() : 0))" }
        return "\((value * 100).rounded() / 100)"
    }
}

/// One line of the table for a person, in columns.
struct TableLine {
    let name: String
    let value: String
    let unit: String
    let ratio: String
    let limitValue: String
    let limit: String
    let goal: String
    let mark: String

    static let header = TableLine(
        name: "row",
        value: "figure",
        unit: "unit",
        ratio: "ratio",
        limitValue: "limit",
        limit: "of",
        goal: "goal",
        mark: "reached"
    )

    var text: String {
        let columns = [
            Self.left(name, 16), Self.right(value, 10), Self.left(unit, 11), Self.right(ratio, 6),
            Self.right(limitValue, 10), Self.left(limit, 34), Self.left(goal, 26), mark,
        ]
        return columns.joined(separator: "  ")
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
