import EventLoop
public import EventStore
import Foundation
import Synchronization

/// A migrated database for one test, dropped when the test ends.
public final class TestDatabase: Sendable {
    /// The connection string of a server lent to the tests by `tools/with-postgres`; nil where there is none.
    public static let server = ProcessInfo.processInfo.environment["PHAROS_POSTGRES"]
    /// What a skipped suite says.
    public static let howToRun: String = "needs a PostgreSQL of its own: tools/with-postgres swift test"

    private static let counter = Atomic<Int>(0)
    private static let template = Result { () throws(EventStoreError) in
        let name = "template_\(ProcessInfo.processInfo.processIdentifier)"
        try Session(lent).run("CREATE DATABASE \(name)")
        try Migrator(Session("\(lent) dbname=\(name)")).migrate()
        return name
    }

    private static var lent: String {
        guard let server else { preconditionFailure("The suite lacks the trait .needsPostgres.") }
        return server
    }

    private let name: String
    /// How to connect as the role that owns the database.
    public let conninfo: String

    /// Makes a database; without `migrated` it is empty.
    public init(migrated: Bool = true) throws {
        let number = Self.counter.wrappingAdd(1, ordering: .relaxed).newValue
        name = "test_\(ProcessInfo.processInfo.processIdentifier)_\(number)"
        let template = migrated ? " TEMPLATE \(try Self.template.get())" : ""
        try Session(Self.lent).run("CREATE DATABASE \(name)\(template)")
        conninfo = "\(Self.lent) dbname=\(name)"
    }

    deinit {
        _ = try? Session(Self.lent).run("DROP DATABASE \(name) WITH (FORCE)")  // a leftover dies with the server
    }

    /// A connection of the owner.
    public func session() throws -> Session {
        let session = try Session(conninfo)
        try session.run("SET search_path = pharos")
        return session
    }

    /// Lends a pool on a loop of its own.
    public func withPool<Value>(size: Int = 4, _ body: (Pool) async throws -> Value) async throws -> Value {
        let loop = try EventLoop()
        let pool = Pool(conninfo, size: size, on: loop)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(pool))
        } catch {
            result = .failure(error)
        }
        await pool.close()
        await loop.shutdown()
        return try result.get()
    }
}
