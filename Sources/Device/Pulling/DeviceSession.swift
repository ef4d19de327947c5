public import Crypto
public import EdgeLog
import Fingerprints
public import Survey
public import Sync

/// A connection to the server as a device uses it.
public protocol DeviceLink: Sendable {
    /// 32 bytes of the connection's TLS exporter.
    func exporterBytes() async throws -> [UInt8]
    func send(_ messages: [ClientMessage]) async throws
    /// What came next; nil at the end.
    func next() async throws -> [ServerMessage]?
    /// Says farewell.
    func finish() async
}

/// Pulls the newest release over one connection.
public actor DeviceSession {
    private let link: any DeviceLink
    private let key: SigningKey
    private let project: ProjectID
    private let agent: AgentID
    private let clock: any AgentClock
    private var session: ClientSession
    private var pull: ReleasePull
    private var outcome: PullOutcome?
    /// Why the session gave up while it waited.
    private var failure: (any Error)?

    /// A session of a device with a key, in a project, that fills a cache.
    public init(
        over link: any DeviceLink,
        as key: SigningKey,
        in project: ProjectID,
        filling cache: ReleaseCache,
        clock: any AgentClock
    ) throws {
        self.link = link
        self.key = key
        self.project = project
        self.clock = clock
        agent = SHA256().agentID(ofPublicKey: key.publicKey)
        pull = try ReleasePull(into: cache)
        session = ClientSession(
            ClientConfiguration(
                project: project,
                agent: agent,
                versions: Versions(sync: 1, projector: FingerprintIndex.projectorVersion),
                recoversByItself: false
            )
        )
    }

    /// Pulls, and says what came of it; the connection is finished afterwards, whatever happened.
    public func run() async throws -> PullOutcome {
        do {
            let outcome = try await converse()
            await link.finish()
            return outcome
        } catch {
            await link.finish()
            throw error
        }
    }

    private func converse() async throws -> PullOutcome {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.watchTime() }
            defer { group.cancelAll() }
            try await handle([.connected] + inputs(of: pull.begin()))
            while outcome == nil {
                try await handle(nextBatch().map(ClientInput.received))
            }
            guard let outcome else { throw DeviceError.unexpectedAnswer }
            return outcome
        }
    }

    private func nextBatch() async throws -> [ServerMessage] {
        do {
            guard let batch = try await link.next() else { throw DeviceError.interrupted("the connection ended.") }
            return batch
        } catch {
            throw failure ?? error
        }
    }

    /// Lets the session notice what is overdue; its closing ends the link, and with it the conversation.
    private func watchTime() async throws {
        while outcome == nil {
            try await Task.sleep(for: .seconds(1))
            do {
                try await handle([.tick])
            } catch {
                failure = failure ?? error
                await link.finish()
            }
        }
    }

    /// Hands inputs to the session and does what it wants in its order, until it wants nothing more.
    private func handle(_ inputs: [ClientInput]) async throws {
        var queue = inputs[...]
        while let input = queue.popFirst(), outcome == nil {
            for effect in session.handle(input, at: clock.now()) { queue += try await perform(effect) }
        }
    }

    /// Does one thing that the session wants; returns what it is to be told about it.
    private func perform(_ effect: ClientEffect) async throws -> [ClientInput] {
        switch effect {
        case .send(let message):
            try await link.send([message])
            return []
        case .readLog:
            // A device has no log: it claims no stream and follows no lane.
            return [.log(LogSummary(streams: [], cursors: []))]
        case .sign(let streams):
            let bytes = Hello.signedBytes(
                exporter: try await link.exporterBytes(),
                project: project,
                agent: agent,
                streams: streams
            )
            return [.signed(try key.signature(of: bytes))]
        case .store(let chunk): return [.stored(chunk.content, isIntact: try pull.store(chunk))]
        case .answer(let answer): return inputs(of: try pull.take(answer))
        case .notice(let notice): return try inputs(after: notice)
        case .close(let reason): throw Self.error(of: reason)
        case .readEvents, .readPoints, .acknowledge, .recover, .rewind, .apply, .readBlob, .markSafe:
            preconditionFailure("A session without streams and lanes wants nothing of a log.")
        }
    }

    private func inputs(after notice: ClientNotice) throws -> [ClientInput] {
        switch notice {
        case .fetched(let content): return try pull.fetched(content).map(inputs) ?? []
        case .missing(let content):
            if let error = pull.failure(of: content, isMissing: true) { throw error }
        case .fetchedCorrupted(let content):
            if let step = try pull.fetchAnew(content) { return inputs(of: step) }
            if let error = pull.failure(of: content, isMissing: false) { throw error }
        case .welcomed, .caughtUp, .delivered, .forked, .recovered, .rewound, .pushingAgain, .lacksBlobs, .blobSafe,
            .blobNotWanted, .blobCorrupted:
            break
        }
        return []
    }

    private func inputs(of step: ReleasePull.Step) -> [ClientInput] {
        switch step {
        case .ask(let request): return [.request(request)]
        case .fetch(let fetch): return [.fetch(fetch)]
        case .finish(let outcome):
            self.outcome = outcome
            return []
        }
    }

    private static func error(of reason: CloseReason) -> DeviceError {
        switch reason {
        case .refused(let refusal): .refused(refusal)
        case .timedOut(let what): .interrupted("\(what) was not answered in time.")
        case .protocolViolation(let what): .interrupted(what)
        case .overloaded(let what): .interrupted(what)
        case .startAgain: .interrupted("the server wants to be asked again.")
        }
    }
}
