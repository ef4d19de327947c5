import Crypto
import Survey
import TestSupport
import Testing

@testable import Venue

@Suite("The venue is a function of its events and their times")
struct DeterminismTests {
    @Test("another order of arrival gives the same digest", arguments: Seed.forThisRun(300))
    func arrival(seed: Seed) {
        var random = SeededGenerator(seed)
        let history = RandomHistory(rounds: 5, authors: 4, most: 8, using: &random)
        let digest = Script.fold(history.events).digest(with: SHA256())
        for _ in 0..<4 {
            let otherwise = history.arrivingOtherwise(using: &random)
            #expect(Script.fold(otherwise).digest(with: SHA256()) == digest)
        }
    }

    @Test("events of authors who saw nothing may arrive in any order at all", arguments: Seed.forThisRun(200))
    func anyOrder(seed: Seed) {
        var random = SeededGenerator(seed)
        var script = Script()
        for author in 0..<60 {
            script.add(.colliding(using: &random), at: Int64(author) * 7, by: UInt64(author))
        }
        let digest = script.venue.digest(with: SHA256())
        let shuffled = Script.arriving(script.events.shuffled(using: &random))
        #expect(Script.fold(shuffled).digest(with: SHA256()) == digest)
    }

    @Test("event by event, in batches and at once give the same venue", arguments: Seed.forThisRun(100))
    func incremental(seed: Seed) {
        var random = SeededGenerator(seed)
        let events = RandomHistory(rounds: 4, authors: 4, most: 8, using: &random).events
        let atOnce = Script.fold(events)
        var oneByOne = Venue(id: Script.project)
        for (event, payload) in events { oneByOne.apply(event, payload) }
        var inBatches = Venue(id: Script.project)
        var rest = events[...]
        while !rest.isEmpty {
            let size = Int.random(in: 1...9, using: &random)
            inBatches.apply(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        let areEqual = (oneByOne == atOnce, inBatches == atOnce)
        #expect(areEqual == (true, true))
    }

    @Test("an event that arrives twice counts once", arguments: Seed.forThisRun(50))
    func duplicates(seed: Seed) {
        var random = SeededGenerator(seed)
        let events = RandomHistory(rounds: 3, authors: 3, most: 8, using: &random).events
        let once = Script.fold(events)
        let isEqual = Script.fold(events + events.shuffled(using: &random)) == once
        #expect(isEqual)
    }

    @Test("of a copy made by recovery and the original, one counts, whichever arrives first", arguments: [true, false])
    func copies(copyFirst: Bool) {
        var script = Script()
        let original = script.add(.floorAdded(FloorAdded(floor: 1, name: "A", ordinal: 0)), at: 5, by: 1)
        let origin = Origin(incarnation: Incarnation(1), sequence: 1, hash: original.hash)
        script.append(
            script.events[0].1,
            kind: EventKind.floorAdded.rawValue,
            at: 9,
            by: Script.stream(1, incarnation: 2),
            origin: origin
        )
        let venue = Script.fold(Script.arriving(copyFirst ? script.events.reversed() : script.events))
        #expect(venue.problems == [])
        #expect(venue.floors[1]?.added.occurredAt == Int64(5).moment)
        #expect(venue.digest(with: SHA256()) == Script.fold([script.events[0]]).digest(with: SHA256()))
    }

    @Test("a different venue has a different digest")
    func differs() {
        var script = Script()
        script.add(.slot(1), at: 0)
        script.add(.register(1, "A", at: 1), at: 1)
        let digest = script.venue.digest(with: SHA256())
        script.add(.retire(1), at: 2)
        #expect(script.venue.digest(with: SHA256()) != digest)
    }

    @Test("every assignment keeps the rules, whatever happens", arguments: Seed.forThisRun(300))
    func invariants(seed: Seed) {
        var random = SeededGenerator(seed)
        let venue = Script.fold(RandomHistory(rounds: 6, authors: 4, most: 9, using: &random).events)
        for assignment in venue.assignments.assignments.values {
            #expect(assignment.from <= assignment.to)
            if assignment.isOpen { #expect(assignment.standing != .past) }
            if assignment.standing != .past { #expect(assignment.isOpen) }
        }
        for (slot, current) in venue.assignments.current {
            #expect(venue.assignments[current]?.slot == slot)
            #expect(venue.assignments[current]?.standing == .current)
        }
        for identity in venue.identities.identities {
            let tenures = venue.identities.tenures(of: identity)
            for (earlier, later) in zip(tenures, tenures.dropFirst()) { #expect(earlier.to <= later.from) }
            for tenure in tenures {
                #expect(venue.resolve(identity, at: tenure.from).tenure == tenure)
                #expect(
                    venue.resolve(identity, at: tenure.to).tenure?.assignment != tenure.assignment || !isLast(tenure)
                )
            }
        }
        func isLast(_ tenure: Tenure) -> Bool { venue.assignments[tenure.assignment]!.to == tenure.to }
    }
}
