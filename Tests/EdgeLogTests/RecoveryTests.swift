import Foundation
import Survey
import Sync
import TestSupport
import Testing

@testable import EdgeLog

@Suite("Rolled back and forked logs")
struct RecoveryTests {
    let home = TemporaryHome()

    @Test("a restored log says so, and goes on in a new incarnation before its first append")
    func restoredWithoutSidecar() throws {
        var old: Incarnation?
        do {
            let log = try home.create()
            old = try log.append((1...100).map(renamed)).incarnation
        }
        try home.backUp(to: "/backup")
        do {
            let log = try home.open()
            try log.append((101...400).map(renamed))
            try log.acknowledge(log.current, through: 400)
        }
        try home.restore(from: "/backup")
        let log = try home.open()
        let rollback = try #require(log.rollback)
        #expect(rollback.incarnation == old)
        #expect(rollback.acknowledged == 400)
        #expect(rollback.found == 100)
        let appended = try log.append((1...400).map(renamed))
        #expect(appended.incarnation == rollback.successor)
        #expect(appended.sequences == 1...400)
        #expect(try log.streams().map(\.claim.isClosed) == [true, false])
        #expect(try log.streams().map(\.claim.end) == [100, 400])
        #expect(try log.verify().damage == nil)
        #expect(try home.open().rollback == nil)  // said once
    }

    @Test("a log restored to before its incarnation began goes on in a new one")
    func restoredBeforeIncarnation() throws {
        do { try home.create().append((1...5).map(renamed)) }
        try home.backUp(to: "/backup")
        do {
            let log = try home.open()
            let forked = try log.recover(log.current, lastCommon: 3)
            try log.append(renamed(6))
            try log.acknowledge(forked.successor, through: 3)
        }
        try home.restore(from: "/backup")
        let log = try home.open()
        #expect(log.rollback?.found == 0)
        #expect(try log.streams().count == 2)
    }

    @Test("recovery closes the stream after the last common event and copies every later one with its origin")
    func copies() throws {
        let clock = TestClock()
        let log = try home.create(clock: clock)
        try log.append((1...4).map(renamed))
        clock.advance(by: 1_000)
        try log.append((5...10).map(scan))
        let originals = try log.allOwn()
        let forked = try log.current
        clock.reboot(wall: 5)
        let recovery = try log.recover(forked, lastCommon: 3)
        #expect(recovery.copies == 7)
        #expect(recovery.end == 3)
        let copies = try log.ownEvents(of: recovery.successor, from: 1)
        #expect(copies.count == 7)
        for (copy, original) in zip(copies, originals.dropFirst(3)) {
            let (new, old) = (try Envelope(bytes: copy.bytes), try Envelope(bytes: original.bytes))
            #expect(new.origin == Origin(incarnation: forked, sequence: old.sequence, hash: original.hash))
            #expect(new.payload == old.payload && new.kind == old.kind)
            #expect(new.recordedAt == old.recordedAt && new.basis == old.basis)
            #expect(copy.written == original.written)
        }
        #expect(try log.verify().damage == nil)
        #expect(try log.status().events == 10)
    }

    @Test("a copy of an event that the server had dated keeps the date")
    func datesOfCopies() throws {
        let log = try home.create()
        try log.append((1...4).map(renamed))
        var server = Committer()
        for event in try log.allOwn().prefix(3) { server.commit(event.bytes) }
        try log.apply(server.batch(.structure, from: 0))
        let dates = try log.allOwn().map(\.known)
        #expect(dates.map { $0 != nil } == [true, true, true, false])
        let recovery = try log.recover(try log.current, lastCommon: 1)
        let copies = try log.ownEvents(of: recovery.successor, from: 1)
        #expect(copies.map(\.known) == Array(dates[1...]))
    }

    @Test("recovery again changes nothing")
    func idempotent() throws {
        let log = try home.create()
        try log.append((1...10).map(renamed))
        let forked = try log.current
        let once = try log.recover(forked, lastCommon: 3)
        let streams = try log.streams()
        let twice = try log.recover(forked, lastCommon: 3)
        #expect(twice.copies == 0)
        #expect(twice.successor == once.successor)
        #expect(try log.streams() == streams)
    }

