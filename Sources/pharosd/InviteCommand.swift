import CommandLineKit
import EventLoop
import JSON
import Server
import Survey
import Sync

/// `pharosd invite`: prints a join link.
struct InviteCommand: Subcommand {
    static let name = "invite"
    static let summary = "Print a join link"
    static let usage = "[PROJECT] [--role ROLE] [--uses N] [--valid TIME] [--address HOST:PORT]"
    static let discussion = """
        Without a project, the link makes the project of whoever joins with it known, and its holder the admin. With one,
        it admits a surveyor, a device or another admin. Only devices may share a link.
        """
    static let options = [
        OptionSummary("--role ROLE", "admin, surveyor (default) or device"),
        OptionSummary("--uses N", "How many devices may use it: a number or unlimited (default 1)"),
        OptionSummary("--valid TIME", "How long it holds, up to 366d (default 24h)"),
        OptionSummary("--address HOST:PORT", "Where clients reach the server, if not where it said last"),
    ]

    private let database: DatabaseOptions
    private let project: String?
    private let role: Role
    private let uses: UInt32?
    private let validity: Duration
    private let address: Endpoint?

    init(_ arguments: inout Arguments) throws(UsageError) {
        database = try DatabaseOptions(&arguments)
        let role = try arguments.takeChoice("--role", of: ["admin", "surveyor", "device"])
        let uses = try arguments.takeOption("--uses")
        validity = try arguments.takeDuration("--valid", in: .seconds(1)...(.seconds(366 * 86_400))) ?? .seconds(86_400)
        address = try arguments.takeEndpoint("--address")
        project = arguments.takeOptionalWord()
        try arguments.finish()
        self.role =
            switch role {
            case "admin": .admin
            case "device": .device
            default: project == nil ? .admin : .surveyor
            }
        self.uses = try Self.readUses(uses ?? "1")
        if project == nil && self.role != .admin { throw UsageError("Name the project that they shall join.") }
        if self.uses != 1 && self.role != .device { throw UsageError("Only devices may share a link.") }
    }

    private static func readUses(_ text: String) throws(UsageError) -> UInt32? {
        if text == "unlimited" { return nil }
        guard let uses = UInt32(text), uses > 0, uses <= UInt32(Int32.max) else {
            throw .invalidValue(text, of: "--uses", expected: "a number from 1 on, or unlimited")
        }
        return uses
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let link = try await database.location(console).visit { pool in
            let administration = Administration(pool: pool)
            let project = if let project { try await administration.project(project).id } else { nil as ProjectID? }
            return try await administration.invite(
                to: project,
                role: role,
                uses: uses,
                validity: validity,
                at: address
            )
        }
        console.answer(["link": .string("\(link)"), "role": .string("\(role)")], "\(link)")
        return .success
    }
}
