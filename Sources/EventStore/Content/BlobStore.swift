public import Survey
public import Sync

/// Floor plans and pictures, in the pieces in which they arrive.
///
/// A row exists for each blob that a stored event names; ``Appender`` makes it. Nothing else is taken in.
public struct BlobStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) { self.pool = pool }

    /// What has arrived of a blob that an agent offers.
    public func state(of offer: BlobOffer, in project: ProjectID) async throws(EventStoreError) -> BlobState.Progress {
        let rows = try await pool.run(
            """
            SELECT received, is_complete
              FROM blob
             WHERE project_id = $1 AND hash = $2 AND byte_count = $3
            """,
            .bytea(project.bytes),
            .bytea(offer.hash.bytes),
            .bigint(offer.byteCount)
        )
        guard let row = rows.first else { return .notWanted }
        return row.bool(1) ? .complete : .partial(received: row.uint64(0))
    }

    /// Stores a piece that follows on what is there, and says what is there now.
    ///
    /// A piece from anywhere else changes nothing. The last one has the whole hash checked; a blob with another hash is
    /// thrown away and counted.
    public func add(_ chunk: Chunk, in project: ProjectID) async throws(EventStoreError) -> BlobState.Progress {
        let key = [
            Parameter.bytea(project.bytes), .bytea(chunk.content.hash.bytes), .bigint(chunk.total),
        ]
        return try await pool.withConnection { connection async throws(EventStoreError) in
            let found = try await connection.run([Statement("BEGIN"), Statement(Self.lock, parameters: key)])
            guard let row = found[1].first else { return .notWanted }
            if row.bool(1) { return .complete }
            let received = row.uint64(0)
            let (end, overflow) = chunk.offset.addingReportingOverflow(UInt64(chunk.bytes.count))
            guard chunk.offset == received, !chunk.bytes.isEmpty, chunk.bytes.count <= Chunk.maximumSize, !overflow,
                end <= chunk.total
            else { return .partial(received: received) }
            var writing = [
                Statement(Self.insert, parameters: key + [.bigint(chunk.offset), .bytea(chunk.bytes)]),
                Statement(Self.advance, parameters: key + [.bigint(end)]),
            ]
            if end == chunk.total { writing.append(Statement(Self.hash, parameters: key)) }
            let written = try await connection.run(writing + (end == chunk.total ? [] : [Statement("COMMIT")]))
            if end < chunk.total { return .partial(received: end) }
            let isWhole = written[2].first?.bytes(0) == chunk.content.hash.bytes
            let ending =
                isWhole
                ? [Statement(Self.complete, parameters: key)]
                : [Statement(Self.discardChunks, parameters: key), Statement(Self.countCorruption, parameters: key)]
            try await connection.run(ending + [Statement("COMMIT")])
            return isWhole ? .complete : .corrupted
        }
    }

    /// A piece of a complete blob, from an offset on; nil where it is not here.
    public func chunk(
        of hash: Digest,
        from offset: UInt64,
        in project: ProjectID
    ) async throws(EventStoreError) -> Chunk? {
        let rows = try await pool.run(
            Self.read,
            .bytea(project.bytes),
            .bytea(hash.bytes),
            .bigint(offset)
        )
        guard let row = rows.first else { return nil }
        // Pieces are stored as they came, small ones from a slow link: what begins earlier or ends later is cut.
        let skipped = Int(offset - row.uint64(1))
        return Chunk(
            content: ContentReference(kind: .blob, hash: hash),
            offset: offset,
            total: row.uint64(0),
            bytes: Array(row.bytes(2).dropFirst(skipped).prefix(Chunk.maximumSize))
        )
    }

    /// The blobs that a stored event names and that are not here yet.
    public func missing(in project: ProjectID) async throws(EventStoreError) -> [WantedBlob] {
        try await pool.run(
            """
            SELECT hash, byte_count
              FROM blob
             WHERE project_id = $1 AND NOT is_complete
             ORDER BY hash, byte_count
            """,
            .bytea(project.bytes)
        ).map { WantedBlob(hash: $0.digest(0), byteCount: $0.uint64(1)) }
    }

    /// The blobs of which everything has arrived.
    func complete(in project: ProjectID) async throws(EventStoreError) -> [WantedBlob] {
        try await pool.run(
            """
            SELECT hash, byte_count
              FROM blob
             WHERE project_id = $1 AND is_complete
             ORDER BY hash, byte_count
            """,
            .bytea(project.bytes)
        ).map { WantedBlob(hash: $0.digest(0), byteCount: $0.uint64(1)) }
    }

    /// The hash of what is stored of a blob; nil where nothing is.
    func contentHash(of blob: WantedBlob, in project: ProjectID) async throws(EventStoreError) -> Digest? {
        let rows = try await pool.run(
            Self.hash,
            .bytea(project.bytes),
            .bytea(blob.hash.bytes),
            .bigint(blob.byteCount)
        )
        return rows.first.flatMap { $0.isNull(0) ? nil : $0.digest(0) }
    }

    /// Throws away what has arrived of blobs that did not grow for so long; says how many.
    ///
    /// They stay wanted: the next offer starts from the beginning.
    @discardableResult
    public func expire(in project: ProjectID, olderThan age: Duration) async throws(EventStoreError) -> Int {
        try await pool.run(Self.expire, .bytea(project.bytes), .bigint(age.milliseconds)).count
    }

    private static let key = "project_id = $1 AND hash = $2 AND byte_count = $3"

    private static let lock = "SELECT received, is_complete FROM blob WHERE \(key) FOR UPDATE"

    private static let insert = """
        INSERT INTO blob_chunk (project_id, hash, byte_count, start, bytes)
        VALUES ($1, $2, $3, $4, $5)
        """

    private static let advance = "UPDATE blob SET received = $4, changed_at = now() WHERE \(key)"

    /// PostgreSQL hashes, so that a whole plan never stands in our memory.
    private static let hash = "SELECT sha256(string_agg(bytes, '' ORDER BY start)) FROM blob_chunk WHERE \(key)"

    private static let complete = "UPDATE blob SET is_complete = true WHERE \(key)"

    private static let discardChunks = "DELETE FROM blob_chunk WHERE \(key)"

    private static let countCorruption = "UPDATE blob SET received = 0, corrupted = corrupted + 1 WHERE \(key)"

    /// `$1` project, `$2` hash, `$3` offset.
    private static let read = """
        SELECT b.byte_count, min(c.start), string_agg(c.bytes, ''::bytea ORDER BY c.start)
          FROM blob b
          JOIN blob_chunk c
            ON c.project_id = $1 AND c.hash = $2 AND c.byte_count = b.byte_count
           AND c.start > $3 - \(Chunk.maximumSize) AND c.start < $3 + \(Chunk.maximumSize)
           AND c.start + octet_length(c.bytes) > $3
         WHERE b.project_id = $1 AND b.hash = $2 AND b.is_complete AND $3 < b.byte_count
         GROUP BY b.byte_count
        """

    /// `$1` project, `$2` milliseconds.
    private static let expire = """
        WITH old AS (
            UPDATE blob
               SET received = 0, changed_at = now()
             WHERE project_id = $1 AND NOT is_complete AND received > 0
               AND changed_at < now() - $2 * interval '1 millisecond'
            RETURNING hash, byte_count
        ), gone AS (
            DELETE FROM blob_chunk c
             USING old
             WHERE c.project_id = $1 AND c.hash = old.hash AND c.byte_count = old.byte_count
        )
        SELECT FROM old
        """
}
