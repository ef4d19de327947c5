import CommandLineKit
import JSON

/// `pharos-bench questions`: what `tools/bench` asks, one a line.
struct QuestionsCommand: Subcommand {
    static let name = "questions"
    static let summary = "List the questions in the order in which tools/bench asks them"
    static let usage = ""

    init(_ arguments: inout Arguments) throws(UsageError) { try arguments.finish() }

    func run(_ console: Console) async throws -> ExitStatus {
        for question in PharosBench.questions { console.answer(.string(question.name), question.name) }
        return .success
    }
}
