import EventStore
import PostgresSupport
import Survey
import Sync
import TestSupport
import Testing

@Suite("Immutability", .needsPostgres)
struct ImmutabilityTests {
    private let changes = ["UPDATE event SET kind = 1", "DELETE FROM event", "TRUNCATE event"]

    @Test("the application's role may not change events, nor the schema")
    func privileges() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            for statement in changes + ["DROP TABLE event", "CREATE TABLE more ()", "DELETE FROM project"] {
                let error = await #expect(throws: EventStoreError.self) { try await pool.run(statement) }
                guard case .rejected("42501", _, _) = error else {
                    Issue.record("\(statement): \(String(describing: error))")
                    continue
                }
            }
        }
    }

    @Test("not even the owner changes an event by accident")
    func triggers() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 1))
            let project = try await TestProject(pool, using: &random)
            var author = try await project.join(using: &random)
            author.write()
            _ = try await project.appender().append(author.push(), in: project.id)
        }
        let session = try database.session()
        for statement in changes {
            let error = #expect(throws: EventStoreError.self) { try session.run(statement) }
            guard case .rejected("23001", _, _) = error else {
                Issue.record("\(statement): \(String(describing: error))")
                continue
            }
        }
    }

    @Test("an event that was taken out of the table is noticed by the next reader")
    func damage() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 2))
            let project = try await TestProject(pool, using: &random)
            var author = try await project.join(using: &random)
            for _ in 0..<5 { author.write() }
            _ = try await project.appender().append(author.push(), in: project.id)
            let session = try database.session()
            try session.run("ALTER TABLE event DISABLE TRIGGER ALL")
            for position in [3, 5] {
                try session.run("DELETE FROM event WHERE position = $1", .bigint(Int64(position)))
                let error = await #expect(throws: EventStoreError.self) { try await project.read(.scans) }
                guard case .damaged = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
        }
    }
}
