public import Survey

/// The agent's end of a connection, as a value: messages and answers of the log in, messages and wishes to the log out.
///
/// No socket, no clock, no disk. Whatever is lost with a connection or a crash, the next session finds out by its Hello:
/// a session keeps nothing that the log does not hold. After ``ClientEffect/close(_:)`` it does nothing any more.
public struct ClientSession: Hashable, Sendable {
    let configuration: ClientConfiguration
    var phase = Phase.connecting
    var pushing = Pushing()
    var pulling = Pulling()
    var comparing = Comparing()
    var uploading = Uploading()
    var fetching = Fetching()
    var requests = Requesting()
    /// Recoveries that the log has been asked for and has not finished.
    var recoveries = 0
    /// Whether the log has streams that this session's Hello did not claim.
    var mustStartAgain = false
    private var lastHeard: Int64 = 0
    private var hasPinged = false

    /// How far the session has got.
    enum Phase: Hashable {
        case connecting
        case readingLog
        case signing(LogSummary)
        /// Hello was sent at the moment, the reference for all ages.
        case greeting(LogSummary, Moment)
        case open(Moment, projectHead: UInt64)
        case closed
    }

    public init(_ configuration: ClientConfiguration) { self.configuration = configuration }

    /// Whether the session is over.
    public var isClosed: Bool { phase == .closed }

    /// Whether no history is being compared and no stream recovered: until then, nobody knows that all is well.
    public var isSettled: Bool { comparing.isIdle && recoveries == 0 && !mustStartAgain }

    /// Takes an input; returns what is to be done, in order.
    public mutating func handle(_ input: ClientInput, at now: Moment) -> [ClientEffect] {
        var effects: [ClientEffect] = []
        guard phase != .closed else { return [] }
        dispatch(input, at: now, into: &effects)
        goOn(at: now, into: &effects)
        return effects
    }

    private mutating func dispatch(_ input: ClientInput, at now: Moment, into effects: inout [ClientEffect]) {
        let time = now.sinceBoot
        switch input {
        case .connected:
            lastHeard = time
            phase = .readingLog
            effects.append(.readLog)
        case .received(let message):
            lastHeard = time
            hasPinged = false
            receive(message, at: now, into: &effects)
        case .log(let summary): takeLog(summary, into: &effects)
        case .signed(let signature): greet(signature, at: now, into: &effects)
        case .events(let run):
            if let reference { pushing.send(run, reference: reference, at: time, into: &effects) }
        case .points(let subject, let points):
            if let ended = comparing.points(subject, points, at: time, into: &effects) {
                settle(ended, into: &effects)
            }
        case .rewound(let cursors):
            if case .open(_, let head) = phase { pulling.start(cursors, projectHead: head, into: &effects) }
        case .applied(let lane): pulling.applied(lane, into: &effects)
        case .appended(let incarnation, let end):
            // Another process of the installation may have recovered it.
            if reference != nil, !pushing.appended(incarnation, end: end) { mustStartAgain = true }
        case .blobBytes(let hash, let offset, let bytes):
            uploading.send(hash, offset: offset, bytes, at: time, into: &effects)
        case .stored(let content, let isIntact): fetching.stored(content, isIntact: isIntact, into: &effects)
        case .request(let request):
            if !requests.add(request) { close(.overloaded("Too many requests wait."), into: &effects) }
        case .offer(let offer):
            if !uploading.add(offer) { close(.overloaded("Too many blobs wait."), into: &effects) }
        case .fetch(let fetch):
            if !fetching.add(fetch) { close(.overloaded("Too much content is waited for."), into: &effects) }
        case .tick: checkDeadlines(at: time, into: &effects)
        }
    }

    /// The moment that ages count back from, once Hello was sent.
    private var reference: Moment? {
        switch phase {
        case .greeting(_, let reference), .open(let reference, _): reference
        case .connecting, .readingLog, .signing, .closed: nil
        }
    }

    private mutating func takeLog(_ summary: LogSummary, into effects: inout [ClientEffect]) {
        if recoveries > 0 {
            recoveries -= 1
            mustStartAgain = true
        } else if phase == .readingLog {
            phase = .signing(summary)
            effects.append(.sign(streams: offered(summary).map(\.claim)))
        }
    }

