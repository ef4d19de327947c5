/// The TLS key and certificate that every server on this database presents.
public struct ServerKeyStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) { self.pool = pool }

    /// A private key and a certificate, in whatever form their maker chose.
    public struct Identity: Hashable, Sendable {
        public let privateKey: [UInt8]
        public let certificate: [UInt8]

        public init(privateKey: [UInt8], certificate: [UInt8]) {
            self.privateKey = privateKey
            self.certificate = certificate
        }
    }

    /// The stored identity; where there is none, a new one is made and stored.
    ///
    /// Of several servers that start together, one has its way and all get the same.
    public func identity(orMake make: @Sendable () throws -> Identity) async throws -> Identity {
        if let identity = try await stored() { return identity }
        let fresh = try make()
        try await pool.run(
            """
            INSERT INTO server_key (name, private_key, certificate)
            VALUES ('tls', $1, $2)
                ON CONFLICT DO NOTHING
            """,
            .bytea(fresh.privateKey),
            .bytea(fresh.certificate)
        )
        guard let identity = try await stored() else { throw EventStoreError.damaged(reason: "the server key is gone") }
        return identity
    }

    private func stored() async throws(EventStoreError) -> Identity? {
        try await pool.run("SELECT private_key, certificate FROM server_key WHERE name = 'tls'").first.map {
            Identity(privateKey: $0.bytes(0), certificate: $0.bytes(1))
        }
    }
}
