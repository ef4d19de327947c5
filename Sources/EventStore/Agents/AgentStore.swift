public import Survey
public import Sync

/// The agents of a project, and what they say of themselves.
public struct AgentStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) { self.pool = pool }

    /// An agent, revoked or not; nil where it was never let in.
    public func agent(_ agent: AgentID, in project: ProjectID) async throws(EventStoreError) -> EnrolledAgent? {
        try await pool.run(
            "SELECT \(EnrolledAgent.columns) FROM agent WHERE project_id = $1 AND agent_id = $2",
            .bytea(project.bytes),
            .bytea(agent.bytes)
        ).first.map(EnrolledAgent.init)
    }

    /// The agents of a project in the order in which they joined.
    public func agents(of project: ProjectID) async throws(EventStoreError) -> [EnrolledAgent] {
        try await pool.run(
            "SELECT \(EnrolledAgent.columns) FROM agent WHERE project_id = $1 ORDER BY joined_at, agent_id",
            .bytea(project.bytes)
        ).map(EnrolledAgent.init)
    }

    /// The projects that the server knows, oldest first.
    public func projects() async throws(EventStoreError) -> [ProjectID] {
        try await pool.run("SELECT project_id FROM project ORDER BY created_at, project_id").map { $0.identifier(0) }
    }

    /// Shuts an agent out, or lets it in again; false where it is not known.
    ///
    /// It takes the project's lock: when this returns, no append of the agent is under way that began before.
    public func revoke(
        _ agent: AgentID,
        in project: ProjectID,
        undo: Bool = false
    ) async throws(EventStoreError) -> Bool {
        try await pool.run([
            Statement("SELECT FROM project WHERE project_id = $1 FOR UPDATE", .bytea(project.bytes)),
            Statement(
                """
                UPDATE agent
                   SET revoked_at = CASE WHEN $3 THEN NULL ELSE coalesce(revoked_at, now()) END
                 WHERE project_id = $1 AND agent_id = $2
                """,
                .bytea(project.bytes),
                .bytea(agent.bytes),
                .bool(undo)
            ),
        ])[1].commandTag == "UPDATE 1"
    }

    /// Makes the streams that an agent claims known, remembers the claims, and says what is stored.
    ///
    /// One flight; a stream's row is created here and nowhere else. Nil where the project is not known.
    public func greet(
        _ agent: AgentID,
        in project: ProjectID,
        claims: [StreamClaim],
        cursors: [Cursor]
    ) async throws(EventStoreError) -> Greeting? {
        let id = Parameter.bytea(project.bytes)
        let agent = Parameter.bytea(agent.bytes)
        let incarnations = Parameter.bigints(claims.map(\.incarnation.value))
        let answers = try await pool.run([
            Statement(Self.createStreams, id, agent, incarnations),
            Statement(
                Self.keepClaims,
                id,
                agent,
                incarnations,
                .bigints(claims.map(\.end)),
                .byteas(claims.map(\.hash.bytes)),
                .bools(claims.map(\.isClosed))
            ),
            Statement(Self.keepContact, id, agent),
            Statement(Self.readStreams, id, agent, incarnations, .bigints(claims.map(\.end))),
            Statement(AppendFlights.readBases, id, .bigints(cursors.map(\.position))),
            Statement(EventReader.readHead, id),
            Statement("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"),
            Statement("SELECT EXISTS (SELECT FROM blob WHERE project_id = $1 AND NOT is_complete)", id),
        ])
        guard let head = answers[5].first else { return nil }
        var streams: [Incarnation: Greeting.Stream] = [:]
        for row in answers[3].map({ $0 }) {
            streams[Incarnation(row.uint64(0))] = Greeting.Stream(
                state: StreamState(
                    head: row.uint64(1),
                    hash: row.digest(2),
                    occurredAt: row.isNull(3) ? nil : row.timestamp(3)
                ),
                hashAtClaim: row.isNull(4) ? nil : row.digest(4)
            )
        }
        var chain = Dictionary(answers[4].map { ($0.uint64(0), $0.digest(1)) }) { first, _ in first }
        chain[0] = .zero
        return Greeting(
            streams: streams,
            chain: chain,
            head: head.uint64(0),
            chainAtHead: head.digest(1),
            time: answers[6][0].timestamp(0),
            lacksBlobs: answers[7][0].bool(0)
        )
    }

    /// Sorted, so that two Hellos of one agent cannot wait for each other.
    private static let createStreams = """
        INSERT INTO stream (project_id, agent_id, incarnation)
        SELECT $1, $2, w.incarnation
          FROM unnest($3::bigint[]) AS w (incarnation)
         ORDER BY w.incarnation
            ON CONFLICT DO NOTHING
        """

    private static let keepClaims = """
        INSERT INTO claim (project_id, agent_id, incarnation, head, hash, is_closed)
        SELECT $1, $2, w.*
          FROM unnest($3::bigint[], $4::bigint[], $5::bytea[], $6::boolean[])
               AS w (incarnation, head, hash, is_closed)
         ORDER BY w.incarnation
            ON CONFLICT (project_id, agent_id, incarnation) DO UPDATE
           SET head = EXCLUDED.head, hash = EXCLUDED.hash, is_closed = EXCLUDED.is_closed, claimed_at = now()
        """

    private static let keepContact = """
        UPDATE agent
           SET last_contact_at = now()
         WHERE project_id = $1 AND agent_id = $2
        """

    private static let readStreams = """
        SELECT w.incarnation, s.head, s.head_hash, s.head_occurred, e.hash
          FROM unnest($3::bigint[], $4::bigint[]) AS w (incarnation, claimed)
         CROSS JOIN LATERAL (
                   SELECT head, head_hash, head_occurred
                     FROM stream
                    WHERE project_id = $1 AND agent_id = $2 AND incarnation = w.incarnation
                   OFFSET 0
               ) AS s
          LEFT JOIN LATERAL (
                   SELECT sequence, hash
                     FROM event
                    WHERE project_id = $1 AND agent_id = $2 AND incarnation = w.incarnation AND sequence >= w.claimed
                    ORDER BY sequence
                    LIMIT 1
               ) AS e
            ON e.sequence = w.claimed
        """
}

/// What is stored of an agent that says Hello.
public struct Greeting: Hashable, Sendable {
    /// The stored end of a stream, and the hash where the agent says that it ends.
    public struct Stream: Hashable, Sendable {
        public let state: StreamState
        /// nil where nothing is stored there.
        public let hashAtClaim: Digest?
    }

    /// Every claimed stream.
    public let streams: [Incarnation: Stream]
    /// The project's chain at the claimed cursors, where they are stored.
    public let chain: [UInt64: Digest]
    /// The project's head.
    public let head: UInt64
    public let chainAtHead: Digest
    /// PostgreSQL's clock.
    public let time: Timestamp
    /// Whether a stored event names a blob that is not complete.
    public let lacksBlobs: Bool
}
