/// Brings a database's schema up to date, as the role that owns it.
public struct Migrator {
    private let session: Session
    private let migrations: [Migration]

    /// Works on a connection of the owning role.
    public init(_ session: Session, migrations: [Migration] = Migration.all) {
        self.session = session
        self.migrations = migrations
    }

    /// Applies what is missing, each file in a transaction of its own, and returns what was applied.
    ///
    /// Several programs may do this at the same time: they take turns.
    @discardableResult
    public func migrate() throws(EventStoreError) -> [Migration] {
        try createRole()
        try prepare()
        var applied: [Migration] = []
        for migration in migrations where try apply(migration) { applied.append(migration) }
        return applied
    }

    /// Checks that the database has exactly the schema of this program.
    public static func check(
        _ session: Session,
        migrations: [Migration] = Migration.all
    ) throws(EventStoreError) {
        let known = migrations.last?.number ?? 0
        let rows: Rows
        do throws(EventStoreError) {
            rows = try session.run("SELECT coalesce(max(number), 0) FROM pharos.migration")
        } catch .rejected(let state, _, _) where state == "42P01" || state == "3F000" {
            throw .notMigrated(found: 0, needed: known)
        }
        let found = Int(rows[0].int32(0))
        guard found <= known else { throw .schemaTooNew(found: found, known: known) }
        guard found == known else { throw .notMigrated(found: found, needed: known) }
        for migration in migrations { try checkUnchanged(migration, session) }
    }

    /// The role that Pharos works as: it may add events, and never change them.
    static let applicationRole = "pharos_app"

    /// Makes the application's role where there is none; a cluster's databases share it.
    public func createRole() throws(EventStoreError) {
        let role = Self.applicationRole
        guard try session.run("SELECT FROM pg_roles WHERE rolname = $1", .text(role)).count == 0 else { return }
        do throws(EventStoreError) {
            try session.run("CREATE ROLE \(role) NOLOGIN")
        } catch .rejected(let state, _, _) where ["42710", "23505"].contains(state) {
            // Another program was faster.
        } catch .rejected("42501", let message, _) {
            throw .roleMissing(message: message)
        }
    }

    private func prepare() throws(EventStoreError) {
        try inTurn { () throws(EventStoreError) in
            if try session.run("SELECT FROM pg_namespace WHERE nspname = 'pharos'").count == 0 {
                try session.run("CREATE SCHEMA pharos")
                try session.run("GRANT USAGE ON SCHEMA pharos TO \(Self.applicationRole)")
            }
            try session.run(
                """
                CREATE TABLE IF NOT EXISTS pharos.migration (
                    number integer NOT NULL,
                    name text NOT NULL,
                    sha256 bytea NOT NULL,
                    applied_at timestamptz NOT NULL DEFAULT now(),
                    CONSTRAINT migration_pkey PRIMARY KEY (number)
                )
                """
            )
            try session.run("GRANT SELECT ON pharos.migration TO \(Self.applicationRole)")
        }
    }

    private func apply(_ migration: Migration) throws(EventStoreError) -> Bool {
        try inTurn { () throws(EventStoreError) in
            let isApplied = try Self.checkUnchanged(migration, session)
            if isApplied { return false }
            for statement in migration.statements { try session.run(statement) }
            try session.run(
                "INSERT INTO migration (number, name, sha256) VALUES ($1, $2, sha256(convert_to($3, 'UTF8')))",
                .integer(Int32(migration.number)),
                .text(migration.name),
                .text(migration.sql)
            )
            return true
        }
    }

    /// A transaction in the schema that no other migrator shares.
    private func inTurn<Value>(_ body: () throws(EventStoreError) -> Value) throws(EventStoreError) -> Value {
        try session.transaction { () throws(EventStoreError) in
            try session.run("SELECT pg_advisory_xact_lock($1)", .bigint(Self.lock))
            try session.run("SET LOCAL search_path = pharos")
            return try body()
        }
    }

    /// "PHAROSDB" as eight ASCII letters: nobody else in the database is likely to use this lock.
    private static let lock: Int64 = 0x5048_4152_4F53_4442

    /// Whether a migration was applied before.
    ///
    /// - Throws: ``EventStoreError/migrationChanged(number:name:)`` where another file of that number was.
    @discardableResult
    private static func checkUnchanged(_ migration: Migration, _ session: Session) throws(EventStoreError) -> Bool {
        let rows = try session.run(
            """
            SELECT name = $2 AND sha256 = sha256(convert_to($3, 'UTF8'))
              FROM pharos.migration
             WHERE number = $1
            """,
            .integer(Int32(migration.number)),
            .text(migration.name),
            .text(migration.sql)
        )
        guard let row = rows.first else { return false }
        guard row.bool(0) else { throw .migrationChanged(number: migration.number, name: migration.name) }
        return true
    }
}
