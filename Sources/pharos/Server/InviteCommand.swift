import Agent
import CommandLineKit
import JSON
import Sync

/// `pharos invite`: has the server make a join link.
struct InviteCommand: Subcommand {
    static let name = "invite"
    static let summary = "Get a join link for a surveyor, a device or another admin"
    static let usage = "[--role ROLE] [--uses N] [--valid TIME]"
    static let discussion = "For admins. Only devices may share a link: one QR code at the door."
    static let options = [
        OptionSummary("--role ROLE", "admin, surveyor (default) or device"),
        OptionSummary("--uses N", "How many devices may use it: a number or unlimited (default 1)"),
        OptionSummary("--valid TIME", "How long it holds, up to 366d (default 24h)"),
    ]

    private let home: HomeOption
    private let invitation: Invitation

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        let word = try arguments.takeChoice("--role", of: ["admin", "surveyor", "device"]) ?? "surveyor"
        let role = Role.allCases.first { "\($0)" == word } ?? .surveyor
        let text = try arguments.takeOption("--uses") ?? "1"
        let uses = UInt32(text)
        guard text == "unlimited" || uses.map({ $0 > 0 }) == true else {
            throw .invalidValue(text, of: "--uses", expected: "a number from 1 on, or unlimited")
        }
        if uses != 1, role != .device { throw UsageError("Only devices may share a link.") }
        let validity = try arguments.takeDuration("--valid", in: .seconds(1)...(.seconds(366 * 86_400)))
        let seconds = (validity ?? .seconds(86_400)).components.seconds
        invitation = Invitation(role: role, uses: uses, validity: UInt64(max(1, seconds)) * 1_000)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let answer = try await Online.answer(to: .invite(invitation), try home.path(console), console)
        guard case .invited(let link) = answer else { throw AgentError.hungUp }
        console.answer(["link": .string(link), "role": .string("\(invitation.role)")], link)
        return .success
    }
}
