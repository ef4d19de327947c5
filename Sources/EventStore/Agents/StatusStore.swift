public import Survey

/// How far each agent has got, as it claims and as it is stored.
public struct StatusStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) { self.pool = pool }

    /// One stream, as its agent claimed it last and as it is stored.
    public struct StreamStatus: Hashable, Sendable {
        public let stream: StreamID
        /// nil where the agent never claimed it.
        public let claimed: UInt64?
        public let stored: UInt64
        /// Whether the stored stream holds the claimed hash at the claimed end; nil where it does not reach it.
        public let holdsClaim: Bool?
        public let isClosed: Bool
        public let claimedAt: Timestamp?
    }

    /// A project as a whole.
    public struct ProjectStatus: Hashable, Sendable {
        public let head: UInt64
        public let chain: Digest
        public let scans: UInt64
        /// received_at of the last event; nil before the first.
        public let lastEventAt: Timestamp?
        public let newestRelease: UInt64?
        public let missingBlobs: Int
        public let corruptedBlobs: Int
        /// PostgreSQL's clock at the reading.
        public let time: Timestamp
    }

    /// The streams of a project, sorted.
    public func streams(of project: ProjectID) async throws(EventStoreError) -> [StreamStatus] {
        try await pool.run(Self.readStreams, .bytea(project.bytes)).map { row in
            StreamStatus(
                stream: row.stream(0),
                claimed: row.isNull(2) ? nil : row.uint64(2),
                stored: row.uint64(3),
                holdsClaim: row.isNull(4) ? nil : row.bool(4),
                isClosed: row.isNull(5) ? false : row.bool(5),
                claimedAt: row.isNull(6) ? nil : row.timestamp(6)
            )
        }
    }

    /// A project's head and what belongs to it; nil where it is not known.
    public func status(of project: ProjectID) async throws(EventStoreError) -> ProjectStatus? {
        try await pool.run(Self.readProject, .bytea(project.bytes)).first.map { row in
            ProjectStatus(
                head: row.uint64(0),
                chain: row.digest(1),
                scans: row.uint64(2),
                lastEventAt: row.uint64(0) == 0 ? nil : row.timestamp(3),
                newestRelease: row.isNull(4) ? nil : row.uint64(4),
                missingBlobs: Int(row.int64(5)),
                corruptedBlobs: Int(row.int64(6)),
                time: row.timestamp(7)
            )
        }
    }

    private static let readStreams = """
        SELECT s.agent_id, s.incarnation, c.head, s.head,
               CASE WHEN c.head = 0 THEN true ELSE e.hash = c.hash END,
               c.is_closed, (extract(epoch FROM c.claimed_at) * 1000)::bigint
          FROM stream s
          LEFT JOIN claim c
            ON c.project_id = $1 AND c.agent_id = s.agent_id AND c.incarnation = s.incarnation
          LEFT JOIN event e
            ON e.project_id = $1 AND e.agent_id = s.agent_id AND e.incarnation = s.incarnation AND e.sequence = c.head
         WHERE s.project_id = $1
         ORDER BY s.agent_id, s.incarnation
        """

    private static let readProject = """
        SELECT head, chain, scans, clock,
               (SELECT max(number) FROM release WHERE project_id = $1),
               (SELECT count(*) FROM blob WHERE project_id = $1 AND NOT is_complete),
               (SELECT count(*) FROM blob WHERE project_id = $1 AND corrupted > 0 AND NOT is_complete),
               (extract(epoch FROM clock_timestamp()) * 1000)::bigint
          FROM project
         WHERE project_id = $1
        """
}
