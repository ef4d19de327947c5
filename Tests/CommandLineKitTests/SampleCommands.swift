import CommandLineKit
import JSON

/// A command that says what it was given.
struct EchoCommand: Subcommand {
    static let name = "echo"
    static let summary = "Say what was given"
    static let usage = "WORD [--speed M/S] [--rest TIME] [--shout]"
    static let options = [OptionSummary("--speed M/S", "How fast"), OptionSummary("--shout", "Loudly")]

    private let word: String
    private let speed: Double?
    private let rest: Duration?
    private let isLoud: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        speed = try arguments.takeNumber("--speed", in: 0.1...5, unit: "m/s")
        rest = try arguments.takeDuration("--rest", in: .zero ... .seconds(7_200))
        isLoud = arguments.takeFlag("--shout")
        word = try arguments.takeWord("a word")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        console.note("about to speak")
        console.answer(
            ["word": .string(word), "speed": .init(speed)],
            "\(isLoud ? word.uppercased() : word) \(speed ?? 0) \(rest?.words ?? "-")"
        )
        return .success
    }
}

/// A command of a noun, which fails as it is told to.
struct BeaconFailCommand: Subcommand {
    static let name = "beacon fail"
    static let summary = "Fail in a given way"
    static let usage = "WAY"

    private let way: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        way = try arguments.takeWord("a way to fail")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        switch way {
        case "revoked": throw Refusal()
        case "defect": throw Defect()
        case "stop": throw CancellationError()
        default: return .failure
        }
    }

    struct Defect: Error {}

    struct Refusal: ExplainedError {
        var description: String { "The server refused this agent." }
        var recovery: String? { "Ask an administrator for an invitation." }
        var exitStatus: ExitStatus { .notAllowed }
    }
}

/// A command that asks before it acts.
struct BeaconEraseCommand: Subcommand {
    static let name = "beacon erase"
    static let summary = "Ask, then act"
    static let usage = "[--yes]"

    private let yes: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        yes = arguments.takeFlag("--yes")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try console.confirm("Erase everything?", yes: yes) ? .success : .failure
    }
}
