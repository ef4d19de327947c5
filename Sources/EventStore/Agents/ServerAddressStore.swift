public import EventLoop

/// Where clients reach the servers on this database.
public struct ServerAddressStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) { self.pool = pool }

    /// What was said last; nil where no server ever ran.
    public func address() async throws(EventStoreError) -> Endpoint? {
        try await pool.run("SELECT host, port FROM server_address WHERE name = 'public'").first.map {
            Endpoint(host: $0.text(0), port: UInt16($0.int32(1)))
        }
    }

    /// Says where, for every server.
    public func set(_ address: Endpoint) async throws(EventStoreError) {
        try await pool.run(
            """
            INSERT INTO server_address (name, host, port)
            VALUES ('public', $1, $2)
                ON CONFLICT (name) DO UPDATE SET host = EXCLUDED.host, port = EXCLUDED.port, changed_at = now()
            """,
            .text(address.host),
            .integer(Int32(address.port))
        )
    }
}
