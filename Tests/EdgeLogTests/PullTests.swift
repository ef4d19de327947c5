import Survey
import Sync
import TestSupport
import Testing

@testable import EdgeLog

@Suite("Pulled events")
struct PullTests {
    let home = TemporaryHome()

    @Test("lanes are pulled apart, and each comes back in the order of positions", arguments: Seed.forThisRun(5))
    func lanes(seed: Seed) throws {
        var random = SeededGenerator(seed)
        let log = try home.create()
        var strangers = [Stranger(1), Stranger(2)]
        var server = Committer()
        for number in 0..<200 {
            let event = Bool.random(using: &random) ? renamed(number) : scan(number)
            server.commit(strangers[Int.random(in: 0...1, using: &random)].write(event))
        }
        while case let at = (try Lane.allCases.map { try log.cursor($0).position }), at.contains(where: { $0 < 200 }) {
            let lane: Lane = Bool.random(using: &random) ? .scans : .structure
            let limit = Int.random(in: 1...20, using: &random)
            try log.apply(server.batch(lane, from: log.cursor(lane).position, limit: limit))
        }
        for lane in Lane.allCases {
            var pulled: [CommittedEvent] = []
            while case let page = try log.confirmed(lane, after: pulled.last?.commitment.position ?? 0, limit: 7),
                !page.isEmpty
            {
                pulled += page
            }
            let expected = try server.events.filter { try Envelope(bytes: $0.bytes).lane == lane }
            #expect(pulled.map(\.hash) == expected.map(\.hash))
            #expect(pulled.map(\.commitment) == expected.map(\.commitment))
            #expect(try log.cursor(lane).chain == server.events.last?.chain)
        }
        #expect(try log.verify() == Verification(own: 0, pulled: 200, damage: nil))
    }

