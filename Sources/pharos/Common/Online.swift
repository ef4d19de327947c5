import Agent
import CommandLineKit
import EventLoop
import JSON
import Survey
import Sync

/// What every command that talks to the server has in common.
enum Online {
    /// Runs something on an event loop of its own.
    static func withLoop<Result>(_ body: (EventLoop) async throws -> Result) async throws -> Result {
        let loop = try EventLoop()
        do {
            let result = try await body(loop)
            await loop.shutdown()
            return result
        } catch {
            await loop.shutdown()
            throw error
        }
    }

    /// Delivers and pulls everything, then has the requests answered.
    static func sync(_ home: String, _ options: SyncOptions, _ console: Console) async throws -> SyncReport {
        try await withLoop { loop in
            let agent = try SyncAgent(opening: home, on: loop, options) { tell($0, console) }
            return try await agent.run()
        }
    }

    /// The only answer to the only request.
    static func answer(to request: ClientRequest, _ home: String, _ console: Console) async throws -> ClientAnswer {
        let report = try await sync(home, SyncOptions(.once([request]), lanes: [.structure]), console)
        guard let answer = report.answers.first else { throw AgentError.hungUp }
        if case .refused(let refusal) = answer { throw AgentError.refused(refusal) }
        return answer
    }

    /// Says on stderr what goes on.
    static func tell(_ notice: SyncNotice, _ console: Console) {
        switch notice {
        case .connected, .inStep: break
        case .disconnected(let reason, let wait):
            console.note("pharos: \(reason) Trying again in \(wait) ms.")
        case .forked(_, let lastCommon):
            console.warn(
                """
                pharos: This log went on elsewhere after event \(lastCommon): it was restored from a backup, or copied.
                  Run pharos recover: both histories are kept.
                """
            )
        case .recovered(_, let lastCommon):
            console.warn("pharos: The log went on elsewhere after event \(lastCommon); later events were copied.")
        case .rewound(let position):
            console.warn(
                "pharos: The server was restored from a backup: what it lost after position \(position) went aside, and "
                    + "this installation's own events are sent again."
            )
        case .pushingAgain(_, let head):
            console.warn("pharos: The server has lost events after \(head) of this log; they are sent again.")
        case .blobCorrupted(let hash):
            console.warn("pharos: The server threw the plan \(hash) away, since it arrived damaged.")
        }
    }
}
