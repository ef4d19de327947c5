import Foundation
import Survey
import TestSupport
import Testing

@testable import EdgeLog

@Suite("Durability")
struct DurabilityTests {
    let home = TemporaryHome()

    /// The writer that the build put beside this test.
    private static let writerFile = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "edge-log-writer")

    @Test("a killed writer loses nothing that append returned", arguments: Seed.forThisRun(5))
    func killed(seed: Seed) throws {
        var random = SeededGenerator(seed)
        var promised: UInt64 = 0
        for _ in 0..<4 {
            let writer = Process()
            writer.executableURL = Self.writerFile
            let perTransaction = Int.random(in: 1...50, using: &random)
            writer.arguments = [home.path, "\(perTransaction)"]
            let output = Pipe()
            writer.standardOutput = output
            try writer.run()
            // Kill it at some line: what it does at that moment is up to the scheduler.
            var lines = 0
            let enough = Int.random(in: 1...120, using: &random)
            var text = Data()
            while lines < enough, case let piece = output.fileHandleForReading.availableData, !piece.isEmpty {
                text += piece
                lines = text.count { $0 == UInt8(ascii: "\n") }
            }
            kill(writer.processIdentifier, SIGKILL)
            text += output.fileHandleForReading.readDataToEndOfFile()
            writer.waitUntilExit()
            let whole = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
            promised = max(promised, whole.compactMap { UInt64(String(decoding: $0, as: UTF8.self)) }.max() ?? 0)

            let log = try EdgeLog(opening: home.installation, environment())
            let verification = try log.verify()
            #expect(verification.damage == nil)
            #expect(verification.own >= promised)
        }
    }

    @Test("a flush that fails is no full disk, whatever the reason: what was written before it may be lost")
    func failedFlush() {
        let (ioError, fsync, directoryFsync, write) = (Int32(10), Int32(1034), Int32(1290), Int32(778))
        func error(_ code: Int32) -> EdgeLogError {
            EdgeLogError(code: code, systemError: ENOSPC, message: "disk I/O error", path: "log", sql: "COMMIT")
        }
        for code in [fsync, directoryFsync] {
            #expect(error(code) == .flushFailed(path: "log", reason: "disk I/O error, code \(code)"))
        }
        for code in [ioError, write] { #expect(error(code) == .full(path: "log")) }
    }

    @Test("a full disk stops the transaction, says what to do, and loses nothing; with room again it goes on")
    func full() throws {
        let log = try home.create()
        try log.append((1...10).map(renamed))
        let pages = try log.running().integer("PRAGMA page_count") ?? 0
        _ = try log.running().integer("PRAGMA max_page_count = \(pages + 2)")
        var stored = 10
        let failure = #expect(throws: EdgeLogError.self) {
            while stored < 10_000 {
                try log.append((1...50).map(renamed))
                stored += 50
            }
        }
        #expect(failure == .full(path: home.installation.logFile))
        #expect(failure?.recovery?.contains("Free some space") == true)
        #expect(try log.allOwn().count == stored)
        // The file was opened anew, without the limit.
        #expect(try log.append(renamed(1)).sequences == UInt64(stored + 1)...UInt64(stored + 1))
        #expect(try log.verify().damage == nil)
    }

    @Test(
        "on a file system without room nothing stored before is lost",
        .enabled(if: getuid() == 0, "mounting needs root")
    )
    func fullFileSystem() throws {
        try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
        try #require(mount("tmpfs", home.path, "tmpfs", 0, "size=512k") == 0, "a tmpfs could not be mounted")
        defer { #expect(umount(home.path) == 0) }
        do {
            let log = try home.create()
            var stored = 0
            let failure = #expect(throws: EdgeLogError.self) {
                while stored < 100_000 {
                    try log.append((1...20).map(scan))
                    stored += 20
                }
            }
            #expect(failure == .full(path: home.installation.logFile))
            #expect(stored > 0)
            #expect(try log.allOwn().count == stored)
            #expect(mount("tmpfs", home.path, "tmpfs", UInt(MS_REMOUNT), "size=8m") == 0)
            try log.append(renamed(1))
            #expect(try log.allOwn().count == stored + 1)
            #expect(try log.verify().damage == nil)
        }
    }

    @Test("after a failed write the program says so and stops, and what it had promised is there")
    func failedWrite() throws {
        let writer = Process()
        writer.executableURL = URL(filePath: "/bin/sh")
        // A file may not grow beyond 256 KiB: for SQLite that is a disk that fails.
        let script = "trap '' XFSZ; ulimit -f 512; exec \"$0\" \"$1\" 10"
        writer.arguments = ["-c", script, Self.writerFile.path, home.path]
        let (output, errors) = (Pipe(), Pipe())
        (writer.standardOutput, writer.standardError) = (output, errors)
        try writer.run()
        let promised = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        writer.waitUntilExit()
        #expect(writer.terminationStatus == 74)
        #expect(complaint.contains("Check the disk"))
        let last = try #require(promised.split(separator: "\n").last.flatMap { UInt64($0) })
        let log = try EdgeLog(opening: home.installation, environment())
        #expect(try log.verify() == Verification(own: last, pulled: 0, damage: nil))
        #expect(try log.append(renamed(1)).sequences == last + 1...last + 1)
    }

    @Test("SQLite's write-ahead log is short again after a checkpoint")
    func checkpoint() throws {
        let log = try home.create()
        for _ in 0..<50 { try log.append((1...100).map(renamed)) }
        #expect(try log.checkpoint())
        let size = try FileManager.default.attributesOfItem(atPath: home.installation.logFile + "-wal")[.size] as? Int
        #expect(size == 0)
    }
}
