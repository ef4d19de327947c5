import EventStore
import Foundation
import PostgresSupport
import Testing

@Suite("Migrations", .needsPostgres)
struct MigrationTests {
    @Test("the program carries the files of schema/postgres, byte for byte and in order")
    func embedded() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../schema/postgres")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(files == Migration.all.map { "\($0.name).sql" })
        #expect(Migration.all.map(\.number) == Array(1...Migration.all.count))
        for migration in Migration.all {
            let text = try String(contentsOf: folder.appending(path: "\(migration.name).sql"), encoding: .utf8)
            let isSame = migration.sql == text
            #expect(isSame, "run tools/embed-migrations after a change of \(migration.name)")
        }
    }

    @Test("migrating makes the schema once; doing it again changes nothing")
    func twice() throws {
        let database = try TestDatabase(migrated: false)
        let session = try database.session()
        #expect(throws: EventStoreError.notMigrated(found: 0, needed: Migration.all.count)) {
            try Migrator.check(session)
        }
        #expect(try Migrator(session).migrate() == Migration.all)
        #expect(try Migrator(session).migrate() == [])
        try Migrator.check(session)
    }

    @Test("programs that migrate at the same time take turns")
    func concurrent() async throws {
        let database = try TestDatabase(migrated: false)
        let applied = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { try Migrator(database.session()).migrate().count }
            }
            return try await group.reduce(0, +)
        }
        #expect(applied == Migration.all.count)
    }

    @Test("a file that changed after it was applied is refused, and nothing else is applied")
    func changed() throws {
        let database = try TestDatabase()
        let session = try database.session()
        var migrations = Migration.all
        let last = migrations.removeLast()
        migrations.append(Migration(number: last.number, name: last.name, sql: last.sql + "\n"))
        migrations.append(Migration(number: last.number + 1, name: "more", sql: "CREATE TABLE more ();"))
        let refusal = EventStoreError.migrationChanged(number: last.number, name: last.name)
        #expect(throws: refusal) { try Migrator(session, migrations: migrations).migrate() }
        #expect(throws: refusal) { try Migrator.check(session, migrations: Array(migrations.dropLast())) }
        #expect(try session.run("SELECT to_regclass('more') IS NULL")[0].bool(0))
    }

    @Test("a migration that fails leaves nothing of itself behind")
    func failing() throws {
        let database = try TestDatabase()
        let session = try database.session()
        let number = Migration.all.count + 1
        let broken = Migration(number: number, name: "broken", sql: "CREATE TABLE half ();\nSELECT 1/0;")
        #expect(throws: EventStoreError.self) { try Migrator(session, migrations: Migration.all + [broken]).migrate() }
        #expect(try session.run("SELECT to_regclass('half') IS NULL")[0].bool(0))
        try Migrator.check(session)
    }

    @Test("a database of a newer program is refused")
    func newer() throws {
        let database = try TestDatabase()
        let known = Migration.all.count - 1
        #expect(throws: EventStoreError.schemaTooNew(found: known + 1, known: known)) {
            try Migrator.check(database.session(), migrations: Migration.all.dropLast())
        }
    }
}
