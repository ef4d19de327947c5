import Agent
import CommandLineKit
import JSON
import Survey
import Sync

/// `pharos revoke`: shuts an agent or device out.
struct RevokeCommand: Subcommand {
    static let name = "revoke"
    static let summary = "Shut an agent or device out, within seconds if it is online"
    static let usage = "AGENT-ID [--undo]"
    static let discussion = """
        For admins. What it wrote before stays; what it writes meanwhile stays in its own log, and is delivered after \
        --undo. An agent's identifier is in its pharos status --json.
        """
    static let options = [OptionSummary("--undo", "Let it in again")]

    private let home: HomeOption
    private let agent: AgentID
    private let isUndo: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        isUndo = arguments.takeFlag("--undo")
        let text = try arguments.takeWord("the agent's identifier")
        guard let agent = AgentID(text) else {
            throw .invalidValue(text, of: "the agent", expected: "an identifier of 32 hexadecimal digits")
        }
        self.agent = agent
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let answer = try await Online.answer(to: .revoke(agent, undo: isUndo), try home.path(console), console)
        guard case .revoked(let revoked, let undone) = answer else { throw AgentError.hungUp }
        console.answer(
            ["agent": .string("\(revoked)"), "undone": .bool(undone)],
            undone ? "Let \(revoked) in again." : "Shut \(revoked) out."
        )
        return .success
    }
}
