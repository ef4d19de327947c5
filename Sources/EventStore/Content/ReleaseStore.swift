public import Survey
public import Sync

/// The published releases of projects, and the blocks they are made of.
public struct ReleaseStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) { self.pool = pool }

    /// A published manifest.
    public struct Release: Hashable, Sendable {
        public let number: UInt64
        /// The highest position folded into it.
        public let position: UInt64
        /// SHA-256 of ``manifest``.
        public let manifestHash: Digest
        public let manifest: [UInt8]

        public init(number: UInt64, position: UInt64, manifestHash: Digest, manifest: [UInt8]) {
            self.number = number
            self.position = position
            self.manifestHash = manifestHash
            self.manifest = manifest
        }
    }

    /// A block by its SHA-256.
    public struct Block: Hashable, Sendable {
        public let hash: Digest
        public let bytes: [UInt8]

        public init(hash: Digest, bytes: [UInt8]) {
            self.hash = hash
            self.bytes = bytes
        }
    }

    /// The key that signs a project's releases; nil where the project is not known.
    public func signingKey(of project: ProjectID) async throws(EventStoreError) -> ProjectKey? {
        try await pool.run(
            "SELECT signing_key, public_key FROM project WHERE project_id = $1",
            .bytea(project.bytes)
        ).first.map { ProjectKey(privateKey: $0.bytes(0), publicKey: $0.bytes(1)) }
    }

    /// The newest release; nil before the first.
    public func newest(of project: ProjectID) async throws(EventStoreError) -> Release? {
        try await pool.run(
            """
            SELECT number, position, manifest_hash, manifest
              FROM release
             WHERE project_id = $1
             ORDER BY number DESC
             LIMIT 1
            """,
            .bytea(project.bytes)
        ).first.map(Release.init)
    }

    /// The release with a manifest of this hash; nil where there is none.
    public func release(withManifest hash: Digest, of project: ProjectID) async throws(EventStoreError) -> Release? {
        try await pool.run(
            """
            SELECT number, position, manifest_hash, manifest
              FROM release
             WHERE project_id = $1 AND manifest_hash = $2
            """,
            .bytea(project.bytes),
            .bytea(hash.bytes)
        ).first.map(Release.init)
    }

    /// The number that the next release has: above every published one and every one that a device has shown.
    public func nextNumber(of project: ProjectID) async throws(EventStoreError) -> UInt64 {
        let rows = try await pool.run(
            """
            SELECT greatest(release_floor, (SELECT max(number) FROM release WHERE project_id = $1)) + 1
              FROM project
             WHERE project_id = $1
            """,
            .bytea(project.bytes)
        )
        return rows.first?.uint64(0) ?? 1
    }

    /// Raises the numbers above one that a device holds, signed by the project's key, and the server lost.
    public func raiseFloor(to number: UInt64, of project: ProjectID) async throws(EventStoreError) {
        try await pool.run(
            """
            UPDATE project
               SET release_floor = $2
             WHERE project_id = $1 AND release_floor < $2
            """,
            .bytea(project.bytes),
            .bigint(number)
        )
    }

    /// Stores a release with its blocks; false where another one took its number first: build it again.
    public func publish(
        _ release: Release,
        blocks: [Block],
        by agent: AgentID?,
        in project: ProjectID
    ) async throws(EventStoreError) -> Bool {
        let id = Parameter.bytea(project.bytes)
        // A block is stored apart: each may have megabytes, and one that a failed publication leaves behind does no harm.
        for block in blocks {
            try await pool.run(
                "INSERT INTO block (project_id, hash, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                id,
                .bytea(block.hash.bytes),
                .bytea(block.bytes)
            )
        }
        return try await pool.run(
            """
            INSERT INTO release (project_id, number, position, manifest_hash, manifest, published_by)
            VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT DO NOTHING
            """,
            id,
            .bigint(release.number),
            .bigint(release.position),
            .bytea(release.manifestHash.bytes),
            .bytea(release.manifest),
            .bytea(agent?.bytes)
        ).commandTag == "INSERT 0 1"
    }

    /// A piece of a block, from an offset on; nil where it is not here.
    public func chunk(
        of hash: Digest,
        from offset: UInt64,
        in project: ProjectID
    ) async throws(EventStoreError) -> Chunk? {
        guard offset < UInt64(Int32.max) else { return nil }
        let rows = try await pool.run(
            """
            SELECT octet_length(bytes), substring(bytes FROM $3 FOR $4)
              FROM block
             WHERE project_id = $1 AND hash = $2 AND octet_length(bytes) >= $3
            """,
            .bytea(project.bytes),
            .bytea(hash.bytes),
            .integer(Int32(offset) + 1),
            .integer(Int32(Chunk.maximumSize))
        )
        return rows.first.map {
            Chunk(
                content: ContentReference(kind: .block, hash: hash),
                offset: offset,
                total: UInt64($0.int32(0)),
                bytes: $0.bytes(1)
            )
        }
    }

    /// A whole block; nil where it is not here.
    public func block(_ hash: Digest, in project: ProjectID) async throws(EventStoreError) -> [UInt8]? {
        try await pool.run(
            "SELECT bytes FROM block WHERE project_id = $1 AND hash = $2",
            .bytea(project.bytes),
            .bytea(hash.bytes)
        ).first?.bytes(0)
    }
}

extension ReleaseStore.Release {
    fileprivate init(_ row: Rows.Row) {
        self.init(number: row.uint64(0), position: row.uint64(1), manifestHash: row.digest(2), manifest: row.bytes(3))
    }
}
