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
        // Read before the walk: whatever is appended meanwhile, the walk has to get at least as far.
        let head = try await EventReader(pool: pool).head(of: project)
        var walk = Walk(head: head)
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
        if damage == nil { damage = try await wrongEnd(of: walk, in: project) }
        let blobs = try await BlobStore(pool: pool).complete(in: project)
        var damaged = 0
        for blob in blobs where try await BlobStore(pool: pool).contentHash(of: blob, in: project) != blob.hash {
            damaged += 1
        }
        return Verification(events: walk.position, blobs: blobs.count, damagedBlobs: damaged, damage: damage)
    }

    /// What is wrong with where a walk ended; nil where it is the project's head.
    private func wrongEnd(of walk: Walk, in project: ProjectID) async throws(EventStoreError) -> String? {
        let first = walk.head?.position ?? 0
        guard walk.position >= first else {
            return "the events end at position \(walk.position), before the project's head at \(first)"
        }
        let last = try await EventReader(pool: pool).head(of: project)?.position ?? 0
        guard walk.position <= last else {
            return "there are events up to position \(walk.position), beyond the project's head at \(last)"
        }
        return nil
    }

    private static let read = """
        SELECT position, received_at, occurred_at, seen, is_estimated, is_duplicate, hash, chain, envelope
          FROM event
         WHERE project_id = $1 AND position > $2
         ORDER BY position
         LIMIT $3
        """
}

/// How far a walk has come: the chain there, and the last event of each stream.
private struct Walk {
    /// Where the project's row says that the events end.
    let head: (position: UInt64, chain: Digest)?
    private(set) var position: UInt64 = 0
    private var chain = Digest.zero
    private var streams: [StreamID: (sequence: UInt64, hash: Digest)] = [:]

    init(head: (position: UInt64, chain: Digest)?) { self.head = head }

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
        guard next != head?.position || chain == head?.chain else {
            return "\(place) is not the one that the project's head names"
        }
        streams[envelope.stream] = (envelope.sequence, hash)
        (position, self.chain) = (next, chain)
        return nil
    }
}
