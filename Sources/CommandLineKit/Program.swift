import JSON

/// A program of several commands: finds the one that is meant, and turns every way it can end into an exit status.
public struct Program: Sendable {
    let name: String
    let version: String
    /// What the program is for, in one sentence.
    let summary: String
    let groups: [CommandGroup]
    /// Options that each command takes, such as `--home DIR`; they may stand before the command's words.
    let commonOptions: [OptionSummary]

    public init(
        name: String,
        version: String,
        summary: String,
        groups: [CommandGroup],
        commonOptions: [OptionSummary] = []
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.groups = groups
        self.commonOptions = commonOptions
    }

    /// All commands, in the order in which help shows them.
    var commands: [any Subcommand.Type] { groups.flatMap(\.commands) }

    /// Runs what the words after the program's name ask for.
    ///
    /// `--json`, `--quiet` and `--help` are understood for every command, and `help`, `--help` and `--version` alone.
    public func run(_ words: [String], in surroundings: Surroundings) async -> ExitStatus {
        var general = Arguments(words)
        let (asJSON, quietly) = (general.takeFlag("--json"), general.takeFlag("--quiet"))
        let wantsHelp = general.takeFlag("--help") || general.takeFlag("-h")
        let console = Console(surroundings, answersInJSON: asJSON, isQuiet: quietly)
        var target: (any Subcommand.Type)?
        do {
            var rest = general
            let path = try takePath(from: &rest)
            if wantsHelp || path.first == "help" || path.isEmpty && !rest.takeFlag("--version") {
                return try help(path.first == "help" ? Array(path.dropFirst()) : path, wantsHelp, console)
            }
            guard !path.isEmpty else {
                try rest.finish()
                console.answer(["name": .string(name), "version": .string(version)], "\(name) \(version)")
                return .success
            }
            guard let command = find(path) else { throw mistake(in: path) }
            target = command
            rest.putBack(Array(path.dropFirst(command.name.split(separator: " ").count)))
            return try await command.init(&rest).run(console)
        } catch {
            return tell(error, of: target, console)
        }
    }

    /// Takes the words before the first option, common options aside: the command, and maybe its first words.
    private func takePath(from arguments: inout Arguments) throws(UsageError) -> [String] {
        let valued = commonOptions.filter(\.takesValue).map(\.name)
        return arguments.takeLeadingWords(skipping: valued)
    }

    /// The command that the first words name; nil where there is none.
    private func find(_ path: [String]) -> (any Subcommand.Type)? {
        let names = [2, 1].filter { $0 <= path.count }.map { path.prefix($0).joined(separator: " ") }
        return names.lazy.compactMap { name in commands.first { $0.name == name } }.first
    }

    /// Why no command is found.
    private func mistake(in path: [String]) -> UsageError {
        let known = verbs(of: path[0])
        guard !known.isEmpty else {
            let names = commands.flatMap { [$0.name, String($0.name.prefix { $0 != " " })] } + ["help"]
            return .unknownCommand(path[0], suggestion: Spelling.nearest(to: path[0], in: names))
        }
        guard path.count > 1 else { return .missingVerb(noun: path[0], verbs: known) }
        let suggestion = Spelling.nearest(to: path[1], in: known).map { "\(path[0]) \($0)" }
        return .unknownCommand("\(path[0]) \(path[1])", suggestion: suggestion)
    }

    /// The verbs of a noun; none where no command starts with it.
    func verbs(of noun: String) -> [String] {
        commands.map { $0.name.split(separator: " ").map(String.init) }
            .filter { $0.count == 2 && $0[0] == noun }
            .map { $0[1] }
    }

    /// Answers `--help`; without it, the overview goes to stderr, since nothing was asked.
    private func help(_ path: [String], _ wasAsked: Bool, _ console: Console) throws(UsageError) -> ExitStatus {
        guard !path.isEmpty else {
            guard wasAsked else {
                console.warn(overview)
                return .usage
            }
            console.print(overview)
            return .success
        }
        if path.count == 1, !verbs(of: path[0]).isEmpty, !commands.contains(where: { $0.name == path[0] }) {
            console.print(overview(ofNoun: path[0]))
        } else {
            guard let command = find(path) else { throw mistake(in: path) }
            console.print(manual(of: command))
        }
        return .success
    }

    /// Says what went wrong, and how that is told to a script.
    private func tell(_ error: any Error, of command: (any Subcommand.Type)?, _ console: Console) -> ExitStatus {
        if error is CancellationError {
            console.note("\(name): Stopped.")
            return .interrupted
        }
        console.tell(error, program: name)
        if error is UsageError {
            if let command { console.warn("usage: \(usage(of: command))") }
            console.warn("See \(name) \(command.map { $0.name + " " } ?? "")--help.")
        }
        return (error as? any ExplainedError)?.exitStatus ?? .software
    }
}

/// Commands that belong together, under a heading of the help.
public struct CommandGroup: Sendable {
    let title: String
    let commands: [any Subcommand.Type]

    public init(_ title: String, _ commands: [any Subcommand.Type]) {
        self.title = title
        self.commands = commands
    }
}
