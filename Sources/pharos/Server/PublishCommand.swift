import Agent
import CommandLineKit
import JSON
import Sync

/// `pharos publish`: makes a release of the project's index.
struct PublishCommand: Subcommand {
    static let name = "publish"
    static let summary = "Publish the fingerprint index as a release that devices pull"
    static let usage = ""
    static let discussion = "Delivers what is here first. For admins."

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let answer = try await Online.answer(to: .publish, try home.path(console), console)
        guard case .published(let release) = answer else { throw AgentError.hungUp }
        console.answer(["release": JSONValue(release)], "Published release \(release).")
        return .success
    }
}
