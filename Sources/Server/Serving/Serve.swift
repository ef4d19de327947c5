import Crypto
import EventLoop
import EventStore
import Link

/// The server as a whole, from its database to its last farewell.
public enum Serve {
    /// Connections to the database: appends of several projects, readers and requests side by side.
    private static let connections = 8
    /// Pauses between attempts to bring a database of our own back.
    private static let revival = Duration.seconds(1)

    /// Serves until the task is cancelled; `log` gets a line for whatever an operator should know.
    public static func run(_ settings: ServerSettings, log: @escaping @Sendable (String) -> Void) async throws {
        switch settings.database {
        case .server(let conninfo):
            try Migrator.check(Session(conninfo))
            try await serve(on: conninfo, settings, log)
        case .directory(let directory):
            let cluster = try await EmbeddedCluster(making: directory)
            let lock = try await cluster.reserve()
            let applied = try await cluster.start()
            if !applied.isEmpty { log("applied \(applied.map(\.name).joined(separator: ", "))") }
            try cluster.announce(true)
            let keeper = Task { await keep(cluster, log) }
            let result = await Result { try await serve(on: cluster.conninfo, settings, log) }
            keeper.cancel()
            await keeper.value
            try cluster.announce(false)
            try await cluster.stop()
            withExtendedLifetime(lock) {}
            try result.get()
        }
    }

    private static func serve(
        on conninfo: String,
        _ settings: ServerSettings,
        _ log: @escaping @Sendable (String) -> Void
    ) async throws {
        let loop = try EventLoop()
        let pool = Pool(conninfo, size: connections, on: loop)
        let result = await Result { try await serve(on: pool, settings, log) }
        await pool.close()
        await loop.shutdown()
        try result.get()
    }

    private static func serve(
        on pool: Pool,
        _ settings: ServerSettings,
        _ log: @escaping @Sendable (String) -> Void
    ) async throws {
        let server = try await PharosServer.start(at: settings.listen, pool: pool, log: log)
        let result = await Result {
            guard let endpoint = await server.endpoint else { return }
            try await ServerAddressStore(pool: pool).set(settings.advertise ?? endpoint)
            if let readyFile = settings.readyFile { try FileSystem.write("\(endpoint)\n", to: readyFile) }
            log("ready on \(endpoint)")
            await waitForCancellation()
            log("stopping")
        }
        await server.stop()
        if let readyFile = settings.readyFile { FileSystem.remove(readyFile) }
        try result.get()
    }

    /// Starts the database again whenever it is found dead, such as after a SIGKILL.
    private static func keep(_ cluster: EmbeddedCluster, _ log: @Sendable (String) -> Void) async {
        while (try? await Task.sleep(for: revival)) != nil {  // ends when the task is cancelled
            do {
                guard !cluster.isRunning() else { continue }
                log("the database has stopped; starting it again")
                try await cluster.start()
                log("the database is back")
            } catch {
                log("\(error)")
            }
        }
    }

    private static func waitForCancellation() async {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            continuation.finish()
        }
    }
}

extension Result where Failure == any Error {
    /// What an asynchronous body returns or throws.
    init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
