import EventLoop
import EventStore
import PostgresSupport
import Testing

@Suite("Connection", .needsPostgres)
struct ConnectionTests {
    @Test("a parameter is data, whatever it holds", arguments: ["", "O'Hara", "'; DROP TABLE event; --", "ø"])
    func parameters(text: String) async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            let rows = try await pool.run(
                "SELECT $1::text, $2::bytea, $3::bigint",
                .text(text),
                .bytea([]),
                .bigint(nil)
            )
            #expect(rows[0].text(0) == text)
            #expect(rows[0].bytes(1) == [])
            #expect(rows[0].isNull(2))
        }
    }

    @Test("arrays of every type arrive as they were sent, NULLs and emptiness too")
    func arrays() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            let rows = try await pool.run(
                "SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::boolean[], $4::integer[]) AS u(a, b, c, d)",
                .bigints([1, nil, .min]),
                .byteas([[1, 2], [], nil]),
                .bools([true, false, true]),
                .integers([.max, 0, -1])
            )
            #expect(rows.count == 3)
            #expect(rows.map { $0.isNull(0) ? nil : $0.int64(0) } == [1, nil, .min])
            #expect(rows.map { $0.isNull(1) ? nil : $0.bytes(1) } == [[1, 2], [], nil])
            #expect(rows.map { $0.bool(2) } == [true, false, true])
            #expect(rows.map { $0.int32(3) } == [.max, 0, -1])
            let empty = try await pool.run("SELECT cardinality($1::bigint[])", .bigints([Int64?]()))
            #expect(empty[0].int32(0) == 0)
        }
    }

    @Test("an error carries its SQLSTATE, skips the rest of its flight, and leaves the connection usable")
    func errors() async throws {
        let database = try TestDatabase()
        try await database.withPool(size: 1) { pool in
            for _ in 0..<2 {
                let error = await #expect(throws: EventStoreError.self) {
                    try await pool.run([Statement("SELECT 1"), Statement("SELECT 1/0"), Statement("SELECT 2")])
                }
                guard case .rejected("22012", _, "SELECT 1/0") = error else {
                    Issue.record("unexpected: \(String(describing: error))")
                    return
                }
            }
            let two = try await pool.run("SELECT 2")[0].int32(0)
            #expect(two == 2)
        }
    }

    @Test("a transaction that was left open is rolled back before the connection is lent again")
    func leftOpen() async throws {
        let database = try TestDatabase()
        try await database.withPool(size: 1) { pool in
            try await pool.withConnection { connection throws(EventStoreError) in
                try await connection.run([Statement("BEGIN"), Statement("CREATE TEMP TABLE leftover ()")])
            }
            let rows = try await pool.run("SELECT to_regclass('leftover') IS NULL")
            #expect(rows[0].bool(0))
        }
    }

    @Test("every connection sets its safety, whatever the database's defaults say")
    func settings() async throws {
        let database = try TestDatabase()
        let session = try database.session()
        for setting in [
            "synchronous_commit = off", "default_transaction_isolation = 'serializable'", "statement_timeout = 0",
            "idle_in_transaction_session_timeout = 0", "lock_timeout = 0",
        ] {
            let name = try session.run("SELECT current_database()")[0].text(0)
            try session.run("ALTER DATABASE \(name) SET \(setting)")
        }
        try await database.withPool { pool in
            let names = [
                "transaction_isolation", "synchronous_commit", "lock_timeout", "statement_timeout",
                "idle_in_transaction_session_timeout", "application_name", "role", "search_path",
            ]
            var found: [String] = []
            for name in names { found.append(try await pool.run("SELECT current_setting($1)", .text(name))[0].text(0)) }
            #expect(
                found == ["read committed", "on", "4s", "20s", "5s", "pharosd", "pharos_app", "pharos, pg_temp"]
            )
        }
    }

    @Test("a connection that PostgreSQL ended is told apart from a refusal, and replaced")
    func terminated() async throws {
        let database = try TestDatabase()
        let session = try database.session()
        try await database.withPool(size: 1) { pool in
            for _ in 0..<3 {
                let pid = try await pool.run("SELECT pg_backend_pid()")[0].int32(0)
                let sleeping = Task { try await pool.run("SELECT pg_sleep(60)") }
                var isThere = false
                while !isThere {
                    let query =
                        "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND query LIKE '%pg_sleep%' AND state = 'active'"
                    isThere = try session.run(query, .integer(pid)).count == 1
                }
                try session.run("SELECT pg_terminate_backend($1)", .integer(pid))
                let error = await #expect(throws: EventStoreError.self) { try await sleeping.value }
                #expect(error?.isTransient == true)
            }
            let one = try await pool.run("SELECT 1")[0].int32(0)
            #expect(one == 1)
        }
    }

    @Test("a server that is not there is unreachable, and the pool says so at once until it is time to try again")
    func unreachable() async throws {
        let loop = try EventLoop()
        let pool = Pool("host=/nonexistent user=nobody", size: 2, on: loop)
        for _ in 0..<3 {
            let error = await #expect(throws: EventStoreError.self) { try await pool.run("SELECT 1") }
            guard case .unreachable = error else {
                Issue.record("unexpected: \(String(describing: error))")
                break
            }
        }
        await pool.close()
        await loop.shutdown()
    }

    @Test("more tasks than connections take turns")
    func turns() async throws {
        let database = try TestDatabase()
        try await database.withPool(size: 2) { pool in
            let sum = try await withThrowingTaskGroup(of: Int32.self) { group in
                for number in 1...200 {
                    group.addTask { try await pool.run("SELECT $1::integer", .integer(Int32(number)))[0].int32(0) }
                }
                return try await group.reduce(0, +)
            }
            #expect(sum == 20_100)
        }
    }

    @Test("a parameter and a result of megabytes pass through")
    func large() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            let bytes = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let isSame = try await pool.run("SELECT $1::bytea", .bytea(bytes))[0].bytes(0) == bytes
            #expect(isSame)
        }
    }
}
