import EventStore
import Glibc
import Processes
import Survey
import Sync

/// A `pharosd` process on a private PostgreSQL with its usual durability.
final class BenchServer {
    /// A first start makes a PostgreSQL cluster, which takes some seconds on a slow disk.
    private static let startSeconds = 120

    private let workshop: Workshop
    private let data: String
    private var process: ChildProcess

    /// Starts it, and returns when it serves.
    init(in workshop: Workshop) throws {
        self.workshop = workshop
        data = workshop.folder + "/server"
        let address = workshop.folder + "/address"
        let watch = try FolderWatch(workshop.folder)
        let log = workshop.folder + "/pharosd"
        process = try workshop.start(
            "pharosd",
            ["run", "--data", data, "--listen", "127.0.0.1:0", "--ready-file", address],
            writingTo: log
        )
        let deadline = ContinuousClock.now + .seconds(Self.startSeconds)
        while access(address, R_OK) != 0 {
            guard process.isRunning(), ContinuousClock.now < deadline else {
                process.terminate()
                throw BenchError.serverDidNotStart(seconds: Self.startSeconds, log: try TextFile.read(log + ".err"))
            }
            watch.wait(milliseconds: 200)
        }
    }

    /// A join link, as `pharosd invite` prints it.
    func invite(_ words: String...) throws -> JoinLink {
        let output = try workshop.run("pharosd", ["invite"] + words + ["--data", data])
        guard let link = JoinLink(String(output.prefix { !$0.isNewline })) else {
            throw BenchError.unexpectedAnswer(of: "pharosd invite", output)
        }
        return link
    }

    /// How libpq reaches its database.
    var conninfo: String { "host='\(data)/socket' user=pharos dbname=pharos" }

    /// Runs psql commands, one after the other; gives what it wrote.
    @discardableResult
    func psql(_ commands: String...) throws -> String {
        let words = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"]
        let script = workshop.newPath("psql") + ".sql"
        try TextFile.write(commands.joined(separator: "\n") + "\n", to: script)
        return try workshop.runTool(words + ["--file", script, conninfo])
    }

    /// Writes everything back, so that no measurement pays for what was done before it.
    func settle() throws { try psql("CHECKPOINT;") }

    /// Bytes of memory that the server's process holds now, PostgreSQL's not among them.
    func residentMemory() throws -> Int {
        guard let memory = ProcessMemory.resident(of: process.number) else {
            throw BenchError.unexpectedAnswer(of: "/proc", "pharosd has ended")
        }
        return memory
    }

    /// Ends it in order.
    func stop() {
        process.terminate()
        _ = process.wait()
    }
}
