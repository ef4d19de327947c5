import Crypto
import EventLoop
import Link
import Survey
import Sync
import Testing
import Wire

/// An agent of a test: a key, a log in memory, and the messages of the protocol, one by one.
final class TestClient {
    let key: SigningKey
    let id: AgentID
    let project: ProjectID
    let incarnation: Incarnation
    private(set) var events: [Envelope] = []
    private(set) var hashes: [Digest] = []
    private let loop: EventLoop
    private var link: ClientLink?
    private var iterator: ClientLink.Messages.Iterator?
    private var inbox: [ServerMessage] = []

    init(project: ProjectID, on loop: EventLoop) throws {
        key = try SigningKey()
        id = SHA256().agentID(ofPublicKey: key.publicKey)
        self.project = project
        self.loop = loop
        incarnation = Incarnation(UInt64.random(in: 1...(.max)))
    }

    /// Writes some scans into the log.
    func write(_ count: Int, kind: EventKind = .scanSampled, payload: [UInt8] = [1, 2, 3]) {
        for _ in 0..<count {
            let envelope = Envelope(
                project: project,
                agent: id,
                incarnation: incarnation,
                sequence: UInt64(events.count) + 1,
                previousHash: hashes.last ?? .zero,
                recordedAt: Timestamp(milliseconds: 0),
                basis: .none,
                kind: kind.rawValue,
                payload: payload
            )
            events.append(envelope)
            hashes.append(envelope.hash(with: SHA256()))
        }
    }

    /// Writes events into the log.
    func write(_ events: [SurveyEvent]) {
        for event in events { write(1, kind: event.kind, payload: PayloadCoder().encode(event)) }
    }

    /// Connects to where a link says.
    func connect(_ link: JoinLink) async throws {
        let endpoint = Endpoint(host: link.host, port: link.port)
        let connection = try await ClientLink.dial(endpoint, pin: link.pin, on: loop)
        self.link = connection
        iterator = connection.messages.makeAsyncIterator()
        inbox = []
    }

    func close() async {
        await link?.close()
        link = nil
    }

    func send(_ messages: ClientMessage...) async throws {
        try await #require(link).send(messages)
    }

    /// The next message of the server; nil where it ended the connection.
    func receive() async throws -> ServerMessage? {
        while inbox.isEmpty {
            guard let batch = try await iterator?.next() else { return nil }
            inbox = batch
        }
        return inbox.removeFirst()
    }

    /// Uses the code of a link.
    func join(_ link: JoinLink) async throws -> ServerMessage? {
        let join = Join(code: link.code, publicKey: key.publicKey, name: "client", project: project)
        try await send(.join(join))
        return try await receive()
    }

    /// Says Hello, signed on this connection.
    func greet(cursors: [Cursor] = []) async throws -> ServerMessage? {
        let claims = [
            StreamClaim(
                incarnation: incarnation,
                end: UInt64(events.count),
                hash: hashes.last ?? .zero,
                isClosed: false
            )
        ]
        let exporter = try await #require(link).exporter()
        let signed = Hello.signedBytes(exporter: exporter, project: project, agent: id, streams: claims)
        try await send(
            .hello(
                Hello(
                    project: project,
                    agent: id,
                    streams: claims,
                    cursors: cursors,
                    versions: Versions(sync: 1, projector: 1),
                    signature: try key.signature(of: signed)
                )
            )
        )
        return try await receive()
    }

    /// Pushes events of the log, and returns the answer.
    func push(from first: Int = 1, through last: Int? = nil) async throws -> ServerMessage? {
        let range = first - 1..<(last ?? events.count)
        try await send(
            .push(
                Push(
                    incarnation: incarnation,
                    first: UInt64(first),
                    previousHash: first == 1 ? .zero : hashes[first - 2],
                    events: events[range].map(\.bytes),
                    ages: range.map { _ in .measured(0) }
                )
            )
        )
        return try await receive()
    }
}
