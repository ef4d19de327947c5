import CSQLite
import Survey

/// A prepared statement with exactly one owner.
///
/// `~Copyable`: nobody can step it after its end. Its connection keeps it for the next one who wants the same SQL.
struct Statement: ~Copyable {
    private let raw: OpaquePointer
    private let connection: Connection  // keeps the connection open for as long as the statement lives
    private let sql: String

    init(_ sql: String, on connection: Connection) throws(EdgeLogError) {
        raw = try connection.take(sql)
        self.connection = connection
        self.sql = sql
    }

    deinit {
        sqlite3_reset(raw)
        sqlite3_clear_bindings(raw)
        connection.giveBack(raw, for: sql)
    }

    /// Moves to the next row; false after the last.
    mutating func step() throws(EdgeLogError) -> Bool {
        switch sqlite3_step(raw) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw EdgeLogError(connection: connection.raw, path: connection.path, sql: sql)
        }
    }

    /// Runs a statement that returns no rows, and makes it ready to run again.
    mutating func run() throws(EdgeLogError) {
        _ = try step()
        sqlite3_reset(raw)
    }

    /// Ends the current run; the values stay bound.
    mutating func reset() { sqlite3_reset(raw) }

    /// Makes every value null.
    mutating func clear() { sqlite3_clear_bindings(raw) }

    /// Binds bytes to the parameter at `index`, counted from 1; SQLite copies them before this returns.
    mutating func bind(_ bytes: [UInt8], at index: Int32) throws(EdgeLogError) {
        try check(
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(raw, index, 0)
                : bytes.withUnsafeBytes { pharos_sqlite_bind_blob(raw, index, $0.baseAddress, Int32($0.count)) }
        )
    }

    /// Binds a number to the parameter at `index`, counted from 1.
    mutating func bind(_ number: Int64, at index: Int32) throws(EdgeLogError) {
        try check(sqlite3_bind_int64(raw, index, number))
    }

    /// Binds an unsigned number as the signed one with the same bits.
    mutating func bind(_ number: UInt64, at index: Int32) throws(EdgeLogError) {
        try bind(Int64(bitPattern: number), at: index)
    }

    mutating func bind(_ flag: Bool, at index: Int32) throws(EdgeLogError) {
        try bind(flag ? 1 : 0 as Int64, at: index)
    }

    mutating func bind(_ digest: Digest, at index: Int32) throws(EdgeLogError) {
        try bind(digest.bytes, at: index)
    }

    mutating func bind(_ lane: Lane, at index: Int32) throws(EdgeLogError) {
        try bind(Int64(lane.rawValue), at: index)
    }

    /// Binds UTF-8 text; SQLite copies it before this returns.
    mutating func bind(_ text: String, at index: Int32) throws(EdgeLogError) {
        try check(pharos_sqlite_bind_text(raw, index, text, -1))
    }

    /// The number in a column of the current row, counted from 0.
    func integer(at column: Int32) -> Int64 { sqlite3_column_int64(raw, column) }

    /// The number in a column that may be null.
    func optionalInteger(at column: Int32) -> Int64? {
        sqlite3_column_type(raw, column) == SQLITE_NULL ? nil : integer(at: column)
    }

    /// The unsigned number with the bits of the signed one in a column.
    func unsigned(at column: Int32) -> UInt64 { UInt64(bitPattern: integer(at: column)) }

    /// Whether a column holds a number other than 0.
    func flag(at column: Int32) -> Bool { integer(at: column) != 0 }

    /// The bytes in a column of the current row.
    ///
    /// SQLite's pointer dies at the next step, so the bytes are copied here.
    func bytes(at column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(raw, column) else { return [] }
        let count = Int(sqlite3_column_bytes(raw, column))
        return Array(UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count))
    }

    /// The number of bytes in a column, without copying them.
    func byteCount(at column: Int32) -> Int { Int(sqlite3_column_bytes(raw, column)) }

    /// The digest in a column; nil where the column holds anything else.
    func digest(at column: Int32) -> Digest? { Digest(bytes: bytes(at: column)) }

    /// The text in a column of the current row.
    func text(at column: Int32) -> String { String(decoding: bytes(at: column), as: UTF8.self) }

    private func check(_ code: Int32) throws(EdgeLogError) {
        guard code == SQLITE_OK else {
            throw EdgeLogError(connection: connection.raw, path: connection.path, sql: sql)
        }
    }
}
