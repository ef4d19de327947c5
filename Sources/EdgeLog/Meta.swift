public import Survey

/// The name of a single fact that an installation keeps beside its events, such as the server's address.
public struct MetaKey: Hashable, Sendable, RawRepresentable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    static let project = MetaKey(rawValue: "project")
    static let agent = MetaKey(rawValue: "agent")
    static let lastAcknowledgedAt = MetaKey(rawValue: "last_acknowledged_at")
}

extension EdgeLog {
    /// The fact of that name; nil where none was kept.
    public func meta(_ key: MetaKey) throws(EdgeLogError) -> [UInt8]? { try meta(key, try running()) }

    /// Keeps a fact; nil takes it away.
    public func setMeta(_ key: MetaKey, to value: [UInt8]?) throws(EdgeLogError) {
        try write { connection throws(EdgeLogError) in
            if let value { return try setMeta(key, value, connection) }
            var delete = try Statement("DELETE FROM meta WHERE key = ?1", on: connection)
            try delete.bind(key.rawValue, at: 1)
            try delete.run()
        }
    }

    /// When the server last acknowledged something, by this machine's wall clock; nil where it never did.
    public func lastAcknowledgedAt() throws(EdgeLogError) -> Timestamp? {
        try meta(.lastAcknowledgedAt).map { Timestamp(milliseconds: Int64(bigEndianBytes: $0)) }
    }

    func meta(_ key: MetaKey, _ connection: Connection) throws(EdgeLogError) -> [UInt8]? {
        var select = try Statement("SELECT value FROM meta WHERE key = ?1", on: connection)
        try select.bind(key.rawValue, at: 1)
        return try select.step() ? select.bytes(at: 0) : nil
    }

    func setMeta(_ key: MetaKey, _ value: [UInt8], _ connection: Connection) throws(EdgeLogError) {
        var upsert = try Statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)", on: connection)
        try upsert.bind(key.rawValue, at: 1)
        try upsert.bind(value, at: 2)
        try upsert.run()
    }
}
