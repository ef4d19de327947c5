import Survey
import Sync
import SyncSimulator

/// The server's end of one connection, for tests that say every message themselves.
struct ServerConversation {
    var session: ServerSession<FastHashing>
    var now: Int64 = 0
    let exporter: [UInt8] = [1, 2, 3]
    let publicKey = [UInt8](repeating: 9, count: 32)
    var author: Author

    init() {
        session = ServerSession(verifier: FastHashing(), exporter: exporter)
        author = Author(agent: FastHashing().agentID(ofPublicKey: publicKey), incarnation: 1)
    }

    var claim: StreamClaim {
        let end = UInt64(author.events.count)
        return StreamClaim(incarnation: author.incarnation, end: end, hash: author.hash(at: end), isClosed: false)
    }

    func hello(version: UInt32 = 1, exporter: [UInt8]? = nil, streams: [StreamClaim]? = nil) -> Hello {
        let streams = streams ?? [claim]
        let message = Hello.signedBytes(
            exporter: exporter ?? self.exporter,
            project: Author.project,
            agent: author.agent,
            streams: streams
        )
        return Hello(
            project: Author.project,
            agent: author.agent,
            streams: streams,
            cursors: [Cursor(lane: .scans, position: 0, chain: .zero)],
            versions: Versions(sync: version, projector: 1),
            signature: FastHashing().signature(of: message, by: publicKey)
        )
    }

    mutating func say(_ message: ClientMessage) -> [ServerEffect] { handle(.received(message)) }

    mutating func handle(_ input: ServerInput) -> [ServerEffect] { session.handle(input, at: now) }

    /// Hello and everything up to Welcome.
    mutating func open(as role: Role = .surveyor, head: UInt64 = 0, holdsClaim: Bool = false) -> [ServerEffect] {
        _ = say(.hello(hello()))
        _ = handle(.agent(PeerRecord(publicKey: publicKey, role: role, isRevoked: false)))
        return handle(.opened(opening(head: head, holdsClaim: holdsClaim)))
    }

    func opening(head: UInt64 = 0, holdsClaim: Bool = false) -> Opening {
        let stored = min(head, UInt64(author.events.count))
        let stream = StreamHead(
            incarnation: author.incarnation,
            head: stored,
            hash: author.hash(at: stored),
            holdsClaim: holdsClaim
        )
        return Opening(time: Author.now, streams: [stream], cursorsMatch: [true], projectHead: head)
    }
}

extension [ServerEffect] {
    /// What is said.
    var messages: [ServerMessage] {
        compactMap { if case .send(let message) = $0 { message } else { nil } }
    }

    /// The tickets of the pushes that are to be appended.
    var tickets: [UInt64] {
        compactMap { if case .append(_, let ticket) = $0 { ticket } else { nil } }
    }
}
