import Foundation
import JSON
import Testing

@Suite("On a full disk", .enabled(if: SmallDisk.isPossible, "a file system of its own needs root, and mount allowed"))
struct FullDiskTests {
    @Test("a walk says that the disk is full and what to do; nothing is lost, and it goes on when there is room")
    func walking() throws {
        let disk = try SmallDisk(megabytes: 4)
        let ada = Surveyor("ada", onDisk: disk)
        try ada.tell("project", "create", "Hall")
        try ada.tell("floor", "add", "Hall")
        try ada.tell("track", "draw", "A", "--floor", "Hall", "0,0", "400,0")
        try ada.tell("walk", "simulate", "A")
        let before = try events(of: ada)
        try disk.fill()
        let walk = try ada.type("walk", "simulate", "A", "--json")
        #expect(walk.status == 74 && walk.out.isEmpty)
        #expect(walk.err.contains("is full"), "\(walk.err)")
        #expect(walk.err.contains("Free some space"), "\(walk.err)")
        disk.free()
        #expect(try ada.tell("log", "verify")["intact"] == true)
        let after = try events(of: ada)
        #expect(after.starts(with: before))
        #expect(try ada.tell("walk", "simulate", "A").integer("samples") == 400)
        #expect(try events(of: ada).count == after.count + 402)
        #expect(try ada.tell("log", "verify")["intact"] == true)
    }

    @Test("a walk whose disk fills up while it goes on ends with a reason; what was sampled before stays")
    func fillingUp() throws {
        let disk = try SmallDisk(megabytes: 4)
        let ada = Surveyor("ada", onDisk: disk)
        try ada.tell("project", "create", "Hall")
        try ada.tell("floor", "add", "Hall")
        try ada.tell("track", "draw", "A", "--floor", "Hall", "0,0", "400,0")
        let walk = program("pharos", ["walk", "simulate", "A", "--live", "--home", ada.home])
        let complaint = Pipe()
        (walk.standardOutput, walk.standardError) = (FileHandle.nullDevice, complaint)
        try walk.run()
        while try ada.tell("log", "info").integer("events") ?? 0 < 5 { usleep(20_000) }  // until it has sampled
        let before = try events(of: ada)
        try disk.fill()
        let said = String(decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        walk.waitUntilExit()
        #expect(walk.terminationStatus == 74 && said.contains("is full"), "\(said)")
        disk.free()
        #expect(try ada.tell("log", "verify")["intact"] == true)
        #expect(try events(of: ada).starts(with: before))
        try ada.tell("walk", "abandon", "A")
    }

    @Test("a sync that cannot store what it pulls says so; later it goes on, and both are in step")
    func syncing() throws {
        let playground = try Playground()
        let server = try RunningServer(in: playground)
        let ben = Surveyor("ben", in: playground)
        try ben.tell("project", "create", "Hall")
        try ben.tell("floor", "add", "Hall")
        try ben.tell("track", "draw", "A", "--floor", "Hall", "0,0", "4000,0")
        try ben.tell("join", server.invite())
        try ben.tell("sync")
        let disk = try SmallDisk(megabytes: 4)
        let ada = Surveyor("ada", onDisk: disk)
        try ada.tell("join", #require(ben.tell("invite")["link"]?.text))
        try ada.tell("sync")
        try ada.tell("walk", "simulate", "A", "--speed", "5")
        try ben.tell("walk", "simulate", "A")
        try ben.tell("sync")
        let before = try events(of: ada)
        try disk.fill()
        let sync = try ada.type("sync", "--json")
        #expect(sync.status == 74, "\(sync.err)")
        #expect(sync.err.contains("is full") && sync.err.contains("Free some space"), "\(sync.err)")
        disk.free()
        #expect(try events(of: ada) == before)
        for _ in 0..<2 { for surveyor in [ada, ben] { try surveyor.tell("sync") } }
        let infos = try [ada, ben].map { try $0.tell("log", "info") }
        let written = infos.reduce(0) { $0 + ($1.integer("events") ?? 0) }
        for info in infos { #expect(info.integer("pulled") == written && info.integer("unsent") == 0) }
        for surveyor in [ada, ben] { #expect(try surveyor.tell("log", "verify")["intact"] == true) }
    }

    @Test(
        "a server whose disk is full acknowledges nothing that is not stored, says why, and goes on when there is room"
    )
    func server() throws {
        let disk = try SmallDisk(megabytes: 160)
        let playground = try Playground()
        let server = try RunningServer(in: playground, below: disk.path)
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall")
        try ada.tell("floor", "add", "Hall")
        try ada.tell("track", "draw", "A", "--floor", "Hall", "0,0", "4000,0")
        try ada.tell("join", server.invite())
        try ada.tell("sync")
        try disk.fill()
        try ada.tell("walk", "simulate", "A")
        let sync = try ada.start("sync")
        while try !String(contentsOfFile: server.log, encoding: .utf8).contains("No space left on device") {
            usleep(50_000)
        }
        disk.free()
        sync.waitUntilExit()
        while try ada.type("sync").status != 0 { usleep(100_000) }  // PostgreSQL may have to start anew
        let info = try ada.tell("log", "info")
        #expect(info.integer("events") == 4_005 && info.integer("unsent") == 0)
        #expect(try server.count("SELECT count(*) FROM event") == 4_005)
        #expect(try run("pharosd", ["verify", "--data", server.data]).status == 0)
    }

    private func events(of surveyor: Surveyor) throws -> [String] {
        try surveyor.type("log", "show", "--json").answers.compactMap { $0["hash"]?.text }
    }
}

/// A file system of a few megabytes, in memory, gone with the test.
final class SmallDisk {
    let path = NSTemporaryDirectory() + "pharos-disk-" + UUID().uuidString

    /// Whether we may mount one at all.
    static let isPossible: Bool = {
        guard geteuid() == 0 else { return false }
        return (try? SmallDisk(megabytes: 1)) != nil  // why not does not matter: the suite is skipped, and says so
    }()

    init(megabytes: Int) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard try Self.run("/usr/bin/mount", ["-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", path]) == 0 else {
            throw CocoaError(.fileWriteNoPermission)
        }
    }

    deinit {
        _ = try? Self.run("/usr/bin/umount", [path])  // what stays mounted is a few megabytes of a test
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Takes all the room that is left.
    func fill() throws {
        let file = open(path + "/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        let block = [UInt8](repeating: 1, count: 4_096)
        while write(file, block, block.count) > 0 {}
        #expect(errno == ENOSPC)
    }

    /// Gives it back.
    func free() { unlink(path + "/filler") }

    private static func run(_ program: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

extension Surveyor {
    /// Somebody whose installation lies on a small disk.
    init(_ name: String, onDisk disk: SmallDisk) { home = disk.path + "/" + name }
}
