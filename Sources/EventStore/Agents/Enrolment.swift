public import Survey
public import Sync

/// Who may come in: invitations, and the agents they let in.
public struct Enrolment: Sendable {
    private let pool: Pool

    public init(pool: Pool) { self.pool = pool }

    /// Keeps an invitation under the hash of its code.
    ///
    /// Without a project it lets the founder of one in, and makes the project known with it; without a number of uses it
    /// lets in any number.
    public func invite(
        code: [UInt8],
        project: ProjectID?,
        role: Role,
        uses: UInt32?,
        validity: Duration
    ) async throws(EventStoreError) {
        try await pool.run(
            """
            INSERT INTO invite (code_hash, project_id, role, uses, expires_at)
            VALUES (sha256($1), $2, $3::integer, $4::integer, now() + $5::bigint * interval '1 millisecond')
            """,
            .bytea(code),
            .bytea(project?.bytes),
            .integer(Int32(role.rawValue)),
            .integer(uses.map { Int32(clamping: $0) }),
            .bigint(validity.milliseconds)
        )
    }

    /// What came of a join.
    public enum Outcome: Hashable, Sendable {
        /// Let in, now or before: the same code with the same key gets the same answer.
        case joined(ProjectID, Role, projectKey: [UInt8])
        /// Unknown, or used up by others.
        case invalidCode
        case expiredCode
        /// The log belongs to another project than the invitation, or its project has a founder already.
        case otherProject
        /// The code founds a project, and the log has none.
        case noProject
        case revoked
    }

    /// Lets an agent in.
    ///
    /// `newKey` is a fresh key pair: it signs the releases of the project that a founder makes known.
    public func join(
        _ join: Join,
        as agent: AgentID,
        newKey: ProjectKey
    ) async throws(EventStoreError) -> Outcome {
        try await pool.withConnection { connection async throws(EventStoreError) in
            let found = try await connection.run(Self.reading(join, by: agent))
            let (outcome, writing) = Self.decide(join, by: agent, found: found, newKey: newKey)
            guard !writing.isEmpty else {
                await connection.rollBack()
                return outcome
            }
            do throws(EventStoreError) {
                let answers = try await connection.run(writing + [Statement("COMMIT")])
                guard answers.last?.commandTag == "COMMIT" else {
                    throw .rejected(sqlState: "40000", message: "the transaction was rolled back", sql: "COMMIT")
                }
            } catch .rejected("23505", _, _) {
                return .otherProject  // somebody else founded the project in this very moment
            }
            return outcome
        }
    }

    private static func reading(_ join: Join, by agent: AgentID) -> [Statement] {
        [
            Statement("BEGIN"),
            Statement(
                """
                SELECT project_id, role::integer, uses IS NOT NULL AND used >= uses, expires_at < now()
                  FROM invite
                 WHERE code_hash = sha256($1)
                   FOR UPDATE
                """,
                .bytea(join.code)
            ),
            Statement(
                "SELECT FROM invite_use WHERE code_hash = sha256($1) AND agent_id = $2",
                .bytea(join.code),
                .bytea(agent.bytes)
            ),
            Statement(
                """
                SELECT p.public_key
                  FROM invite i
                  JOIN project p
                    ON p.project_id = coalesce(i.project_id, $2)
                 WHERE i.code_hash = sha256($1)
                """,
                .bytea(join.code),
                .bytea(join.project?.bytes)
            ),
            Statement(
                """
                SELECT a.role::integer, a.revoked_at IS NOT NULL
                  FROM invite i
                  JOIN agent a
                    ON a.project_id = coalesce(i.project_id, $2) AND a.agent_id = $3
                 WHERE i.code_hash = sha256($1)
                """,
                .bytea(join.code),
                .bytea(join.project?.bytes),
                .bytea(agent.bytes)
            ),
        ]
    }

    /// What to answer, and what to write before it; nothing where nothing changes.
    private static func decide(
        _ join: Join,
        by agent: AgentID,
        found: [Rows],
        newKey: ProjectKey
    ) -> (Outcome, [Statement]) {
        guard let invite = found[1].first, let offered = Role(rawValue: UInt8(invite.int32(1))) else {
            return (.invalidCode, [])
        }
        let wasUsedByAgent = found[2].count > 0
        let project: ProjectID? = invite.isNull(0) ? nil : invite.identifier(0)
        let key = found[3].first?.bytes(0)
        let member = found[4].first.map { (role: $0.int32(0), isRevoked: $0.bool(1)) }

        if let project, let own = join.project, own != project { return (.otherProject, []) }
        if member?.isRevoked == true { return (.revoked, []) }
        if wasUsedByAgent, let project, let key, let member, let role = Role(rawValue: UInt8(member.role)) {
            return (.joined(project, role, projectKey: key), [])
        }
        if invite.bool(3) { return (.expiredCode, []) }
        if invite.bool(2) { return (.invalidCode, []) }
        guard let admitted = project ?? join.project else { return (.noProject, []) }
        if project == nil && key != nil { return (.otherProject, []) }

        var writing: [Statement] = []
        let publicKey: [UInt8]
        if let key {
            publicKey = key
        } else {
            publicKey = newKey.publicKey
            writing.append(create(admitted, key: newKey))
        }
        let role = max(offered, member.flatMap { Role(rawValue: UInt8($0.role)) } ?? offered)
        writing += use(join, by: agent, in: admitted, role: role)
        return (.joined(admitted, role, projectKey: publicKey), writing)
    }

    private static func create(_ project: ProjectID, key: ProjectKey) -> Statement {
        Statement(
            "INSERT INTO project (project_id, signing_key, public_key) VALUES ($1, $2, $3)",
            .bytea(project.bytes),
            .bytea(key.privateKey),
            .bytea(key.publicKey)
        )
    }

    private static func use(_ join: Join, by agent: AgentID, in project: ProjectID, role: Role) -> [Statement] {
        [
            Statement(
                """
                INSERT INTO agent (project_id, agent_id, public_key, role, name)
                VALUES ($1, $2, $3, $4::integer, $5)
                    ON CONFLICT (project_id, agent_id) DO UPDATE SET role = EXCLUDED.role, name = EXCLUDED.name
                """,
                .bytea(project.bytes),
                .bytea(agent.bytes),
                .bytea(join.publicKey),
                .integer(Int32(role.rawValue)),
                .text(join.name)
            ),
            Statement(
                "UPDATE invite SET used = used + 1, project_id = $2 WHERE code_hash = sha256($1)",
                .bytea(join.code),
                .bytea(project.bytes)
            ),
            Statement(
                "INSERT INTO invite_use (code_hash, agent_id) VALUES (sha256($1), $2)",
                .bytea(join.code),
                .bytea(agent.bytes)
            ),
        ]
    }
}

/// The Ed25519 key pair that signs a project's releases.
public struct ProjectKey: Hashable, Sendable {
    /// The 32-byte seed.
    public let privateKey: [UInt8]
    /// 32 bytes.
    public let publicKey: [UInt8]

    public init(privateKey: [UInt8], publicKey: [UInt8]) {
        self.privateKey = privateKey
        self.publicKey = publicKey
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
