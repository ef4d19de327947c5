import Fingerprints
import Survey
import Testing

@testable import Positioning

@Suite("Tracking")
struct TrackingTests {
    private let filter = TrackingFilter(RadioMap(Hallway.table), of: Hallway.table)

    @Test("a device is searched, fixed, and lost after ten seconds of silence")
    func states() {
        var filter = filter
        #expect(filter.take([], at: 0) == .searching)
        let fixed = filter.take(Hallway.scan(at: Point(x: 6, y: 3)), at: 1)
        guard case .fixed(let fix) = fixed else {
            Issue.record("no fix")
            return
        }
        guard case .fixed(let aged) = filter.take([], at: 9) else {
            Issue.record("lost too early")
            return
        }
        #expect(aged.point == fix.point)
        // 8 s at 1.4 m/s in an unknown direction: 7.9 m of deviation per axis, 12 m for 68 of 100.
        #expect(aged.accuracy > 11 && aged.accuracy < 14)
        #expect(filter.take([], at: 12) == .lost(fix))
    }

    @Test("somebody who walks at 1 m/s never jumps")
    func walking() {
        var filter = filter
        var last: Point?
        for second in 0...10 {
            let truth = Point(x: 1 + Double(second), y: 3)
            guard case .fixed(let fix) = filter.take(Hallway.scan(at: truth, gain: 8), at: Double(second)) else {
                Issue.record("no fix")
                return
            }
            #expect(last.map { fix.point.distance(to: $0) <= 3 } ?? true)
            if second > 3 { #expect(fix.point.distance(to: truth) < 2) }
            last = fix.point
        }
    }

    @Test("steps carry the place along where nothing new is heard")
    func steps() {
        var filter = filter
        var still = filter
        for second in 0..<5 {
            let scan = Hallway.scan(at: Point(x: 3, y: 3))
            _ = filter.take(scan, at: Double(second))
            _ = still.take(scan, at: Double(second))
        }
        let motion = Motion(steps: 4, length: 0.75, heading: 90)
        let vague = [SlotLevel(slot: 1, level: -7_500)]
        guard case .fixed(let moved) = filter.take(vague, at: 5, motion: motion),
            case .fixed(let stayed) = still.take(vague, at: 5, motion: Motion(steps: 0, length: 0.75, heading: 90))
        else {
            Issue.record("no fix")
            return
        }
        #expect(moved.point.x - stayed.point.x > 1)
    }

    @Test("a strong slot that stays silent in six scans is masked for the session")
    func masking() {
        var filter = filter
        let scan = Hallway.scan(at: Point(x: 6, y: 3), without: [2])
        for second in 0..<5 { _ = filter.take(scan, at: Double(second)) }
        #expect(filter.maskedSlots.isEmpty)
        for second in 5..<9 { _ = filter.take(scan, at: Double(second)) }
        #expect(filter.maskedSlots == [SlotID(2)])
    }

    @Test("confined to a track, every place lies along it")
    func tracks() {
        let track = (floor: FloorID(1), points: [Point(x: 0, y: 1), Point(x: 12, y: 1)])
        var filter = TrackingFilter(RadioMap(Hallway.table), of: Hallway.table, tracks: [track])
        for second in 0..<5 {
            guard case .fixed(let fix) = filter.take(Hallway.scan(at: Point(x: 6, y: 5)), at: Double(second)) else {
                Issue.record("no fix")
                return
            }
            #expect(fix.point.y <= 2.6)
        }
    }

    @Test("one fix never changes the floor, even where nothing speaks for it", arguments: [[0.0, 1.0], [0.4, 0.6]])
    func automaton(above: [Double]) {
        var automaton = FloorAutomaton()
        let constants = TrackingConstants()
        #expect(automaton.take([1, 0], constants) == 0)
        #expect(automaton.take(above, constants) == 0)
        #expect(automaton.take([1, 0], constants) == 0)
        #expect((0..<3).map { _ in automaton.take(above, constants) } == [0, 0, 1])
    }

    @Test("the floor changes when fixes agree, never on one")
    func floors() {
        let blocks = [Hallway.block(floor: 1), Hallway.block(floor: 2)]
        let table = PrintTable(blocks, assignments: .plain(6))
        var filter = TrackingFilter(RadioMap(table), of: table)
        let here = Hallway.scan(at: Point(x: 6, y: 3))
        let above = here.map { SlotLevel(slot: $0.slot, level: $0.level - 3_000) }
        var shown: [FloorID] = []
        for second in 0..<20 {
            let state = filter.take(second < 5 || second == 7 ? here : above, at: Double(second))
            if case .fixed(let fix) = state { shown.append(fix.floor) }
        }
        #expect(shown.count == 20)
        #expect(shown.prefix(7).allSatisfy { $0 == FloorID(1) })
    }
}
