import Crypto
import EventLoop
import Link
import Survey
import Sync

/// One end of the protocol, message by message: an agent that pushes and waits, or a device that is only connected.
///
/// It lives on its link's loop: what is measured is the server, so that its load should cost as little as it can.
actor LinkClient {
    private nonisolated let loop: EventLoop
    private let key: SigningKey
    private let id: AgentID
    private let project: ProjectID
    private let incarnation: Incarnation
    private let link: ClientLink
    private var sequence: UInt64 = 0
    private var lastHash = Digest.zero

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Connects with a new key, and joins as a link says.
    init(_ invitation: JoinLink, project: ProjectID, on loop: EventLoop) async throws {
        var random = SystemRandomNumberGenerator()
        key = try SigningKey()
        id = SHA256().agentID(ofPublicKey: key.publicKey)
        incarnation = Incarnation(random.next())
        self.project = project
        self.loop = loop
        let endpoint = Endpoint(host: invitation.host, port: invitation.port)
        let first = try await ClientLink.dial(endpoint, pin: invitation.pin, on: loop)
        let join = Join(code: invitation.code, publicKey: key.publicKey, name: "bench", project: project)
        try await first.send([.join(join)])
        guard case .joined? = try await Self.next(of: first) else { throw BenchError.wrong("a new key may join") }
        await first.finish()
        link = try await ClientLink.dial(endpoint, pin: invitation.pin, on: loop)
    }

    /// Says Hello; the server lets it in.
    func greet(asAgent: Bool) async throws {
        let claim = StreamClaim(incarnation: incarnation, end: 0, hash: .zero, isClosed: false)
        let claims = asAgent ? [claim] : []
        let exporter = try await link.exporter()
        let signed = Hello.signedBytes(exporter: exporter, project: project, agent: id, streams: claims)
        let hello = Hello(
            project: project,
            agent: id,
            streams: claims,
            cursors: [],
            versions: Versions(sync: 1, projector: 1),
            signature: try key.signature(of: signed)
        )
        try await link.send([.hello(hello)])
        guard case .welcome? = try await Self.next(of: link) else { throw BenchError.wrong("who has joined is let in") }
    }

    /// Pushes events one by one, each after the one before was acknowledged.
    func push(_ count: Int, payload: [UInt8]) async throws {
        for _ in 0..<count {
            let envelope = Envelope(
                project: project,
                agent: id,
                incarnation: incarnation,
                sequence: sequence + 1,
                previousHash: lastHash,
                recordedAt: Timestamp(milliseconds: 0),
                basis: .none,
                kind: EventKind.scanSampled.rawValue,
                payload: payload
            )
            let push = Push(
                incarnation: incarnation,
                first: sequence + 1,
                previousHash: lastHash,
                events: [envelope.bytes],
                ages: [.measured(0)]
            )
            try await link.send([.push(push)])
            sequence += 1
            lastHash = envelope.hash(with: SHA256())
            guard case .pushed(incarnation, through: sequence)? = try await Self.next(of: link) else {
                throw BenchError.wrong("a push of one event is acknowledged")
            }
        }
    }

    func finish() async { await link.finish() }

    /// The next message; it is the only one, since nothing is asked before it was answered.
    private static func next(of link: ClientLink) async throws -> ServerMessage? {
        try await link.messages.makeAsyncIterator().next()?.first
    }
}
