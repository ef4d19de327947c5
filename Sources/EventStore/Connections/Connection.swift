import CPQ
import Dispatch
public import EventLoop

/// A connection to PostgreSQL that lives on a loop and never waits there.
///
/// It is always in pipeline mode: what is asked for at once travels in one flight, and several flights may be under way.
/// A statement is prepared when its text is first seen.
public actor Connection {
    private nonisolated let loop: EventLoop
    // Only this actor touches it after `init`, and `close` ends it.
    private nonisolated(unsafe) let raw: OpaquePointer
    private var watcher: DescriptorWatcher?
    private var flights: [Flight] = []
    /// The names under which statements are prepared, by their text.
    private var prepared: [String: String] = [:]
    private var preparations = 0
    private var loss: EventStoreError?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Connects in the background, assumes the application's role, and makes our settings.
    public static func open(_ conninfo: String, on loop: EventLoop) async throws(EventStoreError) -> Connection {
        let connection = try await Self.connect(conninfo, on: loop)
        try await connection.start()
        return connection
    }

    /// Connecting looks up names and shakes hands, which libpq may do by waiting: never on the loop.
    private static func connect(_ conninfo: String, on loop: EventLoop) async throws(EventStoreError) -> Connection {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(EventStoreError) in
                        let session = try Session(conninfo)
                        try ConnectionSettings.apply(to: session)
                        return Connection(adopting: session.release(), on: loop)
                    }
                )
            }
        }
        return try result.get()
    }

    private init(adopting raw: OpaquePointer, on loop: EventLoop) {
        self.raw = raw
        self.loop = loop
    }

    deinit {
        guard loss != nil else { preconditionFailure("A connection was dropped without being closed.") }
    }

    private func start() throws(EventStoreError) {
        guard PQsetnonblocking(raw, 1) == 0, PQenterPipelineMode(raw) == 1 else { throw end(lost()) }
        do throws(UVError) {
            watcher = try DescriptorWatcher(PQsocket(raw), on: loop) { [weak self] readiness in
                self?.assumeIsolated { $0.advance(readiness) }
            }
            try watcher?.watch(.readable)
        } catch {
            throw end(.connectionLost(reason: error.description))
        }
    }

    /// Whether it can be used: neither lost nor closed.
    public var isOpen: Bool { loss == nil }

    /// Runs some statements in one flight and returns what each returned, once the server is ready for the next.
    ///
    /// Outside of BEGIN and COMMIT they are one transaction. After the first that fails the rest is skipped, and its
    /// error thrown. So when this returns after a COMMIT, the transaction is committed; when it throws
    /// ``EventStoreError/connectionLost(reason:)``, nobody knows.
    @discardableResult
    public func run(_ statements: [Statement]) async throws(EventStoreError) -> [Rows] {
        if let loss { throw loss }
        var flight = Flight()
        for statement in statements {
            guard send(statement, in: &flight) else { throw end(lost()) }
        }
        guard PQpipelineSync(raw) == 1 else { throw end(lost()) }
        let result = await withCheckedContinuation { continuation in
            flight.continuation = continuation
            flights.append(flight)
            flush()
        }
        return try result.get()
    }

    /// Runs one statement, which is then a transaction of its own.
    @discardableResult
    public func run(_ sql: String, _ parameters: Parameter...) async throws(EventStoreError) -> Rows {
        try await run([Statement(sql, parameters: parameters)])[0]
    }

    /// Leaves a transaction that was begun and not ended; does nothing on a lost connection.
    public func rollBack() async {
        guard isOpen, PQtransactionStatus(raw) != PQTRANS_IDLE else { return }
        _ = try? await run("ROLLBACK")  // where this fails, the connection is lost, and the transaction with it
    }

    /// Ends the connection; whatever is under way fails.
    public func close() {
        if loss == nil { _ = end(.connectionLost(reason: "it was closed")) }
    }

    private func send(_ statement: Statement, in flight: inout Flight) -> Bool {
        let name: String
        if let known = prepared[statement.sql] {
            name = known
        } else {
            preparations += 1
            name = "s\(preparations)"
            prepared[statement.sql] = name
            let types = statement.parameters.map(\.type)
            guard PQsendPrepare(raw, name, statement.sql, Int32(types.count), types) == 1 else { return false }
            flight.expected.append(.preparation(sql: statement.sql))
        }
        flight.expected.append(.rows(sql: statement.sql))
        return statement.withArguments { arguments in
            PQsendQueryPrepared(
                raw,
                name,
                arguments.count,
                arguments.values,
                arguments.lengths,
                arguments.formats,
                1
            ) == 1
        }
    }

    /// The socket is ready, or broken.
    private func advance(_ readiness: Result<DescriptorWatcher.Interest, UVError>) {
        guard loss == nil else { return }
        if PQconsumeInput(raw) != 1 {
            takeResults()  // what arrived before the end, such as the reason for it
            if loss == nil { _ = end(lost()) }
            return
        }
        takeResults()
        if loss == nil { flush() }
    }

    /// Sends what libpq holds back; a full socket is watched until it has room.
    private func flush() {
        let code = PQflush(raw)
        guard code >= 0 else {
            _ = end(lost())
            return
        }
        do throws(UVError) {
            try watcher?.watch(code == 1 ? [.readable, .writable] : .readable)
        } catch {
            _ = end(.connectionLost(reason: error.description))
        }
    }

    private func takeResults() {
        var emptyInARow = 0  // one ends each statement; more than that means that libpq waits for the network
        while !flights.isEmpty, emptyInARow < 3, PQisBusy(raw) == 0 {
            guard let result = PQgetResult(raw) else {
                emptyInARow += 1
                continue
            }
            defer { PQclear(result) }
            emptyInARow = 0
            take(result)
            if PQstatus(raw) != CONNECTION_OK {
                _ = end(lost())
                return
            }
        }
    }

    private func take(_ result: OpaquePointer) {
        let status = PQresultStatus(result)
        if status == PGRES_PIPELINE_SYNC {
            let flight = flights.removeFirst()
            flight.continuation?.resume(returning: flight.error.map { .failure($0) } ?? .success(flight.rows))
            return
        }
        if flights[0].expected.isEmpty {
            // The end of a session is told twice: by its own words, then by libpq, which notices the closed socket.
            precondition(status == PGRES_FATAL_ERROR, "PostgreSQL answered more than it was asked.")
            return
        }
        let expected = flights[0].expected.removeFirst()
        let succeeded = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK
        switch expected {
        case .rows where succeeded: flights[0].rows.append(Rows(copying: result))
        case .preparation where succeeded: break
        case .preparation(let sql): prepared[sql] = nil
        case .rows: break
        }
        if status == PGRES_FATAL_ERROR && flights[0].error == nil {
            flights[0].error = failure(of: result, on: raw, sql: expected.sql)
        }
    }

    private func lost() -> EventStoreError {
        .connectionLost(reason: message(of: raw))
    }

    /// The one place where a connection ends: everybody who waits is told.
    private func end(_ reason: EventStoreError) -> EventStoreError {
        precondition(loss == nil, "A connection ends once.")
        loss = reason
        watcher?.close()
        watcher = nil
        PQfinish(raw)
        let waiting = flights
        flights = []
        for flight in waiting { flight.continuation?.resume(returning: .failure(flight.error ?? reason)) }
        return reason
    }
}

/// What was sent up to one Sync, and what has come back of it.
private struct Flight {
    enum Expectation {
        case preparation(sql: String)
        case rows(sql: String)

        var sql: String {
            switch self {
            case .preparation(let sql), .rows(let sql): sql
            }
        }
    }

    var expected: [Expectation] = []
    var rows: [Rows] = []
    var error: EventStoreError?
    var continuation: CheckedContinuation<Result<[Rows], EventStoreError>, Never>?
}
