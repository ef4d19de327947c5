import CSQLite
public import Survey

/// A log that holds less than its server has acknowledged: it was restored from a backup, or copied.
public struct Rollback: Hashable, Sendable {
    public let incarnation: Incarnation
    /// What the server had acknowledged of it.
    public let acknowledged: UInt64
    /// What the log holds of it.
    public let found: UInt64
    /// The incarnation in which the log goes on.
    public let successor: Incarnation
}

extension EdgeLog {
    /// Bytes that SQLite's write-ahead log keeps at most when it is idle.
    private static let journalLimit = 16 << 20

    /// Opens the database, sets what every connection needs, and brings its schema up to date.
    static func connect(_ installation: Installation, mode: Connection.Mode) throws(EdgeLogError) -> Connection {
        let connection = try Connection(path: installation.logFile, mode: mode)
        try connection.execute(
            """
            PRAGMA cache_size = -8192;
            PRAGMA temp_store = MEMORY;
            PRAGMA foreign_keys = ON;
            PRAGMA recursive_triggers = ON;
            PRAGMA trusted_schema = OFF;
            """
        )
        if mode != .readOnly {
            try connection.execute(
                """
                PRAGMA journal_mode = WAL;
                PRAGMA synchronous = FULL;
                PRAGMA wal_autocheckpoint = 2000;
                PRAGMA journal_size_limit = \(journalLimit);
                """
            )
        }
        try migrate(connection, mayWrite: mode != .readOnly)
        return connection
    }

    /// Runs the migrations that the file lacks, all in one transaction.
    private static func migrate(_ connection: Connection, mayWrite: Bool) throws(EdgeLogError) {
        let known = EdgeLogSchema.migrations.count
        let found = Int(try connection.integer("PRAGMA user_version") ?? 0)
        guard found <= known else { throw .newerSchema(path: connection.path, found: found, known: known) }
        guard found < known, mayWrite else { return }
        try connection.transaction { () throws(EdgeLogError) in
            // Another process may have been faster.
            let found = Int(try connection.integer("PRAGMA user_version") ?? 0)
            for migration in EdgeLogSchema.migrations.dropFirst(found) { try connection.execute(migration.sql) }
            try connection.execute("PRAGMA user_version = \(known)")
        }
    }

    static func addStream(
        _ incarnation: Incarnation,
        after base: UInt64,
        _ connection: Connection
    ) throws(EdgeLogError) {
        var insert = try Statement("INSERT INTO stream (incarnation, base) VALUES (?1, ?2)", on: connection)
        try insert.bind(incarnation.value, at: 1)
        try insert.bind(base, at: 2)
        try insert.run()
    }

    /// Checks that the last own event is what was written; ``verify()`` checks all of them.
    func checkEnd() throws(EdgeLogError) {
        let connection = try running()
        let stream = try currentStream(connection)
        guard stream.lastStored > 0 else { return }
        let damage = try verifyOwn(connection, from: stream.base + stream.lastStored).damage
        if let damage { throw .damaged(path: connection.path, damage) }
    }

    /// Starts a new incarnation where the log holds less than the sidecar says the server has.
    func noticeRollback() throws(EdgeLogError) {
        let connection = try running()
        let rows = try streamRows(connection)
        guard let current = rows.last else { throw .notThere(path: installation.path) }
        guard let sidecar else {
            return try writeSidecar(Sidecar(incarnation: current.incarnation, acknowledged: current.acknowledged))
        }
        let row = rows.first { $0.incarnation == sidecar.incarnation }
        guard let row else {  // restored to before the incarnation began
            return try startAnew(after: current, acknowledged: sidecar.acknowledged, of: sidecar.incarnation, found: 0)
        }
        if row.closedAt == nil, row.lastStored < sidecar.acknowledged {
            try startAnew(
                after: current,
                acknowledged: sidecar.acknowledged,
                of: sidecar.incarnation,
                found: row.lastStored
            )
        } else if row.incarnation != current.incarnation {  // a recovery ended before it wrote the sidecar
            try writeSidecar(Sidecar(incarnation: current.incarnation, acknowledged: current.acknowledged))
        }
    }

    private func startAnew(
        after current: Stream,
        acknowledged: UInt64,
        of incarnation: Incarnation,
        found: UInt64
    ) throws(EdgeLogError) {
        let successor = Incarnation(draw())
        let happened = try write { connection throws(EdgeLogError) in
            // Another process may have been faster.
            guard try currentStream(connection).incarnation == current.incarnation else { return false }
            let stream = try currentStream(connection)
            try close(stream, at: stream.lastStored, successor: successor, connection)
            return true
        }
        guard happened else { return }
        noteRollback(
            Rollback(incarnation: incarnation, acknowledged: acknowledged, found: found, successor: successor)
        )
        try writeSidecar(Sidecar(incarnation: successor, acknowledged: 0))
    }

    /// Closes the growing stream and starts its successor.
    func close(
        _ stream: Stream,
        at end: UInt64,
        successor: Incarnation,
        _ connection: Connection
    ) throws(EdgeLogError) {
        try setEnd(of: stream, to: end, connection)
        try Self.addStream(successor, after: stream.base + stream.lastStored, connection)
        head = nil
    }

    func setEnd(of stream: Stream, to end: UInt64, _ connection: Connection) throws(EdgeLogError) {
        var update = try Statement("UPDATE stream SET closed_at = ?1 WHERE ordinal = ?2", on: connection)
        try update.bind(end, at: 1)
        try update.bind(stream.ordinal, at: 2)
        try update.run()
    }
}
