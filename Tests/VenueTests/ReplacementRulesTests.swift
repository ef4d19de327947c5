import Survey
import TestSupport
import Testing

@testable import Venue

/// POSITIONING §6.3, one test a rule, each named by its number; every event from an agent of its own.
@Suite("Replacement rules")
struct ReplacementRulesTests {
    /// Slot 7 and 9; A@0, B@10, C@20 in slot 7, then A again in slot 9 @30.
    private static let chain: [(CommittedEvent, DecodedPayload)] = {
        var script = Script()
        script.add(.register(1, "A", at: 7), at: 0, by: 1)
        script.add(.replace(1, with: 2, "B", at: 7), at: 10, by: 2)
        script.add(.replace(2, with: 3, "C", at: 7), at: 20, by: 3)
        script.add(.register(4, "A", at: 9), at: 30, by: 4)
        return script.events
    }()

    private static let slots: [(CommittedEvent, DecodedPayload)] = {
        var script = Script()
        script.add(.slot(7), at: -10, by: 100)
        script.add(.slot(9), at: -9, by: 100)
        return script.events
    }()

    @Test("R1: prints under A, B or C all serve, whatever arrives first", arguments: 0..<24, 0..<5)
    func r1Chain(order: Int, duplicated: Int) {
        let venue = Self.venue(order: order, duplicated: duplicated)
        #expect(venue.slot(of: "A", at: 5) == 7)
        #expect(venue.slot(of: "A", at: 15) == nil)
        #expect(venue.slot(of: "B", at: 15) == 7)
        #expect(venue.slot(of: "B", at: 5) == nil)
        #expect(venue.slot(of: "C", at: 25) == 7)
        #expect(venue.slot(of: "C", at: 15) == nil)
        #expect(venue.assignments.current[7] == 3)
        #expect(venue.problems == [])
    }

    @Test("R2: a beacon used again elsewhere leaves old prints alone, whatever arrives first", arguments: 0..<24, 0..<5)
    func r2Reuse(order: Int, duplicated: Int) {
        let venue = Self.venue(order: order, duplicated: duplicated)
        #expect(venue.slot(of: "A", at: 35) == 9)
        #expect(venue.slot(of: "A", at: 25) == nil)
        #expect(venue.slot(of: "A", at: 5) == 7)
        #expect(venue.assignments.current[9] == 4)
    }

    /// The chain in one of its 24 orders, with one of its events again at the end (none for 4).
    private static func venue(order: Int, duplicated: Int) -> Venue {
        var events = chain.permutations[order]
        if duplicated < 4 { events.append(chain[duplicated]) }
        var venue = Venue(id: Script.project)
        // One at a time, so that every half-known state is gone through; slots last, so that all of it waits.
        for entry in Script.arriving(events + slots) { venue.apply(entry.0, entry.1) }
        return venue
    }

    @Test("R3: a scan from before the swap that arrives after it belongs to the old beacon")
    func r3LateData() {
        let venue = Script.fold(Self.slots + Self.chain)
        #expect(venue.slot(of: "A", at: 9) == 7)
        #expect(venue.slot(of: "B", at: 9) == nil)
        #expect(venue.resolve(.named("A"), at: Int64(9).moment).tenure?.assignment == 1)
    }

    @Test("R4: the same event twice is the event once", arguments: 0..<4)
    func r4Idempotence(index: Int) {
        let once = Script.fold(Script.arriving(Self.slots + Self.chain))
        var twice = once
        let (event, payload) = Self.chain[index]
        twice.apply(event.at(position: UInt64(index + 3)), payload)
        #expect(twice == once)
        twice.apply(event.at(position: 99, isDuplicate: true), payload)
        #expect(twice.assignments == once.assignments)
        #expect(twice.problems == [])
    }

