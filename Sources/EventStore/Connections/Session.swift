import CPQ

/// A connection to PostgreSQL that waits: for migrations, tools and tests, and for making a ``Connection``.
public final class Session {
    private var raw: OpaquePointer?

    /// Connects as a libpq connection string (or URI) says.
    ///
    /// Waits for up to ten seconds, unless the string says otherwise.
    public init(_ conninfo: String, applicationName: String = "pharosd") throws(EventStoreError) {
        // What stands before `dbname` can be overridden by the string, what stands behind it cannot.
        let options: KeyValuePairs = [
            "connect_timeout": "10",
            "tcp_user_timeout": "10000",
            "keepalives_idle": "10",
            "dbname": conninfo,
            "application_name": applicationName,
            "client_encoding": "UTF8",
        ]
        let raw = withCStrings(options.map(\.key)) { keys in
            withCStrings(options.map(\.value)) { values in PQconnectdbParams(keys, values, 1) }
        }
        guard PQstatus(raw) == CONNECTION_OK else {
            defer { PQfinish(raw) }
            throw .unreachable(reason: message(of: raw))
        }
        PQsetNoticeProcessor(raw, ignoreNotice, nil)
        self.raw = raw
    }

    deinit { PQfinish(raw) }

    /// Runs one statement.
    @discardableResult
    public func run(_ sql: String, _ parameters: Parameter...) throws(EventStoreError) -> Rows {
        try run(Statement(sql, parameters: parameters))
    }

    /// Runs one statement.
    @discardableResult
    public func run(_ statement: Statement) throws(EventStoreError) -> Rows {
        let result = statement.withArguments { arguments in
            PQexecParams(
                raw,
                statement.sql,
                arguments.count,
                arguments.types,
                arguments.values,
                arguments.lengths,
                arguments.formats,
                1
            )
        }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return Rows(copying: result)
        default: throw failure(of: result, on: raw, sql: statement.sql)
        }
    }

    /// Runs a body between BEGIN and COMMIT; ROLLBACK where it throws.
    public func transaction<Value>(_ body: () throws(EventStoreError) -> Value) throws(EventStoreError) -> Value {
        try run("BEGIN")
        do throws(EventStoreError) {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            _ = try? run("ROLLBACK")  // where this fails too, the connection is gone, and the transaction with it
            throw error
        }
    }

    /// Gives the libpq connection away; this object is empty afterwards.
    func release() -> OpaquePointer {
        defer { raw = nil }
        guard let raw else { preconditionFailure("The connection was given away before.") }
        return raw
    }
}

/// Called by libpq on the thread that uses the connection: notices (such as "already exists, skipping") are no answers.
private let ignoreNotice: PQnoticeProcessor = { _, _ in }

/// What a failed result says.
func failure(of result: OpaquePointer?, on raw: OpaquePointer?, sql: String) -> EventStoreError {
    let state = PQresultErrorField(result, pharos_pq_diag_sqlstate).map { String(cString: $0) } ?? ""
    let primary = PQresultErrorField(result, pharos_pq_diag_message_primary).map { String(cString: $0) }
    return .of(sqlState: state, message: primary ?? message(of: raw), sql: sql)
}

/// What libpq says of a connection, without the line's end.
func message(of raw: OpaquePointer?) -> String {
    guard let text = PQerrorMessage(raw) else { return "out of memory" }
    var message = String(cString: text)
    while message.last?.isNewline == true { message.removeLast() }
    return message.isEmpty ? "the server closed the connection" : message
}

/// Lends C copies of some strings, ended by a nil, for the length of one call.
private func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let copies = strings.map { string in
        let bytes = string.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        copy.initialize(from: Array(bytes), count: bytes.count)
        return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    let pointers = copies.map { UnsafePointer($0) as UnsafePointer<CChar>? } + [nil]
    return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
}
