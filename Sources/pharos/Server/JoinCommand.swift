import Agent
import CommandLineKit
import EdgeLog
import JSON
import Survey
import Sync

/// `pharos join`: opens a join link.
struct JoinCommand: Subcommand {
    static let name = "join"
    static let summary = "Join a server with a link from an admin"
    static let usage = "LINK | - [--name NAME]"
    static let discussion = """
        The link names the server and carries a one-time code; - reads it from standard input. Makes a key where the \
        installation has none, and a log for surveyors and admins. May be repeated with the same link after a failure.
        """
    static let options = [OptionSummary("--name NAME", "What admins see this installation as; else the machine's name")]

    private let home: HomeOption
    private let link: String
    private let displayName: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        displayName = try arguments.takeOption("--name")
        link = try arguments.takeWord("the join link, or - to read it from standard input")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let text = link == "-" ? console.readInputLine() ?? "" : link
        guard let joinLink = JoinLink(text.trimmed) else {
            throw NameError(
                description: "This is no whole join link: it looks like pharos://HOST:PORT/?pin=…&code=….",
                recovery: "Copy all of it, in quotes since it holds an &, or give it on standard input with -."
            )
        }
        let path = try home.path(console)
        let name = displayName ?? console.environment["HOSTNAME"] ?? MachineName.current
        let membership = try await Online.withLoop { loop in
            try await Joining.join(joinLink, into: Installation(at: path), as: name, on: loop)
        }
        console.answer(
            [
                "home": .string(path),
                "project": .string("\(membership.project)"),
                "role": .string("\(membership.role)"),
                "server": .string("\(membership.endpoint)"),
            ],
            "Joined \(membership.endpoint) as \(membership.role)."
        )
        return .success
    }
}
