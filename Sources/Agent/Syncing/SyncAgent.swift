import Crypto
import EdgeLog
public import EventLoop
import Link
import Survey
import Sync
import Venue

/// Brings an installation and its server into step: the log, the client session and the link, wired together.
///
/// The session decides, the link carries, the log remembers. Whatever is cut off at any moment, the next session finds out
/// by its Hello what both sides have.
public actor SyncAgent {
    /// How often the session looks at its deadlines, and at what other processes have appended.
    private static let tick = Duration.milliseconds(200)
    /// How long acknowledgements may wait to be noted while more is under way, in milliseconds: each note flushes twice.
    private static let notingPause: Int64 = 500
    /// Ticks after which SQLite's write-ahead log is shortened, where all is quiet: a minute.
    private static let ticksBetweenCheckpoints: UInt64 = 300

    /// Ticks after which plans that the server did not have are asked for again: five seconds.
    private static let ticksBetweenSearches: UInt64 = 25

    let agent: LocalAgent
    let membership: Membership
    let loop: EventLoop
    let options: SyncOptions
    let clock = SystemClock()
    private let onNotice: @Sendable (SyncNotice) -> Void

    var session: ClientSession
    var report = SyncReport()
    var errands = Errands()
    private var outbox: [ClientMessage] = []
    private var ticks: UInt64 = 0
    private var isSending = false
    /// Acknowledgements that the log was not told of yet: what is lost of them in a crash, the next Welcome says again.
    private var acknowledged: [Incarnation: UInt64] = [:]
    private var noted: [Incarnation: UInt64] = [:]
    /// When acknowledgements were noted last, in milliseconds since boot; nil where the next ones are not to wait.
    private var notedAt: Int64?
    private var exporter: [UInt8] = []
    var ending: Ending?
    /// The plans of which bytes were sent, and not only offered.
    var brought: Set<Digest> = []
    /// Whether this session has said that everything is delivered and pulled.
    var isInStep = false

    /// How a session ended.
    enum Ending: Hashable {
        case done
        case closed(CloseReason)
    }

    /// Opens the installation that has joined a server.
    public init(
        opening path: String,
        on loop: EventLoop,
        _ options: SyncOptions,
        onNotice: @escaping @Sendable (SyncNotice) -> Void
    ) throws {
        agent = try LocalAgent(opening: path)
        membership = try Membership(of: agent.log.installation)
        guard membership.project == agent.log.project else { throw AgentError.otherProject(path: path) }
        self.loop = loop
        self.options = options
        self.onNotice = onNotice
        session = ClientSession(Self.configuration(of: agent, options))
    }

    static func configuration(of agent: LocalAgent, _ options: SyncOptions) -> ClientConfiguration {
        ClientConfiguration(
            project: agent.log.project,
            agent: agent.log.agent,
            versions: Versions(sync: 1, projector: Venue.projectorVersion),
            recoversByItself: options.recovers
        )
    }

    func notify(_ notice: SyncNotice) { onNotice(notice) }

    // MARK: One session

    /// Holds one conversation over a link, until the goal is reached or the session is over.
    func converse(over link: ClientLink) async throws -> Ending {
        session = ClientSession(Self.configuration(of: agent, options))
        errands = Errands()
        brought = []
        (outbox, isSending, acknowledged, notedAt, ending) = ([], false, [:], nil, nil)
        exporter = try await link.exporter()
        noted = Dictionary(
            uniqueKeysWithValues: try agent.log.streams().map { ($0.claim.incarnation, $0.acknowledged) }
        )
        do {
            try await exchange(over: link)
        } catch {
            try noteAcknowledgements()
            throw error
        }
        try noteAcknowledgements()
        return ending ?? .closed(.startAgain)
    }

    private func exchange(over link: ClientLink) async throws {
        try await handle([.connected], link)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: loop) {
                for try await batch in link.messages {
                    try await self.handle(batch.map(ClientInput.received), link)
                    if await self.ending != nil { return }
                }
                if await self.ending == nil { throw AgentError.hungUp }
            }
            group.addTask(executorPreference: loop) {
                while await self.ending == nil {
                    try await ContinuousClock().sleep(for: Self.tick)
                    try await self.tick(link)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Hands inputs to the session and does what it wants, until it wants nothing more.
    func handle(_ inputs: [ClientInput], _ link: ClientLink) async throws {
        var queue = inputs[...]
        while let input = queue.popFirst(), ending == nil {
            for effect in session.handle(input, at: clock.now()) {
                if let answer = try perform(effect) { queue.append(answer) }
            }
        }
        let now = clock.now().sinceBoot
        if notedAt.map({ now - $0 >= Self.notingPause }) ?? true { try noteAcknowledgements() }
        if ending == nil { try await runErrands(link) }
        await flush(link)
    }

    /// Does one thing that the session wants; returns the log's answer, where one is due.
    private func perform(_ effect: ClientEffect) throws -> ClientInput? {
        let log = agent.log
        switch effect {
        case .send(let message): outbox.append(message)
        case .readLog: return .log(try log.summary(pulling: options.lanes))
        case .sign(let streams):
            let bytes = Hello.signedBytes(exporter: exporter, project: log.project, agent: log.agent, streams: streams)
            return .signed(try agent.key.signature(of: bytes))
        case .readEvents(let incarnation, let first, let maximumBytes):
            return .events(try log.run(of: incarnation, from: first, byteLimit: maximumBytes))
        case .readPoints(let history, let lower, let upper):
            return .points(history, try log.points(of: history, after: lower, before: upper))
        case .acknowledge(let incarnation, let through): acknowledged[incarnation] = through
        case .recover(let incarnation, let lastCommon):
            try noteAcknowledgements()
            try log.recover(incarnation, lastCommon: lastCommon)
            return .log(try log.summary(pulling: options.lanes))
        case .rewind(let position):
            try log.rewind(to: position)
            return .rewound(try log.summary(pulling: options.lanes).cursors)
        case .apply(let batch):
            try log.apply(batch)
            count(batch)
            return .applied(batch.lane)
        case .readBlob(let hash, let offset, let count):
            brought.insert(hash)
            return .blobBytes(hash, offset: offset, try log.readBlob(hash, from: offset, count: count))
        case .markSafe(let hash): try log.markBlobSafe(hash)
        case .store(let chunk): return .stored(chunk.content, isIntact: try keep(chunk))
        case .answer(let answer): errands.answered(&report, answer)
        case .notice(let notice): try take(notice)
        case .close(let reason): ending = .closed(reason)
        }
        return nil
    }

    private func keep(_ chunk: Chunk) throws -> Bool {
        do {
            try agent.log.receive(chunk.bytes, of: chunk.content.hash, at: chunk.offset)
            return true
        } catch EdgeLogError.wrongBlob {
            return false
        }
    }

    private func count(_ batch: EventBatch) {
        for entry in batch.entries {
            if case .own = entry { report.confirmed += 1 } else { report.pulled += 1 }
        }
        if batch.lane == .structure, !batch.entries.isEmpty { errands.structureChanged() }
    }

    /// Tells the log, and its sidecar, what the server has acknowledged.
    func noteAcknowledgements() throws {
        guard !acknowledged.isEmpty else { return }
        notedAt = clock.now().sinceBoot
        for (incarnation, through) in acknowledged.sorted(by: { $0.key < $1.key }) {
            try agent.log.acknowledge(incarnation, through: through)
            let before = noted.updateValue(through, forKey: incarnation) ?? 0
            report.pushed += through - min(through, before)
        }
        acknowledged = [:]
    }

    /// Sends what waits, in order: whoever comes while somebody sends leaves it to them.
    ///
    /// Where it fails, the connection is over, and the reader tells why: what the server said last comes before its end.
    private func flush(_ link: ClientLink) async {
        guard !isSending else { return }
        isSending = true
        defer { isSending = false }
        while !outbox.isEmpty {
            let messages = outbox
            outbox = []
            do { try await link.send(messages) } catch { return }
        }
    }

    /// Lets the session look at its deadlines, and tells it what another process has appended.
    private func tick(_ link: ClientLink) async throws {
        var inputs = [ClientInput.tick]
        ticks += 1
        if ticks.isMultiple(of: Self.ticksBetweenCheckpoints), isInStep { try agent.log.checkpoint() }
        if ticks.isMultiple(of: Self.ticksBetweenSearches) { errands.lookAgain() }
        if let stream = try agent.log.streams().last?.claim {
            inputs.append(.appended(stream.incarnation, end: stream.end))
        }
        try await handle(inputs, link)
    }
}
