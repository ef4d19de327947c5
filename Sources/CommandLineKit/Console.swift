public import JSON

/// Where a command's words go: the answer to stdout, everything else to stderr.
public struct Console: Sendable {
    /// Whether the answer is wanted as JSON.
    public let answersInJSON: Bool
    /// Whether only the answer and errors are wanted.
    public let isQuiet: Bool
    /// What the console stands on.
    public let surroundings: Surroundings

    public init(_ surroundings: Surroundings, answersInJSON: Bool = false, isQuiet: Bool = false) {
        self.surroundings = surroundings
        self.answersInJSON = answersInJSON
        self.isQuiet = isQuiet
    }

    /// The environment the program was started in.
    public var environment: [String: String] { surroundings.environment }

    /// Whether a person watches: progress is drawn only then.
    public var showsProgress: Bool { surroundings.isErrorTerminal && !answersInJSON && !isQuiet }

    /// Whether errors may be coloured: on a terminal, unless `NO_COLOR` is set (no-color.org).
    public var usesColour: Bool {
        surroundings.isErrorTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// A line of the answer.
    public func print(_ line: String) { surroundings.writeOut(line + "\n") }

    /// The answer, in the form that was asked for: one JSON object on one line, or text for a person.
    ///
    /// For a stream, call it once for each element.
    public func answer(_ json: @autoclosure () -> JSONValue, _ text: @autoclosure () -> String) {
        print(answersInJSON ? json().description : text())
    }

    /// A line about how it goes, on stderr; nothing where `--quiet` was given.
    public func note(_ line: String) {
        if !isQuiet { surroundings.writeErr(line + "\n") }
    }

    /// A line about what is wrong, on stderr, also where `--quiet` was given.
    public func warn(_ line: String) { surroundings.writeErr(line + "\n") }

    /// Tells of an error: what failed, then what to do.
    func tell(_ error: any Error, program: String) {
        let name = usesColour ? "\u{1B}[1;31m\(program):\u{1B}[0m" : "\(program):"
        warn("\(name) \(error)")
        if let recovery = (error as? any ExplainedError)?.recovery { warn("  \(recovery)") }
    }

    /// A line from stdin without its end; nil at the end of the input.
    public func readInputLine() -> String? { surroundings.readLine() }

    /// Asks before what cannot be undone; true where the person agrees, or where `yes` says that `--yes` was given.
    ///
    /// - Throws: ``UsageError/unconfirmed(question:)`` where nobody sits at the terminal to answer.
    public func confirm(_ question: String, yes: Bool) throws(UsageError) -> Bool {
        if yes { return true }
        guard surroundings.isInputTerminal, surroundings.isErrorTerminal else { throw .unconfirmed(question: question) }
        surroundings.writeErr("\(question) [y/N] ")
        let reply = surroundings.readLine()?.lowercased() ?? ""
        return ["y", "yes"].contains(reply)
    }
}

/// What a program is started in: descriptors, a terminal or none, and the environment.
public struct Surroundings: Sendable {
    /// Whether stdin is a terminal: only then can a question be answered.
    public let isInputTerminal: Bool
    /// Whether stderr is a terminal: only then are progress and colours drawn.
    public let isErrorTerminal: Bool
    /// The variables of the environment.
    public let environment: [String: String]
    let writeOut: @Sendable (String) -> Void
    let writeErr: @Sendable (String) -> Void
    /// Puts a picture where progress is drawn; it brings its own line ends and control sequences.
    public var draw: @Sendable (String) -> Void { writeErr }
    let readLine: @Sendable () -> String?

    /// `readLine` gives a line from stdin without its end, and nil at the end of the input.
    public init(
        isInputTerminal: Bool,
        isErrorTerminal: Bool,
        environment: [String: String],
        writeOut: @escaping @Sendable (String) -> Void,
        writeErr: @escaping @Sendable (String) -> Void,
        readLine: @escaping @Sendable () -> String?
    ) {
        self.isInputTerminal = isInputTerminal
        self.isErrorTerminal = isErrorTerminal
        self.environment = environment
        self.writeOut = writeOut
        self.writeErr = writeErr
        self.readLine = readLine
    }
}
