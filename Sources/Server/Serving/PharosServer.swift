import Crypto
import EventLoop
import EventStore
import Link
import Survey
import Sync

/// A server that is up: its listener, and the conversations with everybody who is connected.
///
/// Everything lives on one loop. Other servers on the same database are noticed by looking at the projects' heads once a
/// second; what this one commits, its readers hear at once.
actor PharosServer {
    /// How long somebody who is connected has to go when the server stops.
    private static let farewell = Duration.seconds(5)
    /// How often the heads of projects are read.
    private static let pulse = Duration.seconds(1)
    /// How often what has expired is thrown away, in pulses.
    private static let housekeeping: UInt64 = 3_600
    /// How long an unfinished plan is kept.
    private static let blobLifetime = Duration.seconds(30 * 86_400)

    private let loop: EventLoop
    private let pool: Pool
    private let services: Services
    private let listener: LinkListener
    private var conversations: [ObjectIdentifier: Conversation] = [:]
    private var tasks: [Task<Void, Never>] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Listens, and serves whoever comes.
    static func start(
        at endpoint: Endpoint,
        pool: Pool,
        log: @escaping @Sendable (String) -> Void
    ) async throws -> PharosServer {
        let identity = try await Administration.identity(on: pool)
        let listener = try await LinkListener.listen(at: endpoint, as: identity, on: pool.loop)
        let server = PharosServer(listener, pool: pool, log: log)
        await server.begin()
        return server
    }

    private init(_ listener: LinkListener, pool: Pool, log: @escaping @Sendable (String) -> Void) {
        self.listener = listener
        self.pool = pool
        loop = pool.loop
        let wakeUp = WakeUp()
        services = Services(
            loop: pool.loop,
            appender: Appender(
                pool: pool,
                rules: AppendRules(hashing: SHA256()),
                references: BlobReferences.named(by:),
                onCommit: { project, state in wakeUp.call?(project, state.head) }
            ),
            reader: EventReader(pool: pool),
            agents: AgentStore(pool: pool),
            blobs: BlobStore(pool: pool),
            releases: ReleaseStore(pool: pool),
            requests: Requests(pool: pool, judge: SurveyJudge()),
            complaints: Complaints(log: log),
            log: log
        )
        wakeUp.call = { [weak self] project, head in
            self?.assumeIsolated { $0.headMoved(project, to: head) }
        }
    }

    /// Where it listens.
    var endpoint: Endpoint? {
        get async { await listener.endpoint }
    }

    private func begin() {
        tasks.append(
            Task { [weak self, listener] in
                for await link in listener.links { await self?.serve(link) }
            }
        )
        tasks.append(
            Task { [weak self, loop] in
                let timer = LoopTimer(on: loop)
                var pulses: UInt64 = 0
                while let self, (try? await timer.sleep(for: Self.pulse)) != nil {  // ends when the task is cancelled
                    await self.beat(pulses)
                    pulses += 1
                }
            }
        )
    }

    /// Stops in order: nobody new, a farewell to everybody, then the end of whoever has not gone.
    func stop() async {
        await listener.close()
        for task in tasks { task.cancel() }
        for conversation in conversations.values { await conversation.shutDown() }
        let timer = LoopTimer(on: loop)
        let clock = ContinuousClock()
        let end = clock.now + Self.farewell
        while !conversations.isEmpty, clock.now < end {
            try? await timer.sleep(for: .milliseconds(20))  // not cancelled: nobody knows of this sleep
        }
        for conversation in conversations.values { await conversation.cut() }
        for task in tasks { await task.value }
    }

    private func serve(_ link: ServerLink) async {
        let exporter: [UInt8]
        do throws(LinkError) { exporter = try await link.exporter() } catch { return }  // it has ended already
        let conversation = Conversation(over: link, exporter: exporter, services: services)
        conversations[ObjectIdentifier(conversation)] = conversation
        // Ends with the connection, which `stop` sees to.
        Task(executorPreference: loop) {
            await conversation.run()
            await self.forget(conversation)
        }
    }

    private func forget(_ conversation: Conversation) { conversations[ObjectIdentifier(conversation)] = nil }

    private func headMoved(_ project: ProjectID, to position: UInt64) {
        for conversation in conversations.values {
            conversation.assumeIsolated { $0.headMoved(project, to: position) }
        }
    }

    private func beat(_ pulses: UInt64) async {
        for conversation in conversations.values { await conversation.tick() }
        do throws(EventStoreError) {
            try await lookAtHeads()
            if pulses.isMultiple(of: Self.housekeeping) { try await expireBlobs() }
        } catch {
            services.complaints.report(error)
        }
    }

    /// Tells readers what other servers on this database have appended.
    private func lookAtHeads() async throws(EventStoreError) {
        var projects: Set<ProjectID> = []
        for conversation in conversations.values {
            if let peer = await conversation.peer { projects.insert(peer.project) }
        }
        guard !projects.isEmpty else { return }
        let heads = try await services.reader.heads(of: projects.sorted())
        for (project, head) in heads { headMoved(project, to: head) }
    }

    private func expireBlobs() async throws(EventStoreError) {
        for project in try await services.agents.projects() {
            try await services.blobs.expire(in: project, olderThan: Self.blobLifetime)
        }
    }
}

/// The way from the appender, which is made first, to the server that is told.
private final class WakeUp: @unchecked Sendable {
    // @unchecked: set once, before anything is appended, and then only read, on the loop.
    var call: (@Sendable (ProjectID, UInt64) -> Void)?
}
