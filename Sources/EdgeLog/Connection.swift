import CSQLite

/// An open SQLite file.
///
/// A connection is not `Sendable`: it stays with the owner of the log that opened it.
final class Connection {
    let raw: OpaquePointer
    let path: String
    /// Prepared statements that nobody runs at the moment, by their SQL.
    private var idle: [String: OpaquePointer] = [:]

    /// What a connection may do with its file.
    enum Mode {
        case readOnly
        /// Reads and writes a file that is there.
        case readWrite
        /// Reads and writes, and creates the file where there is none.
        case create
    }

    /// What holds for all connections of the process; set before the first of them is made.
    private static let library: Void = {
        // Where it is too late, somebody else uses SQLite in this process: then it counts as ever.
        _ = pharos_sqlite_forgo_memory_statistics()
    }()

    /// How long a writer waits for another process to finish its transaction.
    private static let patience: Int32 = 10_000

    init(path: String, mode: Mode) throws(EdgeLogError) {
        Self.library
        let access =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var raw: OpaquePointer?
        let code = sqlite3_open_v2(path, &raw, access | SQLITE_OPEN_NOMUTEX, nil)
        guard let raw else { throw .sqlite(code: code, message: "out of memory", sql: "open") }
        guard code == SQLITE_OK else {
            defer { sqlite3_close_v2(raw) }
            throw EdgeLogError(connection: raw, path: path, sql: "open")
        }
        sqlite3_extended_result_codes(raw, 1)
        sqlite3_busy_timeout(raw, Self.patience)
        self.raw = raw
        self.path = path
    }

    deinit {
        for statement in idle.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(raw)
    }

    /// Runs SQL that returns no rows that matter.
    func execute(_ sql: String) throws(EdgeLogError) {
        guard sqlite3_exec(raw, sql, nil, nil, nil) == SQLITE_OK else {
            throw EdgeLogError(connection: raw, path: path, sql: sql)
        }
    }

    /// Runs `body` in a transaction that no other writer can come between: all of it is stored, or none.
    func transaction<Result>(_ body: () throws(EdgeLogError) -> Result) throws(EdgeLogError) -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // A failed rollback changes nothing: SQLite has rolled back by itself, or will when the file is opened.
            if sqlite3_get_autocommit(raw) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Runs a statement that takes no values and returns no rows.
    func run(_ sql: String) throws(EdgeLogError) {
        var statement = try Statement(sql, on: self)
        _ = try statement.step()
    }

    /// The number in the first column of the first row; nil where there is no row, or null in it.
    func integer(_ sql: String) throws(EdgeLogError) -> Int64? {
        var statement = try Statement(sql, on: self)
        return try statement.step() ? statement.optionalInteger(at: 0) : nil
    }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes(raw)) }

    /// Takes a statement that was prepared before, or prepares it.
    func take(_ sql: String) throws(EdgeLogError) -> OpaquePointer {
        if let statement = idle.removeValue(forKey: sql) { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw EdgeLogError(connection: raw, path: path, sql: sql) }
        return statement
    }

    /// Takes back a statement that was reset.
    func giveBack(_ statement: OpaquePointer, for sql: String) {
        if let other = idle.updateValue(statement, forKey: sql) { sqlite3_finalize(other) }
    }
}
