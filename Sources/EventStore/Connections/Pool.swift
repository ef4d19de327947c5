public import EventLoop

/// A few connections to one database, lent one task at a time and made again when they break.
///
/// Nobody else reconnects: whoever loses a connection in the middle hears it, and decides whether to ask again.
public actor Pool {
    /// How many may wait for a connection; more hear ``EventStoreError/overloaded``.
    public static let maximumWaiting = 4_096
    /// Pauses between attempts to connect, from the first failure on.
    private static let backoff: [Duration] = [.milliseconds(50), .milliseconds(200), .seconds(1), .seconds(2)]

    public nonisolated let loop: EventLoop
    private nonisolated let conninfo: String
    private let clock = ContinuousClock()
    private var permits: Int
    private var idle: [Connection] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var failures = 0
    private var lastFailure: EventStoreError?
    private var nextAttempt: ContinuousClock.Instant?
    private var isClosed = false

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// A pool of at most `size` connections; none is made before it is needed.
    public init(_ conninfo: String, size: Int, on loop: EventLoop) {
        precondition(size > 0, "A pool without connections serves nobody.")
        self.conninfo = conninfo
        self.loop = loop
        permits = size
    }

    /// Lends a connection for the length of a body; a transaction that the body leaves open is rolled back.
    @discardableResult
    public nonisolated func withConnection<Value>(
        _ body: (Connection) async throws(EventStoreError) -> Value
    ) async throws(EventStoreError) -> Value {
        let connection = try await acquire()
        do throws(EventStoreError) {
            let value = try await body(connection)
            await release(connection)
            return value
        } catch {
            await release(connection)
            throw error
        }
    }

    /// Runs some statements in one flight, on any connection.
    @discardableResult
    public nonisolated func run(_ statements: [Statement]) async throws(EventStoreError) -> [Rows] {
        try await withConnection { connection async throws(EventStoreError) in try await connection.run(statements) }
    }

    /// Runs one statement, on any connection.
    @discardableResult
    public nonisolated func run(_ sql: String, _ parameters: Parameter...) async throws(EventStoreError) -> Rows {
        let statement = Statement(sql, parameters: parameters)
        return try await run([statement])[0]
    }

    /// Closes what is idle; what is lent is closed when it comes back.
    public func close() async {
        isClosed = true
        let connections = idle
        idle = []
        for connection in connections { await connection.close() }
    }

    private func acquire() async throws(EventStoreError) -> Connection {
        if permits > 0 {
            permits -= 1
        } else {
            guard waiting.count < Self.maximumWaiting else { throw .overloaded }
            await withCheckedContinuation { waiting.append($0) }  // resumed by `passOn`, with its permit
        }
        do throws(EventStoreError) {
            return try await takeOrOpen()
        } catch {
            passOn()
            throw error
        }
    }

    private func takeOrOpen() async throws(EventStoreError) -> Connection {
        while let connection = idle.popLast() {
            if await connection.isOpen { return connection }
        }
        if isClosed { throw .unavailable(sqlState: "57P01", message: "the pool was closed") }
        if let nextAttempt, let lastFailure, clock.now < nextAttempt { throw lastFailure }
        do throws(EventStoreError) {
            let connection = try await Connection.open(conninfo, on: loop)
            failures = 0
            lastFailure = nil
            return connection
        } catch {
            nextAttempt = clock.now + Self.backoff[min(failures, Self.backoff.count - 1)]
            failures += 1
            lastFailure = error
            throw error
        }
    }

    private func release(_ connection: Connection) async {
        await connection.rollBack()
        if isClosed {
            await connection.close()
        } else if await connection.isOpen {
            idle.append(connection)
        }
        passOn()
    }

    /// Gives a permit to whoever waits longest.
    private func passOn() {
        if waiting.isEmpty {
            permits += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
