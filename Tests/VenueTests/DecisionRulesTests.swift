import Survey
import TestSupport
import Testing

@testable import Venue

/// The rest of POSITIONING §6.3: what people check, decide and take back.
@Suite("Decisions about beacons")
struct DecisionRulesTests {
    /// Slot 7 with A@0, and B@10 and C@12 that both replace A without knowledge of each other.
    private static func contested() -> Script {
        var script = Script()
        script.add(.slot(7), at: -10)
        script.add(.slot(9), at: -9)
        script.add(.register(1, "A", at: 7), at: 0, by: 1)
        script.add(.replace(1, with: 2, "B", at: 7), at: 10, by: 2, seen: 3)
        script.add(.replace(1, with: 3, "C", at: 7), at: 12, by: 3, seen: 3)
        return script
    }

    @Test("R5: an agent refuses to replace what no longer hangs there; the fold keeps what it is given")
    func r5Precondition() throws {
        var script = Script()
        script.add(.slot(7), at: -10)
        script.add(.register(1, "A", at: 7), at: 0)
        script.add(.replace(1, with: 2, "B", at: 7), at: 10)
        let venue = script.venue
        try venue.canReplace(slot: 7, current: 2, by: .named("C"), mode: .newIdentity)
        let refusal = #expect(throws: Refusal.self) {
            try venue.canReplace(slot: 7, current: 1, by: .named("C"), mode: .newIdentity)
        }
        #expect(refusal?.description == "slot “slot 7” has another beacon meanwhile: name:B.")
        #expect(throws: Refusal.self) { try venue.canReplace(slot: 8, current: 2, by: .named("C"), mode: .newIdentity) }
        #expect(throws: Refusal.self) { try venue.canReplace(slot: 7, current: 2, by: .named("B"), mode: .newIdentity) }
        #expect(throws: Refusal.self) { try venue.canReplace(slot: 7, current: 2, by: .named("C"), mode: .cloned) }
        try venue.canReplace(slot: 7, current: 2, by: .named("B"), mode: .cloned)