    @Test("recovery may be interrupted at any transaction, and the next opening finishes it", arguments: [0, 1, 2])
    func interrupted(transactions: Int) throws {
        var forked: Incarnation?
        do {
            let log = try home.create()
            for page in 0..<4 { try log.append((0..<400).map { renamed(page * 400 + $0) }) }
            forked = try log.current
        }
        do {
            let log = try home.open()
            // Recovery's transactions as they are; the rest of it is lost with the process.
            try log.beginRecovery(of: log.current, lastCommon: 100)
            for _ in 0..<transactions { _ = try log.copySome() }
            #expect(try log.status().isRecovering)
        }
        let log = try home.open()
        #expect(try !log.status().isRecovering)
        #expect(try log.streams().map(\.claim.end) == [100, 1_500])
        let copies = try log.allOwn().dropFirst(100).map { try Envelope(bytes: $0.bytes).origin }
        let isInOrder = copies.map(\.?.sequence) == (101...1_600).map { $0 }
        #expect(isInOrder)
        #expect(copies.allSatisfy { $0?.incarnation == forked })
        #expect(try log.verify().damage == nil)
    }

    @Test("a closed stream that forks at an earlier event is closed there, and the events between are copied")
    func closedStreamForks() throws {
        let log = try home.create()
        try log.append((1...10).map(renamed))
        let forked = try log.current
        try log.recover(forked, lastCommon: 8)
        let second = try log.recover(forked, lastCommon: 5)
        #expect(second.copies == 3)
        #expect(try log.streams().map(\.claim.end) == [5, 5])
        let origins = try log.ownEvents(of: second.successor, from: 1).map { try Envelope(bytes: $0.bytes).origin }
        #expect(origins.map(\.?.sequence) == [9, 10, 6, 7, 8])
    }

    @Test("a copy of a copy names the first origin, so that every copy of an event says the same")
    func rootOrigin() throws {
        let log = try home.create()
        try log.append((1...3).map(renamed))
        let first = try log.current
        let second = try log.recover(first, lastCommon: 1).successor
        let third = try log.recover(second, lastCommon: 0).successor
        let origins = try log.ownEvents(of: third, from: 1).map { try Envelope(bytes: $0.bytes).origin }
        #expect(origins.map(\.?.incarnation) == [first, first])
        #expect(origins.map(\.?.sequence) == [2, 3])
    }

    @Test("two clones of one log recover each for itself, with the same origins")
    func clones() throws {
        do { try home.create().append((1...10).map(renamed)) }
        let other = TemporaryHome()
        try FileManager.default.copyItem(atPath: home.path, toPath: other.path)
        let logs = [try home.open(), try other.open()]
        let forked = try logs[0].current
        let successors = try logs.map { try $0.recover(forked, lastCommon: 6).successor }
        #expect(successors[0] != successors[1])
        let origins = try zip(logs, successors).map { log, successor in
            try log.ownEvents(of: successor, from: 1).map { try Envelope(bytes: $0.bytes).origin }
        }
        #expect(origins[0] == origins[1])
    }

    @Test("a fork behind the log's end closes it where it is, with nothing to copy")
    func serverAhead() throws {
        let log = try home.create()
        try log.append((1...10).map(renamed))
        let recovery = try log.recover(log.current, lastCommon: 10)
        #expect(recovery.copies == 0)
        #expect(recovery.end == 10)
        #expect(try log.append(renamed(11)).sequences == 1...1)
    }

    @Test("the fold sees the copies of a closed stream's later events, and not the originals")
    func foldIgnoresTheClosedTail() throws {
        let log = try home.create()
        try log.append((1...10).map(renamed))
        let successor = try log.recover(log.current, lastCommon: 6).successor
        let events = try log.unconfirmed(.structure)
        #expect(events.map(\.envelope.sequence) == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4])
        #expect(events.suffix(4).allSatisfy { $0.envelope.incarnation == successor })
    }
}
