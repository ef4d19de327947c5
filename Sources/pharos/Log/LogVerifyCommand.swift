import Agent
import CommandLineKit
import EdgeLog
import JSON

/// `pharos log verify`: walks the chain of every event, and names the first bad one.
struct LogVerifyCommand: Subcommand {
    static let name = "log verify"
    static let summary = "Check every event's hash and place, and name the first bad one"
    static let usage = ""
    static let discussion = "Changes nothing. Ends with status 65 where something is damaged."

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let log = try LocalAgent.inspect(try home.path(console))
        let verification = try log.verify()
        let checked = "\(verification.own) own and \(verification.pulled) pulled events were checked"
        console.answer(
            [
                "damage": JSONValue(verification.damage.map { "\($0)" }),
                "intact": .bool(verification.damage == nil),
                "own": JSONValue(verification.own),
                "pulled": JSONValue(verification.pulled),
            ],
            verification.damage.map { "Damaged: \($0). \(checked) before it." } ?? "Intact: \(checked)."
        )
        guard let damage = verification.damage else { return .success }
        console.warn("  \(EdgeLogError.damaged(path: log.installation.logFile, damage).recovery ?? "")")
        return .data
    }
}
