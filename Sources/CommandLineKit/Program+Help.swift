extension Program {
    /// What `--help` says of the whole.
    var overview: String {
        var lines = ["\(name): \(summary)", "", "usage: \(name) COMMAND [OPTIONS]"]
        let width = commands.map { $0.name.count }.max() ?? 0
        for group in groups {
            lines += ["", group.title] + Self.table(group.commands.map { ($0.name, $0.summary) }, width: width)
        }
        return (lines + ["", "Every command takes"] + Self.table(common.map { ($0.form, $0.meaning) }))
            .joined(separator: "\n")
    }

    /// What `--help` says of a noun.
    func overview(ofNoun noun: String) -> String {
        let verbs = commands.filter { $0.name.hasPrefix(noun + " ") }
        return (["usage: \(name) \(noun) VERB [OPTIONS]", ""] + Self.table(verbs.map { ($0.name, $0.summary) }))
            .joined(separator: "\n")
    }

    /// What `--help` says of one command.
    func manual(of command: any Subcommand.Type) -> String {
        var lines = ["\(command.summary).", "", "usage: \(usage(of: command))"]
        if !command.discussion.isEmpty { lines += ["", command.discussion] }
        if !command.options.isEmpty {
            lines += ["", "Options"] + Self.table(command.options.map { ($0.form, $0.meaning) })
        }
        return (lines + ["", "Every command takes"] + Self.table(common.map { ($0.form, $0.meaning) }))
            .joined(separator: "\n")
    }

    /// How a command is called.
    func usage(of command: any Subcommand.Type) -> String {
        [name, command.name, command.usage].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private var common: [OptionSummary] {
        commonOptions + [
            OptionSummary("--json", "Answer in JSON, one object a line"),
            OptionSummary("--quiet", "Write nothing but the answer and errors"),
            OptionSummary("--help", "Show this"),
        ]
    }

    /// Rows of two columns, the second one aligned.
    private static func table(_ rows: [(String, String)], width: Int? = nil) -> [String] {
        let width = width ?? rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0)\(String(repeating: " ", count: width - $0.count))  \($1)" }
    }
}