    @Test("a batch that does not continue the cursor changes nothing")
    func gap() throws {
        let log = try home.create()
        var stranger = Stranger(1)
        var server = Committer()
        for number in 0..<10 { server.commit(stranger.write(renamed(number))) }
        try log.apply(server.batch(.structure, from: 0, limit: 4))
        #expect(throws: EdgeLogError.notContinuing(lane: .structure, expected: 4, found: 6)) {
            try log.apply(server.batch(.structure, from: 6))
        }
        #expect(throws: EdgeLogError.notContinuing(lane: .structure, expected: 4, found: 0)) {
            try log.apply(server.batch(.structure, from: 0))
        }
        #expect(try log.status().pulled == 4)
    }

    @Test("a batch with one bad event is refused as a whole")
    func malformed() throws {
        let log = try home.create()
        var stranger = Stranger(1)
        var server = Committer()
        for number in 0..<3 { server.commit(stranger.write(renamed(number))) }
        let good = try server.batch(.structure, from: 0)
        for bad in [
            EventBatch.Entry.whole([1, 2, 3], server.events[2].commitment),
            .whole(server.events[1].bytes, server.events[1].commitment),
            .whole(stranger.write(scan(1)), server.events[2].commitment),
            .own(incarnation: try log.current, sequence: 1, server.events[2].commitment),
            .own(incarnation: Incarnation(77), sequence: 1, server.events[2].commitment),
        ] {
            let batch = EventBatch(
                lane: .structure,
                from: 0,
                to: 3,
                chainAfter: good.chainAfter,
                entries: Array(good.entries.prefix(2)) + [bad]
            )
            #expect { try log.apply(batch) } throws: { error in
                if case EdgeLogError.malformedBatch = error { true } else { false }
            }
        }
        #expect(try log.status().pulled == 0)
        #expect(try log.cursor(.structure).position == 0)
    }

    @Test("own events come back as a place alone, and from then on say when they happened")
    func ownEvents() throws {
        let log = try home.create()
        try log.append((1...5).map(renamed))
        #expect(try log.unconfirmed(.structure).count == 5)
        var server = Committer()
        for own in try log.allOwn().prefix(3) { server.commit(own.bytes) }
        let incarnation = try log.current
        try log.apply(server.batch(.structure, from: 0) { $0.incarnation == incarnation })
        #expect(try log.unconfirmed(.structure).map(\.envelope.sequence) == [4, 5])
        #expect(try log.confirmed(.structure, after: 0).map(\.envelope.sequence) == [1, 2, 3])
        let age = try age(of: log.allOwn()[0], at: TestClock().now())
        #expect(age == .known(server.events[0].commitment.occurredAt, isEstimated: false))
    }

    @Test("an own event that arrives whole is not kept twice; one that the log lost is kept like anybody's")
    func ownWhole() throws {
        let log = try home.create()
        try log.append((1...2).map(renamed))
        let lost = TemporaryHome()
        let earlier = try lost.create()
        try earlier.append(renamed(3))
        var server = Committer()
        for own in try log.allOwn() + earlier.allOwn() { server.commit(own.bytes) }
        try log.apply(server.batch(.structure, from: 0))
        #expect(try log.unconfirmed(.structure).isEmpty)
        #expect(try log.confirmed(.structure, after: 0).count == 3)
        #expect(try log.verify() == Verification(own: 2, pulled: 1, damage: nil))
    }

    @Test("a server's rollback puts the events of others aside, and nothing is lost when they come again")
    func rewind() throws {
        let log = try home.create()
        try log.append((1...3).map(renamed))
        let incarnation = try log.current
        var stranger = Stranger(1)
        var server = Committer()
        for number in 0..<5 { server.commit(stranger.write(renamed(number))) }
        for own in try log.allOwn() { server.commit(own.bytes) }
        for number in 5..<8 { server.commit(stranger.write(renamed(number))) }
        let old = server
        for limit in [4, 3, .max] {
            try log.apply(
                server.batch(.structure, from: log.cursor(.structure).position, limit: limit) {
                    $0.incarnation == incarnation
                }
            )
        }
        try log.apply(server.batch(.scans, from: 0))

        #expect(throws: EdgeLogError.notAPoint(position: 5)) { try log.rewind(to: 5) }
        #expect(try log.projectPoints(after: 0, through: .max).map(\.number) == [4, 7, 11])
        try log.rewind(to: 4)
        #expect(try log.cursor(.structure) == Cursor(lane: .structure, position: 4, chain: old.events[3].chain))
        #expect(try log.cursor(.scans).position == 4)
        #expect(try log.status().orphans == 4)
        #expect(try log.unconfirmed(.structure).count == 3)
        // The date that the server gave is still known.
        #expect(
            try age(of: log.allOwn()[0], at: TestClock().now())
                == .known(old.events[5].commitment.occurredAt, isEstimated: false)
        )
        server.restore(to: 4)
        for event in old.events[4...].reversed() { server.commit(event.bytes) }
        try log.apply(server.batch(.structure, from: 4) { $0.incarnation == incarnation })
        #expect(try log.status().orphans == 0)
        #expect(try log.confirmed(.structure, after: 0).count == 11)
        #expect(try log.verify().damage == nil)
    }

    @Test("a rewind to the beginning takes back everything")
    func rewindToZero() throws {
        let log = try home.create()
        var stranger = Stranger(1)
        var server = Committer()
        for number in 0..<5 { server.commit(stranger.write(renamed(number))) }
        try log.apply(server.batch(.structure, from: 0))
        try log.rewind(to: 0)
        #expect(try log.status().pulled == 0)
        #expect(try log.status().orphans == 5)
        #expect(try log.cursor(.structure) == Cursor(lane: .structure, position: 0, chain: .zero))
    }

    @Test("however long the history, few points are kept, dense where it is young")
    func boundedPoints() throws {
        let log = try home.create()
        var stranger = Stranger(1)
        var server = Committer()
        let count = EdgeLog.pointLimit + 600
        for number in 0..<count { server.commit(stranger.write(renamed(number))) }
        for position in 0..<count {
            try log.apply(server.batch(.structure, from: UInt64(position), limit: 1))
        }
        let points = try log.projectPoints(after: 0, through: .max, limit: .max)
        #expect(points.count <= EdgeLog.pointLimit)
        #expect(points.suffix(200).map(\.number) == (count - 199...count).map { UInt64($0) })
        #expect(points.contains { $0.number < 20 })
        let offered = try log.projectPoints(after: 0, through: .max)
        #expect(offered.count == 64)
        #expect(offered.last?.number == UInt64(count))
        #expect(offered.map(\.number) == offered.map(\.number).sorted())
    }

    @Test("points of a stream narrow 64-fold, and each has its event's hash")
    func streamPoints() throws {
        let log = try home.create()
        try log.append((1...1_000).map(renamed))
        let incarnation = try log.current
        let points = try log.points(of: incarnation, after: 0, through: 1_000)
        #expect(points.count == 64)
        #expect(points.last?.number == 1_000)
        let all = try log.allOwn()
        #expect(points.allSatisfy { all[Int($0.number) - 1].hash.prefix == $0.hashPrefix })
        #expect(try log.points(of: incarnation, after: 990, through: 1_000).map(\.number) == Array(991...1_000))
        #expect(try log.points(of: incarnation, after: 1_000, through: 1_000).isEmpty)
    }
}
