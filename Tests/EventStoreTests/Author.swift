import Crypto
import EventStore
import Survey
import Sync
import TestSupport

/// An agent of a test, with its log in memory.
struct Author {
    let project: ProjectID
    let id: AgentID
    let publicKey: [UInt8]
    var incarnation: Incarnation
    var events: [Envelope] = []
    var hashes: [Digest] = []

    init(in project: ProjectID, using random: inout SeededGenerator) {
        self.project = project
        publicKey = random.bytes(32)
        id = SHA256().agentID(ofPublicKey: publicKey)
        incarnation = Incarnation(random.next())
    }

    var stream: StreamID { StreamID(agent: id, incarnation: incarnation) }

    /// Writes one more event.
    mutating func write(
        _ payload: [UInt8] = [1, 2, 3],
        kind: EventKind = .scanSampled,
        basis: Basis = .none,
        origin: Origin? = nil
    ) {
        let envelope = Envelope(
            project: project,
            agent: id,
            incarnation: incarnation,
            sequence: UInt64(events.count) + 1,
            previousHash: hashes.last ?? .zero,
            recordedAt: Timestamp(milliseconds: 1_700_000_000_000),
            basis: basis,
            origin: origin,
            kind: kind.rawValue,
            payload: payload
        )
        events.append(envelope)
        hashes.append(envelope.hash(with: SHA256()))
    }

    /// The events from a sequence on, ready for the store.
    func push(from first: UInt64 = 1, through last: UInt64? = nil, reference: Int64 = 4_000_000_000_000) throws
        -> PreparedPush
    {
        let range = Int(first) - 1..<Int(last ?? UInt64(events.count))
        let push = Push(
            incarnation: incarnation,
            first: first,
            previousHash: first == 1 ? .zero : hashes[Int(first) - 2],
            events: events[range].map(\.bytes),
            ages: range.map { .measured(Int64(events.count - $0)) }
        )
        return try PreparedPush(
            push,
            by: id,
            in: project,
            reference: Timestamp(milliseconds: reference),
            with: SHA256()
        )
    }

    /// What the agent says of its log when it connects.
    var claims: [StreamClaim] {
        let end = UInt64(events.count)
        return [StreamClaim(incarnation: incarnation, end: end, hash: hashes.last ?? .zero, isClosed: false)]
    }
}

/// A project on a database of its own.
struct TestProject {
    let pool: Pool
    let id: ProjectID

    /// Founds a project, with an admin who writes nothing.
    init(_ pool: Pool, using random: inout SeededGenerator) async throws {
        self.pool = pool
        id = ProjectID.random(using: &random)
        let founder = Author(in: id, using: &random)
        let enrolment = Enrolment(pool: pool)
        try await enrolment.invite(code: [0], project: nil, role: .admin, uses: 1, validity: .seconds(3_600))
        let join = Join(code: [0], publicKey: founder.publicKey, name: "founder", project: id)
        let outcome = try await enrolment.join(
            join,
            as: founder.id,
            newKey: ProjectKey(privateKey: random.bytes(32), publicKey: random.bytes(32))
        )
        guard case .joined = outcome else { preconditionFailure("The founder was not let in: \(outcome)") }
    }

    /// Lets a surveyor in, and says Hello for it.
    func join(using random: inout SeededGenerator) async throws -> Author {
        let author = Author(in: id, using: &random)
        let code = random.bytes(10)
        let enrolment = Enrolment(pool: pool)
        try await enrolment.invite(code: code, project: id, role: .surveyor, uses: 1, validity: .seconds(3_600))
        let join = Join(code: code, publicKey: author.publicKey, name: "surveyor", project: nil)
        _ = try await enrolment.join(join, as: author.id, newKey: ProjectKey(privateKey: [], publicKey: []))
        try await greet(author)
        return author
    }

    /// Says Hello for an author.
    @discardableResult
    func greet(_ author: Author, cursors: [Cursor] = []) async throws -> Greeting {
        guard
            let greeting = try await AgentStore(pool: pool).greet(
                author.id,
                in: id,
                claims: author.claims,
                cursors: cursors
            )
        else {
            preconditionFailure("The project is not known.")
        }
        return greeting
    }

    func appender() -> Appender<SHA256> {
        Appender(pool: pool, rules: AppendRules(hashing: SHA256()), references: { _ in [] }, onCommit: { _, _ in })
    }

    /// Every event of a lane from a place on.
    func read(_ lane: Lane, after place: LanePlace = .start, maximumBytes: Int = 1 << 20) async throws -> [StoredEvent]
    {
        let reader = EventReader(pool: pool)
        var place = place
        var events: [StoredEvent] = []
        while true {
            guard let batch = try await reader.read(lane, of: id, after: place, maximumBytes: maximumBytes) else {
                preconditionFailure("The project is not known.")
            }
            events += batch.events
            place = batch.place
            if batch.isComplete { return events }
        }
    }
}
