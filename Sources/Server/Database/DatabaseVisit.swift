import EventLoop
public import EventStore

extension DatabaseLocation {
    /// Lends a pool to a command: beside a running server, or on a cluster that is started for the command alone.
    public func visit<Value>(_ body: (Pool) async throws -> Value) async throws -> Value {
        switch self {
        case .server(let conninfo):
            try Migrator.check(Session(conninfo))
            return try await lend(conninfo, body)
        case .directory(let directory):
            return try await visitCluster(of: directory) { try await lend($0.conninfo, body) }
        }
    }

    /// Brings the schema up to date; returns what was applied.
    public func migrate() async throws -> [Migration] {
        switch self {
        case .server(let conninfo): return try Migrator(Session(conninfo)).migrate()
        case .directory(let directory):
            return try await visitCluster(of: directory) { cluster in
                try Migrator(Session(cluster.conninfo)).migrate()
            }
        }
    }

    /// Runs a body while the cluster of a directory runs.
    ///
    /// A running server keeps it so. Where there is none, the cluster is started and stopped again; servers and other
    /// commands that come meanwhile wait for the lock.
    func visitCluster<Value>(
        of directory: String,
        _ body: (EmbeddedCluster) async throws -> Value
    ) async throws -> Value {
        let cluster = try await EmbeddedCluster(existing: directory)
        let lock = try await cluster.borrow()
        guard lock != nil else { return try await body(cluster) }
        let wasRunning = cluster.isRunning()
        try await cluster.start()
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(cluster))
        } catch {
            result = .failure(error)
        }
        if !wasRunning { try await cluster.stop() }
        withExtendedLifetime(lock) {}
        return try result.get()
    }

    private func lend<Value>(_ conninfo: String, _ body: (Pool) async throws -> Value) async throws -> Value {
        let loop = try EventLoop()
        let pool = Pool(conninfo, size: 2, on: loop)
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

extension EmbeddedCluster {
    /// How long a command or server waits for another one that uses the cluster.
    private static let patience = Duration.seconds(60)

    private var lockPath: String { "\(directory)/lock" }

    /// The right to run a server on the cluster, or to replace it; held until it is dropped.
    func reserve() async throws -> DirectoryLock {
        // A server holds it for as long as it runs, so waiting helps only against commands, which are short.
        guard let lock = try await DirectoryLock.wait(lockPath, .exclusive, atMost: .seconds(5)) else {
            throw ServerError.inUse(directory: directory)
        }
        return lock
    }

    /// The right to start and stop the cluster for a moment; nil where a server runs on it and has its database up.
    fileprivate func borrow() async throws -> DirectoryLock? {
        let clock = ContinuousClock()
        let end = clock.now + Self.patience
        while true {
            if let lock = try DirectoryLock(lockPath, .exclusive) { return lock }
            // Somebody has it: a server, whose database answers for as long as it runs, or a command, which is short.
            if FileSystem.exists("\(directory)/serving"), let session = try? Session(conninfo) {
                if (try? Migrator.check(session)) != nil { return nil }
            }
            guard clock.now < end else { throw ServerError.inUse(directory: directory) }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Says that a server runs on the cluster, and its database is up; commands look for it while the lock is held.
    func announce(_ isServing: Bool) throws(ServerError) {
        if isServing {
            try FileSystem.write("", to: "\(directory)/serving")
        } else {
            FileSystem.remove("\(directory)/serving")
        }
    }
}
