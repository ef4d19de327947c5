import EventLoop
public import Survey
public import Sync

/// Stores pushes: those that wait for one project at the same time go together, in one transaction.
///
/// A group waits a moment for those who pushed lately, so that agents that each wait for an acknowledgement share commits.
/// Each group takes two flights: the first locks the project and reads, the pure rules of `Sync` decide, the second
/// writes and commits. Groups of one project follow one another; several programs on one database take turns by the
/// project's lock.
public actor Appender<Hash: Hashing> {
    /// What waits in memory for all projects together; more is refused with ``EventStoreError/overloaded``.
    public static var maximumWaitingBytes: Int { 32 << 20 }
    /// A group is closed when it has this much, so that nobody waits for long behind it.
    static var maximumGroupBytes: Int { 4 << 20 }

    /// How long a group waits for those who pushed lately: an agent nearby has answered by then.
    private static var patience: Duration { .milliseconds(1) }
    /// Projects of which it is remembered who pushed lately.
    private static var maximumCompanies: Int { 1_024 }

    private let pool: Pool
    private let rules: AppendRules<Hash>
    private let references: @Sendable (Envelope) -> [WantedBlob]
    private let onCommit: @Sendable (ProjectID, ProjectState) -> Void
    private var queues: [ProjectID: [Waiting]] = [:]
    private var companies: [ProjectID: Company] = [:]
    private var gatherings: [ProjectID: Gathering] = [:]
    private var waitingBytes = 0

    public nonisolated var unownedExecutor: UnownedSerialExecutor { pool.loop.asUnownedSerialExecutor() }

    /// Stores into a pool's database by some rules.
    ///
    /// `references` says which blobs an event names: they will be wanted. `onCommit` is told, on the pool's loop, of every
    /// group that was committed with something new.
    public init(
        pool: Pool,
        rules: AppendRules<Hash>,
        references: @escaping @Sendable (Envelope) -> [WantedBlob],
        onCommit: @escaping @Sendable (ProjectID, ProjectState) -> Void
    ) {
        self.pool = pool
        self.rules = rules
        self.references = references
        self.onCommit = onCommit
    }

    /// Stores a push and returns what to answer, once it is committed.
    ///
    /// Where this throws, the push may be stored or not: sent again, it gets its answer.
    public func append(_ push: PreparedPush, in project: ProjectID) async throws(EventStoreError) -> PushAnswer {
        try await withCheckedContinuation { continuation in
            enqueue(push, in: project) { continuation.resume(returning: $0) }
        }.get()
    }

    /// Puts a push behind those that wait, and calls back on the pool's loop with what to answer.
    ///
    /// Pushes of one project are stored in the order in which they were put here.
    public func enqueue(
        _ push: PreparedPush,
        in project: ProjectID,
        _ completion: @escaping @Sendable (Result<PushAnswer, EventStoreError>) -> Void
    ) {
        let size = push.events.reduce(0) { $0 + $1.envelope.size }
        guard waitingBytes + size <= Self.maximumWaitingBytes else { return completion(.failure(.overloaded)) }
        waitingBytes += size
        let waiting = Waiting(push: push, size: size, completion: completion)
        if queues[project] == nil {
            queues[project] = [waiting]
            // Ends by itself when the queue is empty.
            Task(executorPreference: pool.loop) { await self.drain(project) }
        } else {
            queues[project]?.append(waiting)
            if gatherings[project]?.came(push.stream) == true { depart(project) }
        }
    }

    /// Works off what waits for a project, group by group.
    private func drain(_ project: ProjectID) async {
        while true {
            await gather(project)
            guard let group = takeGroup(of: project) else { return }
            let result: Result<[PushAnswer], EventStoreError>
            do throws(EventStoreError) {
                result = .success(try await store(group.map(\.push), in: project))
            } catch {
                result = .failure(error)
            }
            waitingBytes -= group.reduce(0) { $0 + $1.size }
            for (index, waiting) in group.enumerated() {
                waiting.completion(result.map { $0[index] })
            }
        }
    }

    /// Returns when everybody who pushed lately has pushed again, or has had time to.
    private func gather(_ project: ProjectID) async {
        guard let queue = queues[project], !queue.isEmpty, let company = companies[project] else { return }
        let missing = company.missing(from: queue.lazy.map(\.push.stream))
        guard !missing.isEmpty else { return }
        let alarm = LoopAlarm(on: pool.loop) { [weak self] in self?.assumeIsolated { $0.depart(project) } }
        defer { alarm.close() }
        alarm.set(after: Self.patience)
        await withCheckedContinuation { gatherings[project] = Gathering(missing: missing, departure: $0) }
    }

    private func depart(_ project: ProjectID) { gatherings.removeValue(forKey: project)?.depart() }

    /// The next group; nil, and the end of the queue, where nothing waits.
    private func takeGroup(of project: ProjectID) -> [Waiting]? {
        guard let queue = queues[project], !queue.isEmpty else {
            queues[project] = nil
            return nil
        }
        var size = 0
        let group = queue.prefix { waiting in
            defer { size += waiting.size }
            return size < Self.maximumGroupBytes
        }
        queues[project]?.removeFirst(group.count)
        if companies.count >= Self.maximumCompanies, companies[project] == nil { companies = [:] }
        companies[project, default: Company()].went(Set(group.map(\.push.stream)))
        return Array(group)
    }

    private func store(_ group: [PreparedPush], in project: ProjectID) async throws(EventStoreError) -> [PushAnswer] {
        let lookups = rules.lookups(for: group)
        let streams = Set(group.map(\.stream)).sorted()
        let decision = try await pool.withConnection { connection async throws(EventStoreError) in
            let first = try await connection.run(
                [Statement("BEGIN")] + AppendFlights.reading(project, streams: streams, lookups: lookups)
            )
            guard let locked = AppendFlights.Locked(first) else {
                await connection.rollBack()
                return nil as AppendDecision?
            }
            let decision: AppendDecision
            do throws(AppendDefect) {
                decision = try rules.decide(
                    group,
                    project: locked.project,
                    streams: locked.streams,
                    found: locked.findings
                )
            } catch {
                throw .damaged(reason: error.description)
            }
            guard !decision.isEmpty else {
                await connection.rollBack()
                return decision
            }
            let wanted = decision.rows.flatMap { references($0.event.envelope) }
            let writing = AppendFlights.writing(decision, scans: locked.scans, wanted: wanted, in: project)
            let second = try await connection.run(writing + [Statement("COMMIT")])
            // COMMIT of a transaction that failed answers ROLLBACK, and is no error.
            guard second.last?.commandTag == "COMMIT" else {
                throw .rejected(sqlState: "40000", message: "the transaction was rolled back", sql: "COMMIT")
            }
            return decision
        }
        guard let decision else { return group.map { _ in .notAdmitted } }
        if !decision.isEmpty { onCommit(project, decision.project) }
        return decision.answers
    }
}

/// A push that waits for its turn.
private struct Waiting {
    let push: PreparedPush
    let size: Int
    let completion: @Sendable (Result<PushAnswer, EventStoreError>) -> Void
}
