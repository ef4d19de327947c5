public import Survey
import Sync

/// Walks everything that is stored of a project, and names the first thing that is not what was written.
///
/// It reads from the table as it stands when it comes by, so a server may go on meanwhile.
public struct StoreVerifier: Sendable {
    private static let batchEvents: Int64 = 1_000

    private let pool: Pool
    private let hashing: any Hashing

    /// Hashes with SHA-256.
    public init(pool: Pool, hashing: any Hashing) {
        self.pool = pool
        self.hashing = hashing
    }

    /// What a walk found.
    public struct Verification: Hashable, Sendable {
        /// Events that are what was written, up to the first that is not.
        public let events: UInt64
        /// Complete plans and pictures; those that are not what their hashes say are counted in `damagedBlobs`.
        public let blobs: Int
        public let damagedBlobs: Int
        /// The first event that is not what was written, and why; nil where all are.
        public let damage: String?
    }

    /// Walks a project's events in the order of their positions, then its plans.
    public func verify(_ project: ProjectID) async throws(EventStoreError) -> Verification {
        var walk = Walk()
        var damage: String?
        while damage == nil {
            let rows = try await pool.run(
                Self.read,
                .bytea(project.bytes),
                .bigint(walk.position),
                .bigint(Self.batchEvents)
            )
            for index in 0..<rows.count where damage == nil { damage = walk.check(rows[index], with: hashing) }
            if rows.count < Int(Self.batchEvents) { break }
        }
        if damage == nil, try await !isHead(walk, of: project) {
            damage = "the events end at position \(walk.position), which is not the project's head"
        }
        let blobs = try await pool.run(Self.readBlobs, .bytea(project.bytes)).first
        return Verification(
            events: walk.position,
            blobs: Int(blobs?.uint64(0) ?? 0),
            damagedBlobs: Int(blobs?.uint64(1) ?? 0),
            damage: damage
        )
    }

    /// Whether the project had got as far when its row was read, or has meanwhile got farther.
    private func isHead(_ walk: Walk, of project: ProjectID) async throws(EventStoreError) -> Bool {
        guard let head = try await EventReader(pool: pool).head(of: project) else { return walk.position == 0 }
        return head.position == walk.position ? head.chain == walk.chain : head.position > walk.position
    }

    private static let read = """
        SELECT position, received_at, occurred_at, seen, is_estimated, is_duplicate, hash, chain, envelope
          FROM event
         WHERE project_id = $1 AND position > $2
         ORDER BY position
         LIMIT $3
        """

    private static let readBlobs = """
        SELECT count(*), count(*) FILTER (WHERE content IS DISTINCT FROM hash)
          FROM (SELECT b.hash,
                       (SELECT sha256(string_agg(c.bytes, ''::bytea ORDER BY c.start))
                          FROM blob_chunk c
                         WHERE c.project_id = b.project_id AND c.hash = b.hash AND c.byte_count = b.byte_count) AS content
                  FROM blob b
                 WHERE b.project_id = $1 AND b.is_complete) AS stored
        """
}

/// How far a walk has come: the chain there, and the last event of each stream.
private struct Walk {
    var position: UInt64 = 0
    var chain = Digest.zero
    private var streams: [StreamID: (sequence: UInt64, hash: Digest)] = [:]

    /// Takes the next row; says what is wrong with it.
    mutating func check(_ row: Rows.Row, with hashing: any Hashing) -> String? {
        let next = position + 1
        guard row.uint64(0) == next else { return "the event at position \(next) is missing" }
        let place = "the event at position \(next)"
        let bytes = row.bytes(8)
        let hash = hashing.sha256(bytes)
        guard hash == row.digest(6) else { return "\(place) does not have the hash it was stored with" }
        // Why it cannot be read adds nothing: somebody has stored what no author wrote.
        guard let envelope = try? Envelope(bytes: bytes) else { return "\(place) is no event" }
        let previous = streams[envelope.stream] ?? (0, .zero)
        guard envelope.sequence == previous.sequence + 1, envelope.previousHash == previous.hash else {
            return "\(place) does not follow the one before it in its stream"
        }
        let commitment = Commitment(
            position: next,
            receivedAt: row.timestamp(1),
            occurredAt: row.timestamp(2),
            isEstimated: row.bool(4),
            seen: row.uint64(3),
            isDuplicate: row.bool(5)
        )
        let chain = Digest.chain(after: chain, event: hash, commitment, with: hashing)
        guard chain == row.digest(7) else { return "\(place) does not continue the project's chain" }
        streams[envelope.stream] = (envelope.sequence, hash)
        (position, self.chain) = (next, chain)
        return nil
    }
}