    private mutating func greet(_ signature: [UInt8], at now: Moment, into effects: inout [ClientEffect]) {
        guard case .signing(let summary) = phase else { return }
        let hello = Hello(
            project: configuration.project,
            agent: configuration.agent,
            streams: offered(summary).map(\.claim),
            cursors: summary.cursors,
            versions: configuration.versions,
            signature: signature
        )
        phase = .greeting(summary, now)
        pushing.begin(offered(summary))
        effects.append(.send(.hello(hello)))
    }

    func offered(_ summary: LogSummary) -> [LoggedStream] {
        configuration.faults.contains(.offersNoClosedStreams)
            ? summary.streams.filter { !$0.claim.isClosed } : summary.streams
    }

    /// Sends what there is room for, and ends the session when only another Hello can go on.
    private mutating func goOn(at now: Moment, into effects: inout [ClientEffect]) {
        let time = now.sinceBoot
        if reference != nil { pushing.pump(at: time, into: &effects) }
        guard case .open = phase else { return }
        while let ended = comparing.advance(into: &effects) { settle(ended, into: &effects) }
        if mustStartAgain, recoveries == 0, comparing.isIdle { return close(.startAgain, into: &effects) }
        if pushing.owedSince == nil { uploading.pump(at: time, into: &effects) }
        fetching.pump(at: time, into: &effects)
        requests.pump(at: time, into: &effects)
        if pushing.isNewlyDelivered() { effects.append(.notice(.delivered)) }
    }

    /// Acts on a comparison that has found where the histories part.
    mutating func settle(_ comparison: Comparing.Comparison, into effects: inout [ClientEffect]) {
        let common = comparison.search.common
        switch comparison.subject {
        case .project:
            effects.append(.notice(.rewound(to: common)))
            effects.append(.rewind(to: common))
        case .stream(let incarnation):
            // A closed stream was recovered before, by somebody's decision: only its end moves.
            guard configuration.recoversByItself || pushing.isClosed(incarnation) else {
                return effects.append(.notice(.forked(incarnation, lastCommon: common)))
            }
            recoveries += 1
            effects.append(.notice(.recovered(incarnation, lastCommon: common)))
            effects.append(.recover(incarnation, lastCommon: common))
        }
    }

    private mutating func checkDeadlines(at now: Int64, into effects: inout [ClientEffect]) {
        func isOver(_ since: Int64?, _ limit: Int64) -> Bool { since.map { now - $0 > limit } ?? false }
        let silence = now - lastHeard
        if case .greeting(_, let sent) = phase, isOver(sent.sinceBoot, Limits.Deadline.greeting) {
            close(.timedOut("Hello"), into: &effects)
        } else if isOver(comparing.underWay, Limits.Deadline.greeting) {
            close(.timedOut("a comparison"), into: &effects)
        } else if isOver(pushing.owedSince, Limits.Deadline.answer) {
            close(.timedOut("a push"), into: &effects)
        } else if isOver(uploading.oldestUnderWay, Limits.Deadline.answer) {
            close(.timedOut("a blob"), into: &effects)
        } else if isOver(fetching.oldestUnderWay, Limits.Deadline.answer) {
            close(.timedOut("content"), into: &effects)
        } else if requests.isOverdue(at: now) {
            close(.timedOut("a request"), into: &effects)
        } else if silence > Limits.Deadline.silence {
            close(.timedOut("a sign of life"), into: &effects)
        } else if silence > Limits.Deadline.ping, !hasPinged, case .open = phase {
            hasPinged = true
            effects.append(.send(.ping))
        }
    }

    mutating func close(_ reason: CloseReason, into effects: inout [ClientEffect]) {
        phase = .closed
        effects.append(.close(reason))
    }
}

/// Whose session it is, and how it behaves.
public struct ClientConfiguration: Hashable, Sendable {
    public let project: ProjectID
    public let agent: AgentID
    public let versions: Versions
    /// Whether a growing stream that went on elsewhere is recovered without asking.
    public let recoversByItself: Bool
    let faults: Faults

    public init(project: ProjectID, agent: AgentID, versions: Versions, recoversByItself: Bool) {
        self.init(project: project, agent: agent, versions: versions, recoversByItself: recoversByItself, faults: [])
    }

    /// A configuration with defects, for the tests that must notice them.
    package init(project: ProjectID, agent: AgentID, versions: Versions, recoversByItself: Bool, faults: Faults) {
        self.project = project
        self.agent = agent
        self.versions = versions
        self.recoversByItself = recoversByItself
        self.faults = faults
    }
}
