import Crypto
import EdgeLog
import Foundation
import Survey
import Sync
import TestSupport
import Testing
import Wire

@Suite("Appending")
struct AppendTests {
    let home = TemporaryHome()
    let clock = TestClock()

    @Test("appended events come back in order, each with the hash of the one before", arguments: Seed.forThisRun(5))
    func chain(seed: Seed) throws {
        var random = SeededGenerator(seed)
        let log = try home.create(clock: clock)
        var written: [SurveyEvent] = []
        for _ in 0..<20 {
            let events = (0..<Int.random(in: 1...12, using: &random)).map { _ in SurveyEvent.random(using: &random) }
            written += events
            try log.append(events)
        }
        var previous = Digest.zero
        let stored = try log.allOwn()
        #expect(stored.count == written.count)
        for (index, (own, event)) in zip(stored, written).enumerated() {
            let envelope = try Envelope(bytes: own.bytes)
            #expect(envelope.sequence == UInt64(index + 1))
            #expect(envelope.previousHash == previous)
            #expect(envelope.hash(with: SHA256()) == own.hash)
            #expect(envelope.project == project && envelope.agent == ada)
            let decoded = PayloadCoder().decode(
                kind: envelope.kind,
                schemaVersion: envelope.schemaVersion,
                payload: envelope.payload
            )
            let isSame = decoded == .event(event)
            #expect(isSame)
            previous = own.hash
        }
        let verification = try log.verify()
        #expect(verification.damage == nil)
        #expect(verification.own == UInt64(written.count))
    }

    @Test("a log that is opened again goes on where it ended")
    func reopen() throws {
        var first: Appended?
        do { first = try home.create().append([renamed(1), renamed(2)]) }
        let log = try home.open()
        let next = try log.append(renamed(3))
        #expect(next.sequences == 3...3)
        #expect(next.incarnation == first?.incarnation)
        #expect(try Envelope(bytes: log.allOwn()[2].bytes).previousHash == first?.hash)
        #expect(log.rollback == nil)
    }

    @Test("two programs on one installation take turns, and the chain holds")
    func twoWriters() throws {
        let one = try home.create()
        let two = try home.open()
        for number in 0..<50 {
            try (number % 3 == 0 ? one : two).append(renamed(number))
        }
        #expect(try one.allOwn().count == 50)
        #expect(try two.verify().damage == nil)
    }

    @Test("an event that breaks a rule is refused, and nothing of its transaction is stored")
    func invalid() throws {
        let log = try home.create()
        try log.append(renamed(1))
        let nameless = SurveyEvent.projectRenamed(ProjectRenamed(name: ""))
        #expect { try log.append([renamed(2), nameless]) } throws: { error in
            if case EdgeLogError.invalid(kind: .projectRenamed, _) = error { true } else { false }
        }
        #expect(try log.allOwn().count == 1)
    }

    @Test("an event over 64 KiB is refused with its size, one of exactly 64 KiB is stored")
    func sizeLimit() throws {
        // A coder whose payloads are as long as the project's name says.
        struct Sized: PayloadCoding {
            func encode(_ event: SurveyEvent) -> [UInt8] {
                guard case .projectRenamed(let renamed) = event else { return [] }
                return [UInt8](repeating: 1, count: Int(renamed.name) ?? 0)
            }
            func decode(kind: UInt16, schemaVersion: UInt16, payload: [UInt8]) -> DecodedPayload {
                .unknown(kind: kind, schemaVersion: schemaVersion)
            }
        }
        let environment = EdgeLog.Environment(hashing: SHA256(), coding: Sized())
        let log = try EdgeLog(creating: home.installation, project: project, agent: ada, environment)
        let room = Envelope.maximumSize - Envelope.headerSize
        #expect(throws: EdgeLogError.tooLarge(size: Envelope.maximumSize + 1)) {
            try log.append(.projectRenamed(ProjectRenamed(name: "\(room + 1)")))
        }
        #expect(try log.append(.projectRenamed(ProjectRenamed(name: "\(room)"))).sequences == 1...1)
    }

    @Test("a page of own events keeps to its limits, and holds one event in any case")
    func pages() throws {
        let log = try home.create()
        try log.append((1...100).map(renamed))
        let incarnation = try log.current
        #expect(try log.ownEvents(of: incarnation, from: 1, limit: 7).count == 7)
        #expect(try log.ownEvents(of: incarnation, from: 95, limit: 50).map(\.sequence) == Array(95...100))
        #expect(try log.ownEvents(of: incarnation, from: 1, byteLimit: 1).count == 1)
        let some = try log.ownEvents(of: incarnation, from: 1, byteLimit: 1_000)
        #expect((2...6).contains(some.count))
        #expect(some.reduce(0) { $0 + $1.bytes.count } <= 1_000)
        #expect(try log.ownEvents(of: incarnation, from: 101).isEmpty)
    }

    @Test("an event's age is told by the boot clock, and after a reboot by the wall clock, as an estimate")
    func ages() throws {
        let log = try home.create(clock: clock)
        try log.append(renamed(1))
        clock.advance(by: 5_000)
        #expect(try age(of: log.allOwn()[0], at: clock.now()) == .measured(5_000))
        let wall = clock.now().wallClock.milliseconds
        clock.reboot(wall: wall + 60_000)
        #expect(try age(of: log.allOwn()[0], at: clock.now()) == .estimated(65_000))
        // Whatever the clock says, it was before this boot.
        clock.reboot(wall: .min)
        #expect(try age(of: log.allOwn()[0], at: clock.now()) == .estimated(clock.now().sinceBoot))
    }

    @Test("an event says how far its author had read")
    func basis() throws {
        let log = try home.create()
        try log.append(renamed(1))
        var stranger = Stranger(1)
        var server = Committer()
        for number in 0..<3 { server.commit(stranger.write(renamed(number))) }
        try log.apply(server.batch(.structure, from: 0))
        try log.append(renamed(2))
        let own = try log.allOwn().map { try Envelope(bytes: $0.bytes).basis }
        #expect(own == [.none, Basis(position: 3, chainPrefix: server.events[2].chain.prefix)])
    }

    @Test("what the server acknowledged is no longer unsent")
    func acknowledged() throws {
        let log = try home.create(clock: clock)
        try log.append((1...10).map(renamed))
        #expect(try log.status().unsent == 10)
        #expect(try log.status().lastAcknowledgedAt == nil)
        try log.acknowledge(log.current, through: 7)
        #expect(try log.status().unsent == 3)
        #expect(try log.status().lastAcknowledgedAt == clock.now().wallClock)
        #expect(throws: EdgeLogError.noSuchSequence(try log.current, 11)) {
            try log.acknowledge(log.current, through: 11)
        }
    }

    @Test("a private key is for its owner's eyes, and is never replaced")
    func key() throws {
        try home.installation.keep(key: [1, 2, 3])
        #expect(try home.installation.key() == [1, 2, 3])
        let mode = try FileManager.default.attributesOfItem(atPath: home.installation.keyFile)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(throws: EdgeLogError.alreadyThere(path: home.path)) { try home.installation.keep(key: [4]) }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home.installation.keyFile)
        #expect(throws: EdgeLogError.self) { try home.installation.key() }
    }

    @Test("an empty directory is no installation, and a second log is not made over the first")
    func presence() throws {
        #expect(throws: EdgeLogError.notThere(path: home.path)) { try home.open() }
        _ = try home.create()
        #expect(throws: EdgeLogError.alreadyThere(path: home.path)) { try home.create() }
    }
}
