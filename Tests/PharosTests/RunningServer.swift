import Foundation
import Testing

/// A server with a database of its own, stopped with the test.
final class RunningServer {
    private var process: Process
    private let playground: Playground
    private var wasKilled = false
    /// Its directory.
    let data: String
    /// Where it serves, as `HOST:PORT`.
    ///
    /// A server that is started again serves at the same place.
    private(set) var address = "127.0.0.1:0"

    /// What it says.
    let log: String

    init(
        in playground: Playground,
        data name: String = "server",
        below directory: String? = nil,
        at address: String = "127.0.0.1:0"
    ) throws {
        self.playground = playground
        data = (directory ?? playground.path) + "/" + name
        log = playground.path + "/" + name + ".log"
        self.address = address
        process = Process()
        try start()
    }

    struct NotReady: Error {
        let complaint: String
    }

    /// Starts it, and waits until it serves.
    func start() throws {
        let ready = log + ".ready"
        try? FileManager.default.removeItem(atPath: ready)  // what a killed one left
        process = program("pharosd", ["run", "--data", data, "--listen", address, "--ready-file", ready])
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: log)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        wasKilled = false
        while !FileManager.default.fileExists(atPath: ready) {
            guard process.isRunning else {
                throw NotReady(complaint: try String(contentsOfFile: log, encoding: .utf8))
            }
            usleep(20_000)
        }
        address = try String(contentsOfFile: ready, encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    /// SIGTERM; returns when it has ended, and its database with it.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    /// SIGKILL for the server; its database goes on.
    func kill() {
        wasKilled = true
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// SIGKILL for its database, where that runs; the server goes on, and starts it again.
    func killDatabase() {
        let file = data + "/postgres/postmaster.pid"
        let text = try? String(contentsOfFile: file, encoding: .utf8)  // there is none while it is down
        guard let pid = text?.split(separator: "\n").first.flatMap({ pid_t($0) }) else { return }
        Foundation.kill(pid, SIGKILL)
    }

    /// A command of `pharosd` beside it, which has to succeed.
    @discardableResult
    func tell(_ words: String...) throws -> String {
        let ended = try run("pharosd", words + ["--data", data])
        try #require(ended.status == 0, "\(words): \(ended.err)")
        return ended.out.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A join link: for a project that the server does not know yet, or for one that it does.
    func invite(_ arguments: String...) throws -> String {
        let ended = try run("pharosd", ["invite"] + arguments + ["--data", data])
        try #require(ended.status == 0, "\(ended.err)")
        return ended.out.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// One number out of its database.
    func count(_ sql: String) throws -> Int64 { try #require(Int64(try ask(sql))) }

    /// Runs a statement on its database, as its owner; waits until the database answers, which may be recovering.
    @discardableResult
    func ask(_ sql: String) throws -> String {
        while true {
            let psql = Process()
            psql.executableURL = URL(filePath: "/usr/bin/psql")
            psql.arguments = [
                "-h", data + "/socket", "-U", "pharos", "-d", "pharos", "-qtAX", "-c",
                "SET search_path = pharos; " + sql,
            ]
            let (out, err) = (Pipe(), Pipe())
            (psql.standardOutput, psql.standardError) = (out, err)
            try psql.run()
            let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            let complaint = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            psql.waitUntilExit()
            if psql.terminationStatus == 0 { return text.trimmingCharacters(in: .whitespacesAndNewlines) }
            // With 1 it has been told that the statement is wrong; with 2 there was nobody to tell it.
            try #require(psql.terminationStatus == 2, "\(complaint)")
            usleep(50_000)
        }
    }

    deinit {
        if wasKilled, (try? start()) == nil { return }  // whoever was killed has left a database that runs
        stop()
    }
}
