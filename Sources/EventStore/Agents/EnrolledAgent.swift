public import Survey
public import Sync

/// What the server keeps of an agent.
public struct EnrolledAgent: Hashable, Sendable {
    public let id: AgentID
    /// Ed25519: 32 bytes.
    public let publicKey: [UInt8]
    public let role: Role
    /// A display name; never part of an event.
    public let name: String
    public let joinedAt: Timestamp
    public let revokedAt: Timestamp?
    /// When it last said Hello.
    public let lastContactAt: Timestamp?

    public var isRevoked: Bool { revokedAt != nil }

    static let columns = """
        agent_id, public_key, role::integer, name,
        (extract(epoch FROM joined_at) * 1000)::bigint,
        (extract(epoch FROM revoked_at) * 1000)::bigint,
        (extract(epoch FROM last_contact_at) * 1000)::bigint
        """

    init(_ row: Rows.Row) {
        id = row.identifier(0)
        publicKey = row.bytes(1)
        guard let role = Role(rawValue: UInt8(row.int32(2))) else { preconditionFailure("The schema knows the roles.") }
        self.role = role
        name = row.text(3)
        joinedAt = row.timestamp(4)
        revokedAt = row.isNull(5) ? nil : row.timestamp(5)
        lastContactAt = row.isNull(6) ? nil : row.timestamp(6)
    }
}