        // An agent that does it all the same is not silently dropped.
        script.add(.replace(1, with: 3, "C", at: 7), at: 20, seen: 3)
        #expect(script.venue.assignments[3]?.standing == .current)
        #expect(script.venue.assignments[2]?.standing == .contested)
        #expect(script.venue.problems == [])
    }

    @Test("R6: a resolved conflict is closed, by what became of the loser")
    func r6Resolved() {
        var removed = Self.contested()
        removed.add(.resolveConflict(7, winner: 3, [2: .removed]), at: 20, by: 4, seen: 5)
        #expect(removed.venue.conflicts == [])
        #expect(removed.venue.slot(of: "B", at: 11) == 7)
        #expect(removed.venue.slot(of: "B", at: 15) == nil)
        #expect(removed.venue.slot(of: "C", at: 15) == 7)

        var never = Self.contested()
        never.add(.resolveConflict(7, winner: 3, [2: .neverInstalled]), at: 20, by: 4, seen: 5)
        #expect(never.venue.conflicts == [])
        #expect(never.venue.slot(of: "B", at: 11) == nil)
        #expect(never.venue.slot(of: "A", at: 11) == 7)

        var moved = Self.contested()
        moved.add(.resolveConflict(7, winner: 3, [2: .moved(9)]), at: 20, by: 4, seen: 5)
        #expect(moved.venue.conflicts == [])
        #expect(moved.venue.slot(of: "B", at: 11) == 7)
        #expect(moved.venue.slot(of: "B", at: 15) == 9)
        #expect(moved.venue.assignments.current(of: 9)?.identity == .named("B"))

        var earlier = Self.contested()
        earlier.add(.resolveConflict(7, winner: 2, [3: .neverInstalled]), at: 20, by: 4, seen: 5)
        #expect(earlier.venue.conflicts == [])
        #expect(earlier.venue.assignments.current == [7: 2])
        #expect(earlier.venue.slot(of: "C", at: 15) == nil)
        #expect(earlier.venue.resolve(.named("B"), at: Int64(15).moment).tenure?.isContested == false)
    }

    @Test("R6: a decided winner stands above a replacement that nobody had seen")
    func r6LateRival() {
        var script = Self.contested()
        script.add(.resolveConflict(7, winner: 2, [3: .neverInstalled]), at: 20, by: 4, seen: 5)
        script.add(.replace(1, with: 4, "D", at: 7), at: 14, by: 5, seen: 3)
        #expect(script.venue.assignments.current == [7: 2])
        #expect(script.venue.assignments[4]?.standing == .contested)
    }

    @Test("R6: two contrary decisions are themselves a conflict, until a third that knows both")
    func r6ContraryDecisions() throws {
        var script = Self.contested()
        script.add(.resolveConflict(7, winner: 3, [2: .removed]), at: 20, by: 4, seen: 5)
        script.add(.resolveConflict(7, winner: 2, [3: .neverInstalled]), at: 21, by: 5, seen: 5)
        #expect(script.venue.assignments.current == [7: 2])
        #expect(script.venue.conflicts.map(\.kind) == [.contraryDecisions(2), .contraryDecisions(3)])
        script.add(.resolveConflict(7, winner: 3, [2: .removed]), at: 30, by: 6, seen: 7)
        #expect(script.venue.conflicts == [])
        #expect(script.venue.assignments.current == [7: 3])
    }

    @Test("a beacon retired by one and replaced by another is shown to a person")
    func retiredWhileReplaced() {
        var script = Script()
        script.add(.slot(7), at: -10)
        script.add(.register(1, "A", at: 7), at: 0, by: 1)
        script.add(.replace(1, with: 2, "B", at: 7), at: 10, by: 2, seen: 2)
        script.add(.retire(1), at: 12, by: 3, seen: 2)
        #expect(script.venue.assignments.current == [7: 2])
        #expect(script.venue.conflicts.map(\.kind) == [.retiredWhileReplaced(1, successor: 2)])
        script.add(.retire(2), at: 20, by: 3, seen: 4)
        #expect(script.venue.conflicts == [])
    }

    @Test("R9: a reverted replacement leaves the table as it was", arguments: Seed.forThisRun(200))
    func r9Revert(seed: Seed) {
        var random = SeededGenerator(seed)
        let events = RandomHistory(rounds: 4, authors: 4, most: 8, using: &random).events
        let before = Script.fold(events)
        var extra = Script()
        let replaced: AssignmentID = random.pick(12)
        let other: AssignmentID = random.pick(12, besides: [replaced])
        let time = Int64.random(in: 0...500_000, using: &random)
        extra.add(
            .replace(replaced, with: 99, random.identity(), at: random.pick(4), age: random.age()),
            at: time,
            by: 50
        )
        extra.add(.swap(1, replaced, 97, 2, other, 98, age: random.age()), at: time + 1, by: 51)
        extra.add(.revert(99), at: time + 2, by: 52)
        extra.add(.revert(98), at: time + 3, by: 53)
        let after = Script.fold(Script.arriving(events + extra.events))
        let isSame = after.assignments.assignments == before.assignments.assignments
        #expect(isSame)
        #expect(after.assignments.current == before.assignments.current)
        let resolvesAlike = after.identities == before.identities
        #expect(resolvesAlike)
    }

    @Test("R9: what replaced a reverted beacon replaced what hung there in truth")
    func r9Chain() {
        var script = Script()
        script.add(.slot(7), at: -10)
        script.add(.register(1, "A", at: 7), at: 0, by: 1)
        script.add(.replace(1, with: 2, "B", at: 7), at: 10, by: 2)
        script.add(.replace(2, with: 3, "C", at: 7), at: 20, by: 3)
        script.add(.revert(2), at: 30, by: 4)
        #expect(script.venue.slot(of: "A", at: 15) == 7)
        #expect(script.venue.slot(of: "A", at: 25) == nil)
        #expect(script.venue.slot(of: "B", at: 15) == nil)
        #expect(script.venue.slot(of: "C", at: 25) == 7)
        #expect(script.venue.assignments[3]?.replaced == 1)
        #expect(script.venue.conflicts == [])
    }

    @Test("R9: with the winner of a resolved conflict reverted, the loser hangs again")
    func r9RevertedWinner() {
        var script = Self.contested()
        script.add(.resolveConflict(7, winner: 3, [2: .removed]), at: 20, by: 4, seen: 5)
        script.add(.revert(3), at: 30, by: 4, seen: 6)
        #expect(script.venue.assignments.current == [7: 2])
        #expect(script.venue.conflicts == [])
        #expect(script.venue.slot(of: "B", at: 25) == 7)
    }

    @Test("R10: a retired beacon masks its slot at once, whatever else is contested there")
    func r10Retire() {
        var script = Self.contested()
        script.add(.retire(3), at: 20, by: 4, seen: 5)
        #expect(script.venue.assignments.current == [:])
        #expect(script.venue.conflicts.map(\.kind) == [.contestedSlot(current: nil, contested: [2])])
        #expect(script.venue.slot(of: "C", at: 19) == 7)
        #expect(script.venue.slot(of: "C", at: 20) == nil)

        var sinceStart = Self.contested()
        sinceStart.add(.retire(3, age: .sinceStart), at: 20, by: 4, seen: 5)
        #expect(sinceStart.venue.slot(of: "C", at: 13) == nil)
    }

    @Test("R11: a moved mount begins an epoch of its own slot and of no other")
    func r11Move() {
        var script = Script()
        script.add(.slot(7), at: -10)
        script.add(.slot(9), at: -9)
        script.add(.register(1, "A", at: 7), at: 0)
        script.add(.register(2, "B", at: 9), at: 0)
        let before = script.venue
        script.add(.slotMoved(SlotMoved(slot: 7, position: MountPosition(point: Point(x: 1, y: 2)))), at: 20)
        let after = script.venue
        #expect(after.slots[7]?.epoch == 1)
        #expect(after.slots[7]?.position == MountPosition(point: Point(x: 1, y: 2)))
        #expect(after.slots[9] == before.slots[9])
        #expect(after.identities.tenures(of: .named("B")) == before.identities.tenures(of: .named("B")))
        #expect(after.resolve(.named("A"), at: Int64(19).moment).tenure?.isCurrentEpoch == false)
        #expect(after.resolve(.named("A"), at: Int64(20).moment).tenure?.isCurrentEpoch == true)
        #expect(after.assignments[1]?.to == .distantFuture)

        // Hung there all along: a correction of the position, no new epoch.
        script.add(.slotMoved(SlotMoved(slot: 7, effectiveAge: .sinceStart)), at: 30)
        #expect(script.venue.slots[7]?.epoch == 1)
    }

    @Test("R13: a retired beacon heard again is a stray that says where it hung")
    func r13Revived() {
        var script = Script()
        script.add(.slot(7), at: -10)
        script.add(.register(1, "A", at: 7), at: 0)
        script.add(.retire(1), at: 10)
        guard case .stray(let former) = script.venue.resolve(.named("A"), at: Int64(50).moment) else {
            Issue.record("A retired beacon still resolves.")
            return
        }
        #expect(former?.assignment == 1)
        #expect(script.venue.resolve(.named("X"), at: Int64(50).moment) == .stray(former: nil))
        #expect(script.venue.resolve(.named("A"), at: Int64(-1).moment) == .stray(former: nil))
    }

    @Test("R14: a replacement changes the assignments and nothing else of the venue")
    func r14Delta() {
        var random = SeededGenerator(Seed(value: 14))
        var events = RandomHistory(rounds: 3, authors: 3, most: 8, using: &random).events
        var script = Script()
        script.add(.slot(70), at: 600_000, by: 60)
        script.add(.register(71, "R", at: 70), at: 600_001, by: 60)
        events = Script.arriving(events + script.events)
        let before = Script.fold(events)
        script.add(.replace(71, with: 72, "S", at: 70), at: 600_002, by: 60)
        var after = before
        let (event, payload) = script.events[2]
        after.apply(event.at(position: UInt64(events.count + 1)), payload)
        #expect(after.floors == before.floors)
        #expect(after.tracks == before.tracks)
        #expect(after.slots == before.slots)
        #expect(after.places == before.places)
        #expect(after.walks == before.walks)
        let changed = after.assignments.assignments.filter { before.assignments[$0.key] != $0.value }.keys.sorted()
        #expect(changed == [71, 72])
    }
}
