import Foundation
import Sync
import Testing

/// A `pharosd` process of a test, on a data directory of its own or on a database.
final class RunningServer {
    /// The program, beside the tests' own bundle.
    static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "pharosd")

    let directory: URL
    private let database: [String]
    private let process = Process()
    private let readyFile: URL
    /// Where it serves: `HOST:PORT`.
    private(set) var address = ""

    /// Starts it, and waits until it is ready.
    init(in directory: URL, database: String? = nil, listen: String = "127.0.0.1:0") async throws {
        self.directory = directory
        self.database = database.map { ["--database", $0] } ?? ["--data", directory.path]
        readyFile = directory.deletingLastPathComponent().appending(path: "ready-\(UUID().uuidString)")
        process.executableURL = Self.program
        process.arguments = ["run", "--listen", listen, "--ready-file", readyFile.path] + self.database
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        while !FileManager.default.fileExists(atPath: readyFile.path) {
            try #require(process.isRunning, "pharosd ended instead of serving")
            try await Task.sleep(for: .milliseconds(20))
        }
        address = try String(contentsOf: readyFile, encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    deinit { if process.isRunning { process.terminate() } }

    var port: UInt16 { UInt16(address.split(separator: ":").last ?? "") ?? 0 }

    /// Runs a command beside it; returns what it wrote to stdout.
    @discardableResult
    func run(_ words: String...) throws -> String { try Self.run(words + database).output }

    /// Runs `pharosd` to its end.
    static func run(_ words: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = program
        process.arguments = words
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// A join link, as `pharosd invite` prints it.
    func invite(_ words: String...) throws -> JoinLink {
        let output = try Self.run(["invite"] + words + database).output
        return try #require(JoinLink(output))
    }

    /// SIGTERM; returns the exit status.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// SIGKILL.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// A directory of one test, and a database's end.
struct Scratch: ~Copyable {
    let directory: URL

    init() throws {
        // Short, since a Unix socket's path has at most 107 bytes; and where PostgreSQL's own user may go.
        directory = URL(filePath: "/tmp/pharos-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
    }

    var data: URL { directory.appending(path: "data") }

    /// The process of the embedded PostgreSQL.
    var postmaster: pid_t? {
        let file = data.appending(path: "postgres/postmaster.pid")
        return (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").first.flatMap { pid_t($0) }
    }

    deinit {
        // A test that failed may have left its PostgreSQL running.
        if let postmaster { kill(postmaster, SIGQUIT) }
        try? FileManager.default.removeItem(at: directory)
    }
}