    @Test("R6: of two concurrent replacements the later is current, the other contested", arguments: 0..<6)
    func r6ConcurrentReplacement(order: Int) throws {
        var script = Script()
        script.add(.register(1, "A", at: 7), at: 0, by: 1)
        script.add(.replace(1, with: 2, "B", at: 7), at: 10, by: 2)
        script.add(.replace(1, with: 3, "C", at: 7), at: 12, by: 3)
        let venue = Script.fold(Script.arriving(Self.slots + script.events.permutations[order]))
        #expect(venue.assignments.current[7] == 3)
        #expect(venue.assignments.disputes == [.contest(slot: 7, current: 3, contested: [2])])
        let resolution = venue.resolve(.named("B"), at: Int64(15).moment)
        guard case .contested(let tenure) = resolution else {
            Issue.record("B is not contested: \(resolution)")
            return
        }
        #expect(tenure.slot == 7)
        #expect(tenure.offset.deviation == 6)
        #expect(tenure.winner == 3)
        #expect(venue.slot(of: "C", at: 15) == 7)
        #expect(venue.slot(of: "A", at: 5) == 7)
        #expect(venue.slot(of: "A", at: 11) == nil)
    }

    @Test("R7: a later registration of an identity ends the earlier one, and says so")
    func r7DoubleBooking() throws {
        var script = Script()
        script.add(.register(1, "A", at: 7), at: 0, by: 1)
        script.add(.register(2, "A", at: 9), at: 30, by: 2)
        let booked = Script.fold(Script.arriving(Self.slots + script.events))
        #expect(booked.slot(of: "A", at: 20) == 7)
        #expect(booked.slot(of: "A", at: 35) == 9)
        #expect(booked.assignments.current == [9: 2])
        let conflict = try #require(booked.conflicts.first)
        #expect(conflict.subject == .slot(7))
        #expect(conflict.kind == .doubleBooking(closed: 1, later: 2))
        #expect(booked.words(for: conflict).contains("slot “slot 9”"))

        var moved = script
        moved.add(.resolveConflict(9, winner: 2, [1: .removed]), at: 40, by: 3)
        let decidedForLater = Script.fold(Script.arriving(Self.slots + moved.events))
        #expect(decidedForLater.conflicts == [])
        #expect(decidedForLater.slot(of: "A", at: 20) == 7)
        #expect(decidedForLater.slot(of: "A", at: 35) == 9)

        var mistaken = script
        mistaken.add(.resolveConflict(7, winner: 1, [2: .neverInstalled]), at: 40, by: 3)
        let decidedForEarlier = Script.fold(Script.arriving(Self.slots + mistaken.events))
        #expect(decidedForEarlier.conflicts == [])
        #expect(decidedForEarlier.slot(of: "A", at: 35) == 7)
        #expect(decidedForEarlier.assignments.current == [7: 1])
    }

    @Test("R8: a swap exchanges both beacons at one moment")
    func r8Swap() {
        let venue = Self.swapped(age: .atAct)
        #expect(venue.slot(of: "P", at: 5) == 3)
        #expect(venue.slot(of: "P", at: 15) == 4)
        #expect(venue.slot(of: "Q", at: 5) == 4)
        #expect(venue.slot(of: "Q", at: 15) == 3)
        #expect(venue.assignments.current == [3: 11, 4: 12])
    }

    @Test("R8: a swap that took effect in the past moves the scans of that time", arguments: [4, 7])
    func r8RetroactiveSwap(age: Int64) {
        let venue = Self.swapped(age: .milliseconds(age))
        let effect = 10 - age
        #expect(venue.slot(of: "P", at: effect - 1) == 3)
        #expect(venue.slot(of: "P", at: effect) == 4)
        #expect(venue.slot(of: "Q", at: effect - 1) == 4)
        #expect(venue.slot(of: "Q", at: effect) == 3)
    }

    @Test("R8: beacons that hung wrongly since day 1 are exchanged from the beginning")
    func r8SwapSinceStart() {
        let venue = Self.swapped(age: .sinceStart)
        for moment in [Int64(1), 5, 9, 15] {
            #expect(venue.slot(of: "P", at: moment) == 4)
            #expect(venue.slot(of: "Q", at: moment) == 3)
        }
        // P hung there before Q was registered.
        #expect(venue.slot(of: "P", at: 0) == 4)
    }

    /// P in slot 3 since 0, Q in slot 4 since 1; exchanged at 10.
    private static func swapped(age: EffectiveAge) -> Venue {
        var script = Script()
        script.add(.slot(3), at: -10)
        script.add(.slot(4), at: -10)
        script.add(.register(1, "P", at: 3), at: 0, by: 1)
        script.add(.register(2, "Q", at: 4), at: 1, by: 2)
        script.add(.swap(3, 1, 11, 4, 2, 12, age: age), at: 10, by: 3)
        return script.venue
    }
}
