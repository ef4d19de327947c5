import CommandLineKit

/// Why a row could not be measured.
enum BenchError: ExplainedError {
    case noFolder(reason: String)
    case commandFailed(command: String, status: Int32, errors: String)
    case serverDidNotStart(seconds: Int, log: String)
    /// A program answered something else than what it is asked for.
    case unexpectedAnswer(of: String, String)
    /// What was measured is not what was to be measured.
    case wrong(String)
    case cannot(String, reason: String)

    var description: String {
        switch self {
        case .noFolder(let reason): "No temporary folder can be made: \(reason)."
        case .commandFailed(let command, let status, let errors): "\(command) ended with \(status): \(errors)"
        case .serverDidNotStart(let seconds, let log): "pharosd did not serve within \(seconds) s: \(log)"
        case .unexpectedAnswer(let program, let answer): "\(program) answered what nobody expected: \(answer)"
        case .wrong(let claim): "This should hold and does not: \(claim)"
        case .cannot(let what, let reason): "Cannot \(what): \(reason)."
        }
    }

    var recovery: String? {
        switch self {
        case .noFolder, .cannot: "Check that the folder for temporary files (TMPDIR) is yours and has room."
        case .commandFailed: "Install what the benchmarks need with tools/setup --all, and build with tools/build."
        case .serverDidNotStart, .unexpectedAnswer, .wrong: nil
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .noFolder, .cannot: .io
        case .commandFailed, .serverDidNotStart: .unavailable
        case .unexpectedAnswer, .wrong: .software
        }
    }
}
