import JSON

/// What a part of the story showed.
struct Chapter {
    let title: String
    let findings: [Finding]
    /// Claims that the figures support, each with its figure.
    let facts: [(name: String, value: JSONValue, text: String)]

    /// How well a device located itself at one moment of the story.
    struct Finding {
        let moment: String
        let errors: ErrorFigures
    }

    var json: JSONValue {
        [
            "facts": .object(Dictionary(facts.map { ($0.name, $0.value) }) { $1 }),
            "findings": .array(findings.map { $0.errors.json(moment: $0.moment) }),
            "title": .string(title),
        ]
    }

    /// The findings as a table of text, the facts below it.
    var table: String {
        let head = ["", "located", "mean", "median", "75 %"]
        let rows = findings.map { [$0.moment, $0.errors.located] + $0.errors.columns }
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        let lines = ([head] + rows).map { row in
            row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 ? row[column] + space : space + row[column]
            }.joined(separator: "  ")
        }
        let rule = String(repeating: "─", count: max(title.count, lines[0].count))
        return ([title, rule] + lines + facts.map { "· \($0.text)" })
            .joined(separator: "\n")
    }
}
