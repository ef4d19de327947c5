public import Survey

/// The server's end of a connection, as a value: messages and answers of the store in, messages and wishes to the store out.
///
/// Whatever a peer does, a session holds no more than ``Limits`` say: who asks for more at once has broken the protocol.
public struct ServerSession<Verifier: Hashing & SignatureVerifying>: Sendable {
    let verifier: Verifier
    /// 32 bytes of this connection's TLS exporter.
    let exporter: [UInt8]
    var phase = Phase.waiting
    var pushes = PushIntake()
    var lanes: [Lane: LaneFeed] = [:]
    var blobs = BlobIntake()
    /// The project's length, as far as this session has heard.
    var head: UInt64 = 0
    /// What it was at Welcome.
    var goal: UInt64 = 0
    /// Messages that came after Hello and before Welcome could be said.
    var early: [ClientMessage] = []
    /// Wishes of each kind that the store has not answered.
    var comparesHeld = 0
    var fetchesHeld = 0
    var requestsHeld = 0
    private var lastHeard: Int64?
    var lastAdmitted: Int64 = 0
    private var admissionAsked: Int64?

    /// How far the session has got.
    enum Phase {
        case waiting
        case joining
        /// Hello arrived at this moment of the session's clock.
        case authenticating(Hello, arrivedAt: Int64)
        case opening(Hello, Role, arrivedAt: Int64)
        case open(Admitted)
        case closed
    }

    /// Whom the session serves.
    struct Admitted {
        let project: ProjectID
        let agent: AgentID
        let role: Role
        /// When Hello arrived, by PostgreSQL's clock.
        let reference: Timestamp
    }

    /// The lowest version of the protocol that is spoken here, and the highest.
    public static var versions: ClosedRange<UInt32> { 1...1 }

    public init(verifier: Verifier, exporter: [UInt8]) {
        self.verifier = verifier
        self.exporter = exporter
    }

    /// Whether the session is over.
    public var isClosed: Bool { if case .closed = phase { true } else { false } }

    /// Takes an input; returns what is to be done, in order.
    ///
    /// `now` is in milliseconds of any clock that never jumps.
    public mutating func handle(_ input: ServerInput, at now: Int64) -> [ServerEffect] {
        var effects: [ServerEffect] = []
        if case .closed = phase { return [] }
        dispatch(input, at: now, into: &effects)
        if case .open = phase { pumpLanes(into: &effects) }
        return effects
    }

    private mutating func dispatch(_ input: ServerInput, at now: Int64, into effects: inout [ServerEffect]) {
        switch input {
        case .received(let message):
            lastHeard = now
            receive(message, at: now, into: &effects)
        case .agent(let record): authenticate(record, at: now, into: &effects)
        case .opened(let opening): welcome(opening, at: now, into: &effects)
        case .appended(let ticket, let outcome):
            guard let message = pushes.settle(ticket, outcome) else { return }
            if case .refused(let refusal) = message { return refuse(refusal, into: &effects) }
            effects.append(.send(message))
        case .compared(let common):
            comparesHeld -= 1
            effects.append(.send(.common(common)))
        case .laneRead(let lane, let reading): take(reading, of: lane, into: &effects)
        case .headMoved(let position): head = position
        case .blob(let state):
            blobs.take(state)
            effects.append(.send(.blobState(state)))
        case .content(let content, let chunk):
            fetchesHeld -= 1
            effects.append(.send(chunk.map { .chunk($0) } ?? .missing(content)))
        case .performed(let message):
            requestsHeld -= 1
            if case .joining = phase { phase = .waiting }
            effects.append(.send(message))
        case .admission(let isAdmitted):
            guard isAdmitted else { return refuse(.revoked, into: &effects) }
            lastAdmitted = admissionAsked ?? now
            admissionAsked = nil
        case .unavailable: refuse(.retryAfter(1_000), into: &effects)
        case .shutDown(let retryAfter): refuse(.retryAfter(retryAfter), into: &effects)
        case .tick: checkDeadlines(at: now, into: &effects)
        }
    }

    private mutating func checkDeadlines(at now: Int64, into effects: inout [ServerEffect]) {
        let heard = lastHeard ?? now
        lastHeard = heard
        if now - heard > Limits.Deadline.silence { return close(into: &effects) }
        guard case .open = phase else { return }
        if now - lastAdmitted > Limits.Deadline.unconfirmed { return refuse(.retryAfter(1_000), into: &effects) }
        if admissionAsked == nil, now - lastAdmitted >= Limits.Deadline.admission {
            admissionAsked = now
            effects.append(.checkAdmission)
        }
    }

    private mutating func pumpLanes(into effects: inout [ServerEffect]) {
        for lane in Lane.allCases {
            if let cursor = lanes[lane]?.nextRead(head: head) { effects.append(.readLane(cursor)) }
        }
    }

    private mutating func take(_ reading: LaneReading, of lane: Lane, into effects: inout [ServerEffect]) {
        guard case .open(let admitted) = phase else { return }
        switch reading {
        case .run(let events, let position, let chain):
            let entries = events.map { entry($0, for: admitted.agent) }
            head = max(head, position)
            if let batch = lanes[lane]?.take(entries, to: position, chainAfter: chain) {
                effects.append(.send(.events(batch)))
            }
        case .atHead:
            lanes[lane]?.wasAtHead()
            head = lanes[lane]?.read.position ?? head
        case .revoked: refuse(.revoked, into: &effects)
        case .historyChanged: refuse(.historyChanged, into: &effects)
        }
    }

    /// An event as this reader gets it: its own ones without what its log holds.
    private func entry(_ event: CommittedEvent, for reader: AgentID) -> EventBatch.Entry {
        let envelope = event.envelope
        return envelope.agent == reader && pushes.isHeld(envelope.incarnation, envelope.sequence)
            ? .own(incarnation: envelope.incarnation, sequence: envelope.sequence, event.commitment)
            : .whole(envelope.bytes, event.commitment)
    }

    mutating func refuse(_ refusal: Refusal, into effects: inout [ServerEffect]) {
        effects.append(.send(.refused(refusal)))
        close(into: &effects)
    }

    private mutating func close(into effects: inout [ServerEffect]) {
        phase = .closed
        effects.append(.close)
    }
}
