import EventLoop
import EventStore
import Link
import Survey
import Sync

/// One connection: drives the session that `Sync` defines, over a link and the event store.
///
/// The session decides; this does what it is told, in the order in which it is told, kind by kind.
actor Conversation {
    private let services: Services
    private let link: ServerLink
    private let clock = ContinuousClock()
    private let begin: ContinuousClock.Instant
    private var session: ServerSession<SessionCryptography>
    private var works: [Work: [@Sendable () async -> Void]] = [:]
    /// What was not handed to the link yet; bounded by what the session lets a peer ask for.
    private var outbox: [ServerMessage] = []
    /// Whether a task hands the outbox to the link.
    private var isSending = false
    /// The reader, while it waits for the outbox to be empty: who does not read is not read.
    private var pause: CheckedContinuation<Void, Never>?
    private var isOver = false
    /// Whom the session serves, once Hello has said so.
    private(set) var peer: Peer?

    nonisolated var unownedExecutor: UnownedSerialExecutor { services.loop.asUnownedSerialExecutor() }

    /// A conversation that has just begun; `exporter` are 32 bytes that no other connection shares.
    init(over link: ServerLink, exporter: [UInt8], services: Services) {
        self.services = services
        self.link = link
        begin = clock.now
        session = ServerSession(verifier: SessionCryptography(), exporter: exporter)
    }

    /// Who speaks, as Hello said; nothing is served before that is proven.
    struct Peer: Hashable, Sendable {
        let project: ProjectID
        let agent: AgentID
    }

    /// What the store is asked for, one at a time of a kind.
    private enum Work: Hashable {
        case greeting, comparing, blob, content, request, admission
        case reading(Lane)
    }

    /// The conversation's whole life: returns when the connection has ended.
    func run() async {
        do {
            for try await batch in link.messages {
                for message in batch { handle(.received(message)) }
                if !outbox.isEmpty { await withCheckedContinuation { pause = $0 } }
            }
        } catch {
            if case .unreadable(let problem) = error { refuse(.protocolViolation("\(problem)")) }
        }
        while isSending { await withCheckedContinuation { pause = $0 } }
        works = [:]
        isOver = true
        await link.finish()
    }

    /// Time has passed.
    func tick() { handle(.tick) }

    /// The project has got longer.
    func headMoved(_ project: ProjectID, to position: UInt64) {
        if peer?.project == project { handle(.headMoved(position)) }
    }

    /// The server stops.
    func shutDown() { handle(.shutDown(retryAfter: Self.restartPause)) }

    /// Ends the connection, whatever is under way.
    func cut() async {
        isOver = true
        await link.close()
    }

    /// When the peer of a server that stops shall come back.
    private static let restartPause: UInt64 = 2_000
    /// When a push that the store could not take shall be tried again.
    private static let retryPause: UInt64 = 1_000

    private var now: Int64 {
        let (seconds, attoseconds) = (clock.now - begin).components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }

    private func handle(_ input: ServerInput) {
        guard !isOver else { return }
        for effect in session.handle(input, at: now) { perform(effect) }
    }

    private func perform(_ effect: ServerEffect) {
        switch effect {
        case .send(let message): send(message)
        case .readAgent(let project, let agent):
            peer = Peer(project: project, agent: agent)
            answer(.greeting) { services async throws(EventStoreError) in
                .agent(try await services.agents.agent(agent, in: project).map(PeerRecord.init))
            }
        case .open(let project, let agent, let claims, let cursors):
            answer(.greeting) { services async throws(EventStoreError) in
                let greeting = try await services.agents.greet(agent, in: project, claims: claims, cursors: cursors)
                return greeting.map { .opened(Opening($0, claims: claims, cursors: cursors)) } ?? .agent(nil)
            }
        case .append(let push, let ticket): append(push, ticket)
        case .compare(let compare): self.compare(compare)
        case .readLane(let cursor): read(cursor)
        case .openBlob(let offer):
            answer(.blob, of: peer) { services, peer async throws(EventStoreError) in
                let progress = try await services.blobs.state(of: offer, in: peer.project)
                return .blob(BlobState(hash: offer.hash, progress: progress))
            }
        case .storeChunk(let chunk):
            answer(.blob, of: peer) { services, peer async throws(EventStoreError) in
                let progress = try await services.blobs.add(chunk, in: peer.project)
                return .blob(BlobState(hash: chunk.content.hash, progress: progress))
            }
        case .readContent(let fetch): read(fetch)
        case .perform(let request):
            let peer = peer
            answer(.request) { services async throws(EventStoreError) in
                .performed(try await services.requests.perform(request, for: peer))
            }
        case .checkAdmission: checkAdmission()
        case .close: finish()
        }
    }

    private func send(_ message: ServerMessage) {
        outbox.append(message)
        guard !isSending else { return }
        isSending = true
        // Ends by itself: the link gives up on a peer that takes nothing.
        Task(executorPreference: services.loop) { await self.sendAll() }
    }

    /// Hands over what there is, until there is no more.
    private func sendAll() async {
        while !outbox.isEmpty {
            let messages = outbox
            outbox = []
            do throws(LinkError) {
                try await link.send(messages)
            } catch {
                if case .unsendable = error { services.log("\(error)") }
                outbox = []
                isOver = true
                await link.close()
            }
        }
        isSending = false
        pause?.resume()
        pause = nil
        if session.isClosed { await link.finish() }
    }

    private func refuse(_ refusal: Refusal) {
        if !isOver { send(.refused(refusal)) }
        isOver = true
    }

    /// The session is over: what it said last is still sent.
    private func finish() {
        isOver = true
        works = [:]
        if !isSending { Task { await link.finish() } }
    }

    private func append(_ push: PreparedPush, _ ticket: UInt64) {
        guard let peer else { preconditionFailure("A push comes after Hello.") }
        services.appender.assumeIsolated { appender in
            appender.enqueue(push, in: peer.project) { [self] result in
                let outcome: AppendOutcome
                switch result {
                case .success(let answer): outcome = .decided(answer)
                case .failure(let error):
                    report(error)
                    outcome = .failed(retryAfter: Self.retryPause)
                }
                assumeIsolated { $0.handle(.appended(ticket: ticket, outcome)) }
            }
        }
    }

    private func compare(_ compare: Compare) {
        answer(.comparing, of: peer) { services, peer async throws(EventStoreError) in
            let numbers = compare.points.map(\.number)
            let stored =
                switch compare.subject {
                case .project: try await services.reader.chain(of: peer.project, at: numbers)
                case .stream(let incarnation):
                    try await services.reader.hashes(
                        of: StreamID(agent: peer.agent, incarnation: incarnation),
                        in: peer.project,
                        at: numbers
                    )
                }
            let common = compare.points.last { stored[$0.number]?.prefix == $0.hashPrefix }
            return .compared(Common(subject: compare.subject, number: common?.number ?? 0))
        }
    }

    private func read(_ cursor: Cursor) {
        answer(.reading(cursor.lane), of: peer) { services, peer async throws(EventStoreError) in
            .laneRead(cursor.lane, try await services.reader.read(after: cursor, of: peer.project, for: peer.agent))
        }
    }

    private func read(_ fetch: Fetch) {
        answer(.content, of: peer) { services, peer async throws(EventStoreError) in
            let chunk =
                switch fetch.content.kind {
                case .blob:
                    try await services.blobs.chunk(of: fetch.content.hash, from: fetch.offset, in: peer.project)
                case .block:
                    try await services.releases.chunk(of: fetch.content.hash, from: fetch.offset, in: peer.project)
                }
            return .content(fetch.content, chunk)
        }
    }

    /// Where this cannot be read, nobody answers: the session knows how long it may go on.
    private func checkAdmission() {
        guard let peer else { return }
        let services = services
        enqueue(.admission) { [self] in
            do throws(EventStoreError) {
                let record = try await services.agents.agent(peer.agent, in: peer.project)
                await handle(.admission(record.map { !$0.isRevoked } ?? false))
            } catch {
                report(error)
            }
        }
    }

    /// Asks the store, and tells the session what it says.
    private func answer(
        _ work: Work,
        _ ask: @escaping @Sendable (Services) async throws(EventStoreError) -> ServerInput
    ) {
        let services = services
        enqueue(work) { [self] in
            do throws(EventStoreError) {
                await handle(try await ask(services))
            } catch {
                report(error)
                await handle(.unavailable)
            }
        }
    }

    private func answer(
        _ work: Work,
        of peer: Peer?,
        _ ask: @escaping @Sendable (Services, Peer) async throws(EventStoreError) -> ServerInput
    ) {
        guard let peer else { preconditionFailure("The session serves nobody before Hello.") }
        answer(work) { services async throws(EventStoreError) in try await ask(services, peer) }
    }

    /// Puts something behind what is under way of its kind.
    private func enqueue(_ work: Work, _ body: @escaping @Sendable () async -> Void) {
        works[work, default: []].append(body)
        guard works[work]?.count == 1 else { return }
        // Ends by itself: the store answers or fails in bounded time. A request may compute, which is not for the loop.
        Task(executorPreference: work == .request ? nil : services.loop) { await self.workOff(work) }
    }

    private func workOff(_ work: Work) async {
        while let body = works[work]?.first {
            await body()
            if works[work]?.isEmpty == false { works[work]?.removeFirst() }
        }
    }

    private nonisolated func report(_ error: EventStoreError) {
        services.complaints.report(error)
    }
}

extension PeerRecord {
    fileprivate init(_ agent: EnrolledAgent) {
        self.init(publicKey: agent.publicKey, role: agent.role, isRevoked: agent.isRevoked)
    }
}

extension Opening {
    fileprivate init(_ greeting: Greeting, claims: [StreamClaim], cursors: [Cursor]) {
        self.init(
            time: greeting.time,
            streams: claims.map { claim in
                let stream = greeting.streams[claim.incarnation]
                return StreamHead(
                    incarnation: claim.incarnation,
                    head: stream?.state.head ?? 0,
                    hash: stream?.state.hash ?? .zero,
                    holdsClaim: claim.end == 0 || stream?.hashAtClaim == claim.hash
                )
            },
            cursorsMatch: cursors.map { greeting.chain[$0.position] == $0.chain },
            projectHead: greeting.head,
            lacksBlobs: greeting.lacksBlobs
        )
    }
}
