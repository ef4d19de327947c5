import Foundation
import Positioning
import Survey
import TestSupport
import Testing

@Suite("Attractor (POSITIONING.md §2.10)")
struct AttractorTests {
    @Test(
        "the nearest spot pulls a tenth of the way, unless one is within 0.2 m",
        arguments: [(1.0, 0.0, 0.9, 0.0), (0.5, 0, 0.45, 0), (0.3, 0, 0.27, 0), (0.1, 0, 0.1, 0), (3, 4, 2.7, 3.6)]
    )
    func vectors(x: Double, y: Double, toX: Double, toY: Double) {
        let pulled = Attractor(spots: [Point(x: 0, y: 0)]).attract(Point(x: x, y: y))
        #expect(pulled.distance(to: Point(x: toX, y: toY)) < 1e-9)
    }

    @Test("only the nearest spot pulls, and none from more than 5 m")
    func nearest() {
        let attractor = Attractor(spots: [Point(x: 0, y: 0), Point(x: 10, y: 0)])
        #expect(attractor.attract(Point(x: 4, y: 0)).distance(to: Point(x: 3.6, y: 0)) < 1e-9)
        #expect(attractor.attract(Point(x: 5, y: 4)) == Point(x: 5, y: 4))
        #expect(Attractor(spots: []).attract(Point(x: 1, y: 1)) == Point(x: 1, y: 1))
    }
}

@Suite("The considerably closest rule (POSITIONING.md, B7)")
struct NearestGuardTests {
    private let a = SlotID(high: 0, low: 1)
    private let b = SlotID(high: 0, low: 2)

    /// What is told along a way between two slots 12 m apart, each second; `place` is metres from the first.
    private func told(
        seconds: Int,
        seed: Seed,
        place: (Int) -> Double,
        rules: NearestGuard.Rules = NearestGuard.Rules()
    ) -> [(second: Int, slot: SlotID)] {
        var random = SeededGenerator(seed)
        var guardian = NearestGuard(rules: rules)
        var told: [(second: Int, slot: SlotID)] = []
        for second in 0..<seconds {
            func level(_ distance: Double) -> Double {
                // A sum of twelve even draws is as good as normal: 3 dB.
                let noise = (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &random) } * 3
                return -61 - 24 * log10(max(abs(distance), 1)) + noise
            }
            let levels = [a: level(place(second)), b: level(12 - place(second))]
            if let slot = guardian.hear(levels, at: Int64(second) * 1_000) { told.append((second, slot)) }
        }
        return told
    }

    @Test("midway between two beacons at most one thing in two minutes is told", arguments: Seed.forThisRun(10))
    func midway(seed: Seed) {
        var rules = NearestGuard.Rules()
        rules.cooldown = 0  // the cooldown alone would silence it
        let count = told(seconds: 1_200, seed: seed, place: { _ in 6 }, rules: rules).count
        #expect(count <= 10, "in 20 minutes")
    }

    @Test("a visitor who walks from one to the other hears of it about 6 s after the middle")
    func walking() {
        var delays: [Int] = []
        for seed in 0..<40 {
            let told = told(seconds: 40, seed: Seed(value: UInt64(seed)), place: { Double(min($0, 12)) })
            if let arrival = told.first(where: { $0.slot == b }) { delays.append(arrival.second - 6) }
        }
        #expect(delays.count >= 38)
        #expect(delays.sorted()[delays.count / 2] <= 6)
    }

    @Test("a slot is told once per cooldown, and only after another was told or it fell silent")
    func cooldown() {
        var guardian = NearestGuard()
        func stand(at slot: SlotID, from: Int64, to: Int64) -> [SlotID] {
            stride(from: from, through: to, by: 1_000).compactMap { guardian.hear([slot: -60], at: $0) }
        }
        #expect(stand(at: a, from: 0, to: 60_000) == [a])
        #expect(stand(at: b, from: 61_000, to: 120_000) == [b])
        #expect(stand(at: a, from: 121_000, to: 180_000) == [])
        #expect(stand(at: b, from: 181_000, to: 800_000) == [])
        #expect(stand(at: a, from: 801_000, to: 860_000) == [a])
        #expect(stand(at: a, from: 2_000_000, to: 2_060_000) == [a])
    }

    @Test("what it remembers goes on after a restart, as if there had been none", arguments: Seed.forThisRun(20))
    func restart(seed: Seed) {
        var random = SeededGenerator(seed)
        var (whole, parts) = (NearestGuard(), NearestGuard())
        for second in 0..<300 {
            let slots = [a, b, SlotID(high: 0, low: 3)].filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
            let levels = Dictionary(
                uniqueKeysWithValues: slots.map { ($0, Double.random(in: -90 ... -50, using: &random)) }
            )
            parts = NearestGuard(parts.memory)
            let (one, other) = (
                whole.hear(levels, at: Int64(second) * 1_000), parts.hear(levels, at: Int64(second) * 1_000)
            )
            #expect(one == other)
        }
    }

    @Test("clocks that jump and levels that are no numbers do no harm")
    func odd() {
        var guardian = NearestGuard()
        for time in [0, 5_000, .max, .min, 3, -7] as [Int64] {
            _ = guardian.hear([a: .nan, b: -.infinity], at: time)
        }
        #expect(guardian.memory.levels.isEmpty)
    }
}

@Suite("Zones")
struct ZoneMonitorTests {
    private let floor = FloorID(high: 0, low: 1)
    private var zone: ZoneMonitor<Int>.Zone {
        ZoneMonitor.Zone(id: 1, floor: floor, centre: Point(x: 0, y: 0), radius: 5)
    }

    @Test("a zone is entered after two seconds within, and left 2 m beyond its rim")
    func crossing() {
        var monitor = ZoneMonitor([zone])
        func move(_ x: Double, _ second: Int64) -> [Bool] {
            monitor.move(to: Point(x: x, y: 0), on: floor, at: second * 1_000).map(\.isEntry)
        }
        #expect(move(4, 0) == [])
        #expect(move(4, 1) == [])
        #expect(move(4, 2) == [true])
        #expect(move(6.9, 3) == [])
        #expect(move(7.1, 4) == [false])
        #expect(move(4, 5) == [])
        #expect(move(6, 6) == [], "it only brushed the rim")
        #expect(move(4, 7) == [])
        #expect(move(4, 8) == [])
    }

    @Test("enters and exits alternate, on the zone's floor alone, also over restarts", arguments: Seed.forThisRun(20))
    func alternate(seed: Seed) {
        var random = SeededGenerator(seed)
        var monitor = ZoneMonitor([zone])
        var isInside = false
        for second in 0..<500 {
            let here = Int.random(in: 0..<5, using: &random) == 0 ? FloorID(high: 0, low: 2) : floor
            let point = Point(x: .random(in: -9...9, using: &random), y: 0)
            for crossing in monitor.move(to: point, on: here, at: Int64(second) * 1_000) {
                #expect(crossing.isEntry != isInside)
                isInside = crossing.isEntry
                #expect(isInside ? here == floor && point.distance(to: Point(x: 0, y: 0)) <= 5 : true)
            }
            monitor = ZoneMonitor([zone], states: monitor.states)
        }
    }

    @Test("a zone that is gone is forgotten")
    func gone() {
        var monitor = ZoneMonitor([zone])
        _ = monitor.move(to: Point(x: 0, y: 0), on: floor, at: 0)
        #expect(ZoneMonitor<Int>([], states: monitor.states).states.isEmpty)
    }
}
