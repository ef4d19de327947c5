import Agent
import CommandLineKit
import EdgeLog
import JSON
import Survey

/// What every command that writes events has in common: the installation, and `--dry-run`.
struct WritingOptions {
    static let dryRun = OptionSummary("--dry-run", "Check everything and write nothing")

    private let home: HomeOption
    /// Whether nothing may be written.
    let isDryRun: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        isDryRun = arguments.takeFlag("--dry-run")
    }

    /// What a command wants to write, and what it answers.
    struct Change {
        let events: [SurveyEvent]
        /// The answer's members, besides what every writing command says.
        let json: [String: JSONValue]
        let text: String
    }

    /// Opens the installation, has the command decide, and appends its events in one transaction.
    func write(_ console: Console, _ decide: (LocalAgent) throws -> Change) throws -> ExitStatus {
        let agent = try home.open(console)
        let change = try decide(agent)
        for event in change.events { try validate(event) }
        var members = change.json
        members["dryRun"] = .bool(isDryRun)
        members["events"] = JSONValue(change.events.count)
        if !isDryRun, !change.events.isEmpty { try agent.log.append(change.events) }
        console.answer(.object(members), isDryRun ? "Would do: \(change.text)" : change.text)
        return .success
    }

    private func validate(_ event: SurveyEvent) throws {
        do { try event.validate() } catch { throw InvalidEvent(kind: event.kind, cause: error) }
    }
}

/// A value that breaks a rule of the event it was meant for.
struct InvalidEvent: ExplainedError {
    let kind: EventKind
    let cause: ValidationError

    var description: String { "\(kind.name) cannot be written: \(cause)" }
    var recovery: String? { "Correct the value and try again." }
    var exitStatus: ExitStatus { .data }
}
