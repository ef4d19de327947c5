import Agent
import CommandLineKit
import EdgeLog

/// Which installation is meant: `--home DIR`, else `PHAROS_HOME`.
struct HomeOption {
    static let summary = OptionSummary("--home DIR", "The installation; else PHAROS_HOME")

    private let given: String?

    init(_ arguments: inout Arguments) throws(UsageError) { given = try arguments.takeOption("--home") }

    /// Whether an installation was named at all, for commands that can do without.
    func isGiven(_ console: Console) -> Bool { given != nil || console.environment["PHAROS_HOME"]?.isEmpty == false }

    /// The directory.
    func path(_ console: Console) throws(UsageError) -> String {
        let path = given ?? console.environment["PHAROS_HOME"] ?? ""
        guard !path.isEmpty else { throw UsageError("Which installation? Give --home DIR, or set PHAROS_HOME.") }
        return path
    }

    /// Opens the installation, and says so where its log had been restored or copied.
    func open(_ console: Console) throws -> LocalAgent {
        let agent = try LocalAgent(opening: try path(console))
        if let rollback = agent.log.rollback {
            console.warn(
                """
                pharos: This log was restored from a backup or copied: the server had acknowledged \
                \(rollback.acknowledged) events of incarnation \(rollback.incarnation), and \(rollback.found) are here. \
                It goes on in a new incarnation; nothing is lost, the next sync brings the others back.
                """
            )
        }
        return agent
    }
}
