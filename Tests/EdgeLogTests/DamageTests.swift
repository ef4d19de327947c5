import Foundation
import Survey
import TestSupport
import Testing

@testable import EdgeLog

@Suite("Damage")
struct DamageTests {
    let home = TemporaryHome()

    @Test(
        "own events, streams and orphans cannot be changed or deleted, whoever tries",
        arguments: [
            "UPDATE own SET envelope = x'00' WHERE number = 1",
            "UPDATE own SET boot_time = 0",
            "DELETE FROM own WHERE number = 2",
            "INSERT OR REPLACE INTO own SELECT 1, lane, hash, envelope, boot, boot_time FROM own WHERE number = 2",
            "INSERT INTO own SELECT 9, lane, hash, envelope, boot, boot_time FROM own WHERE number = 2",
            "DELETE FROM stream",
            "UPDATE stream SET base = 1",
            "UPDATE stream SET closed_at = NULL WHERE closed_at IS NOT NULL",
            "UPDATE stream SET closed_at = 3 WHERE closed_at IS NOT NULL",
        ]
    )
    func immutable(sql: String) throws {
        do {
            let log = try home.create()
            try log.append((1...3).map(renamed))
            try log.recover(log.current, lastCommon: 2)
        }
        let connection = try Connection(path: home.installation.logFile, mode: .readWrite)  // without our settings
        #expect(throws: EdgeLogError.self) { try connection.execute(sql) }
        #expect(try home.open().verify().damage == nil)
    }

    @Test("the program's migrations are the files of schema/sqlite")
    func schema() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../schema/sqlite")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(EdgeLogSchema.migrations.map { $0.name + ".sql" } == files)
        for migration in EdgeLogSchema.migrations {
            let file = try String(contentsOf: folder.appending(path: migration.name + ".sql"), encoding: .utf8)
            let isSame = migration.sql == file
            #expect(isSame, "\(migration.name)")
        }
    }

    @Test("a log of a newer version is left alone")
    func newerSchema() throws {
        do { _ = try home.create() }
        try Connection(path: home.installation.logFile, mode: .readWrite).execute("PRAGMA user_version = 99")
        let known = EdgeLogSchema.migrations.count
        #expect(throws: EdgeLogError.newerSchema(path: home.installation.logFile, found: 99, known: known)) {
            try home.open()
        }
    }

    @Test("the walk names the first event that was changed behind the log's back")
    func namesTheEvent() throws {
        var incarnation = Incarnation(0)
        do {
            let log = try home.create()
            try log.append((1...20).map(renamed))
            incarnation = try log.current
        }
        let connection = try Connection(path: home.installation.logFile, mode: .readWrite)
        try connection.execute("DROP TRIGGER own_is_immutable")
        try connection.execute(
            "UPDATE own SET envelope = (SELECT envelope FROM own WHERE number = 3) WHERE number = 13"
        )
        let log = try home.open()
        let verification = try log.verify()
        #expect(verification.own == 12)
        #expect(verification.damage?.place == .own(incarnation, sequence: 13))
    }

    @Test("a damaged end is noticed at opening")
    func damagedEnd() throws {
        do { try home.create().append((1...3).map(renamed)) }
        let connection = try Connection(path: home.installation.logFile, mode: .readWrite)
        try connection.execute("DROP TRIGGER own_is_immutable; UPDATE own SET hash = zeroblob(32) WHERE number = 3")
        #expect { try home.open() } throws: { error in
            if case EdgeLogError.damaged(_, let damage) = error {
                if case .own(_, sequence: 3) = damage.place { true } else { false }
            } else {
                false
            }
        }
    }

    @Test("no flipped bit goes unnoticed where an event can be read wrongly", arguments: Seed.forThisRun(60))
    func bitFlips(seed: Seed) throws {
        var random = SeededGenerator(seed)
        var originals: [OwnEvent] = []
        do {
            let log = try home.create()
            for _ in 0..<6 { try log.append((1...10).map { $0 % 2 == 0 ? renamed($0) : scan($0) }) }
            var stranger = Stranger(1)
            var server = Committer()
            for number in 0..<20 { server.commit(stranger.write(renamed(number))) }
            try log.apply(server.batch(.structure, from: 0))
            originals = try log.allOwn()
            try log.checkpoint()
        }
        var file = try Data(contentsOf: URL(filePath: home.installation.logFile))
        let byte = Int.random(in: 0..<file.count, using: &random)
        file[byte] ^= 1 << UInt8.random(in: 0...7, using: &random)
        try file.write(to: URL(filePath: home.installation.logFile))
        do {
            let log = try EdgeLog(inspecting: home.installation, environment())
            guard try log.verify().damage == nil else { return }
            let isUnchanged = try log.allOwn().map(\.bytes) == originals.map(\.bytes)
            #expect(isUnchanged, "byte \(byte)")
        } catch let error as EdgeLogError {
            // Opening or walking said no: that is notice enough, as long as it is about the file.
            switch error {
            case .damaged, .notThere, .newerSchema, .cannotOpen, .sqlite, .flushFailed: break
            default: Issue.record("\(error) at byte \(byte)")
            }
        }
    }
}
