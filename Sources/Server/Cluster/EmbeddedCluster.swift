public import EventStore
import Glibc

/// The private PostgreSQL of a `pharosd` that was given a directory and no database.
///
/// A real PostgreSQL: it listens on a Unix socket that only its user (and root) can reach, and runs as an unprivileged
/// user where we are root. It is a process of its own: should `pharosd` be killed, it goes on, and the next one takes it
/// over.
public struct EmbeddedCluster: Sendable {
    /// The directory that the operator named.
    public let directory: String
    private let programs: PostgresPrograms
    /// Whom it runs as, where that is not ourselves.
    let user: PostgresUser?
    private let socketDirectory: String

    private var data: String { "\(directory)/postgres" }
    private var log: String { "\(directory)/log/postgres.log" }

    /// The name of the database, and of the role that owns it.
    static let name = "pharos"

    /// How libpq reaches the database.
    public var conninfo: String { "host='\(socketDirectory)' user=\(Self.name) dbname=\(Self.name)" }

    /// A cluster in a directory, which is made where there is none.
    public init(making directory: String) async throws {
        try FileSystem.makeDirectory(directory, mode: 0o755)
        try await self.init(in: directory)
        guard !FileSystem.exists("\(data)/PG_VERSION") else { return }
        try await make()
    }

    /// The cluster of a directory in which `pharosd` ran before.
    public init(existing directory: String) async throws {
        guard FileSystem.exists("\(directory)/postgres/PG_VERSION") else {
            throw ServerError.noCluster(directory: directory)
        }
        try await self.init(in: directory)
    }

    private init(in directory: String) async throws {
        let directory = try FileSystem.resolved(directory)
        self.directory = directory
        let version = "\(directory)/postgres/PG_VERSION"
        let major = FileSystem.exists(version) ? Int(try FileSystem.read(version).trimmed) : nil
        programs = try await PostgresPrograms.find(major: major)
        user = try PostgresUser.needed()
        socketDirectory = Self.socketDirectory(for: directory)
        try makeDirectories()
    }

    /// The path of a Unix socket has at most 107 bytes; a deep directory's socket stands in `/tmp`, under a name that
    /// follows from the directory.
    private static func socketDirectory(for directory: String) -> String {
        let usual = "\(directory)/socket"
        guard usual.utf8.count + "/.s.PGSQL.5432.lock".utf8.count > 107 else { return usual }
        // FNV-1a: it only has to keep several directories of one machine apart.
        let hash = directory.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "/tmp/pharosd-\(String(hash, radix: 16))"
    }

    private func makeDirectories() throws(ServerError) {
        for path in [data, socketDirectory, "\(directory)/log"] {
            try FileSystem.makeDirectory(path, mode: 0o700)
            if let user { try FileSystem.setOwner(path, user) }
        }
    }

    /// Makes a cluster. One that was half made is thrown away by `initdb` itself.
    private func make() async throws {
        try await command(
            "initdb",
            ["--pgdata=\(data)", "--username=\(Self.name)", "--auth=trust", "--encoding=UTF8", "--no-locale"]
        ).run()
        try FileSystem.append("\ninclude 'pharos.conf'\n", to: "\(data)/postgresql.conf")
        if let user { try FileSystem.setOwner("\(data)/postgresql.conf", user) }
    }

    /// Whether its server runs.
    public func isRunning() async throws -> Bool {
        try await command("pg_ctl", ["status", "--pgdata=\(data)"]).end().status == 0
    }

    /// Starts its server, makes the database where there is none, and migrates it; returns what was applied.
    @discardableResult
    public func start() async throws -> [Migration] {
        try await startEmpty()
        return try Migrator(Session(conninfo)).migrate()
    }

    /// Starts its server, and makes the database and the role that works on it where there are none.
    func startEmpty() async throws {
        if try await !isRunning() {
            try writeSettings()
            try await command(
                "pg_ctl",
                ["start", "--pgdata=\(data)", "--log=\(log)", "--wait", "--timeout=60", "--silent"]
            ).run()
        }
        let admin = try Session("host='\(socketDirectory)' user=\(Self.name) dbname=postgres")
        if try admin.run("SELECT FROM pg_database WHERE datname = $1", .text(Self.name)).count == 0 {
            try admin.run("CREATE DATABASE \(Self.name)")
        }
        try Migrator(admin).createRole()
    }

    /// Stops its server: at once for idle connections, and for busy ones after a moment.
    public func stop() async throws {
        guard try await isRunning() else { return }
        let stopping = ["stop", "--pgdata=\(data)", "--wait", "--silent"]
        let (status, _) = try await command("pg_ctl", stopping + ["--mode=fast", "--timeout=20"]).end()
        if status != 0 { try await command("pg_ctl", stopping + ["--mode=immediate", "--timeout=20"]).run() }
    }

    /// Written before each start, since the directory may have been moved.
    private func writeSettings() throws(ServerError) {
        let quoted = socketDirectory.replacing("'", with: "''")
        let path = "\(data)/pharos.conf"
        try FileSystem.write(
            """
            # Written by pharosd at each start: settings of your own go into postgresql.auto.conf (ALTER SYSTEM).
            listen_addresses = ''
            unix_socket_directories = '\(quoted)'
            unix_socket_permissions = 0700
            port = 5432
            max_connections = 100
            fsync = on
            full_page_writes = on
            synchronous_commit = on

            """,
            to: path
        )
        if let user { try FileSystem.setOwner(path, user) }
    }

    /// A program of this PostgreSQL, as the user that it runs as.
    func command(_ name: String, _ arguments: [String]) -> ChildProgram {
        let program = ChildProgram(programs[name], arguments)
        return user?.running(program) ?? program
    }
}
