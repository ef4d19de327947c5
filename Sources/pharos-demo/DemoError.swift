import CommandLineKit

/// Why the story could not be told to its end.
enum DemoError: ExplainedError {
    /// A command of the story ended otherwise than it should.
    case commandFailed(command: String, status: Int32, errors: String)
    case serverDidNotStart(seconds: Int)
    /// A command's answer lacks what the story needs.
    case unexpectedAnswer(command: String, missing: String)
    /// The figures do not tell what they should.
    case storyBroken(String)
    case noFolder(reason: String)

    var description: String {
        switch self {
        case .commandFailed(let command, let status, let errors): "\(command)\nended with \(status): \(errors)"
        case .serverDidNotStart(let seconds): "pharosd did not serve within \(seconds) s."
        case .unexpectedAnswer(let command, let missing): "The answer of \(command) has no \(missing)."
        case .storyBroken(let claim): "This should hold and does not: \(claim)"
        case .noFolder(let reason): "No temporary folder can be made: \(reason)."
        }
    }

    var recovery: String? {
        switch self {
        case .serverDidNotStart: "Look at its last lines above."
        case .noFolder: "Check that the folder for temporary files has room."
        case .commandFailed, .unexpectedAnswer, .storyBroken: nil
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .noFolder: .io
        case .serverDidNotStart: .unavailable
        case .storyBroken: .failure
        case .commandFailed, .unexpectedAnswer: .software
        }
    }
}
