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
        try await user?.checkEntry(to: directory)
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

    /// Makes a cluster.
    ///
    /// One that was half made is thrown away by `initdb` itself.
    private func make() async throws {
        try await command(
            "initdb",
            [
                "--pgdata=\(data)", "--username=\(Self.name)", "--auth=trust", "--encoding=UTF8", "--no-locale",
                "--data-checksums",  // a page that rots on the disk is an error, and not another event
            ]
        ).run()
        try FileSystem.append("\ninclude 'pharos.conf'\n", to: "\(data)/postgresql.conf")
        if let user { try FileSystem.setOwner("\(data)/postgresql.conf", user) }
    }

    /// Whether its server runs.
    public func isRunning() -> Bool { postmaster != nil }

    /// The server's process, as its lock file says and the system confirms.
    ///
    /// A child of ours that has died is buried here: until then, its number is taken, and PostgreSQL takes it for alive.
    private var postmaster: pid_t? {
        guard let text = try? FileSystem.read("\(data)/postmaster.pid"),
            let pid = text.split(separator: "\n").first.flatMap({ pid_t($0) })
        else { return nil }
        _ = waitpid(pid, nil, WNOHANG)
        // The number may have gone to somebody else since a crash of the machine.
        guard let name = try? FileSystem.read("/proc/\(pid)/comm").trimmed, name == "postgres" else { return nil }
        return pid
    }

    /// Starts its server, makes the database where there is none, and migrates it; returns what was applied.
    @discardableResult
    public func start() async throws -> [Migration] {
        try await startEmpty()
        return try Migrator(Session(conninfo)).migrate()
    }

    /// Starts its server, and makes the database and the role that works on it where there are none.
    func startEmpty() async throws {
        if !isRunning() {
            try writeSettings()
            try await launch()
        }
        let admin = try Session("host='\(socketDirectory)' user=\(Self.name) dbname=postgres")
        if try admin.run("SELECT FROM pg_database WHERE datname = $1", .text(Self.name)).count == 0 {
            try admin.run("CREATE DATABASE \(Self.name)")
        }
        try Migrator(admin).createRole()
    }

    /// How long a server may take to come up after a crash, and to go down.
    private static let patience = (up: Duration.seconds(120), down: Duration.seconds(20))

    /// Starts the server as a child of ours, and waits until it answers.
    private func launch() async throws {
        let child = try command("postgres", ["-D", data]).start(log: log)
        let clock = ContinuousClock()
        let end = clock.now + Self.patience.up
        while true {
            if (try? Session("host='\(socketDirectory)' user=\(Self.name) dbname=postgres")) != nil { return }
            var status: Int32 = 0
            if waitpid(child, &status, WNOHANG) == child {
                throw ServerError.commandFailed(command: "postgres", status: status >> 8, output: "see \(log)")
            }
            guard clock.now < end else {
                throw ServerError.commandFailed(
                    command: "postgres",
                    status: 0,
                    output: "it does not answer; see \(log)"
                )
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Stops its server: sessions are ended, and what they had not committed is rolled back.
    public func stop() async throws {
        guard let postmaster else { return }
        kill(postmaster, SIGINT)  // PostgreSQL's "fast shutdown"
        let clock = ContinuousClock()
        let end = clock.now + Self.patience.down
        while isRunning() {
            if clock.now >= end { kill(postmaster, SIGQUIT) }  // "immediate": the next start recovers from the log
            // Not cancelled together with the server's task: the database is stopped in order in any case.
            await Task { try? await Task.sleep(for: .milliseconds(20)) }.value
        }
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
