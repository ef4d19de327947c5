import Fingerprints
import Positioning
import Survey
import TestSupport
import Testing

@Suite("The radio map")
struct RadioMapTests {
    @Test("finds places between the prints", arguments: [(3.5, 2.5), (6.2, 3.4), (9.5, 1.5)])
    func between(x: Double, y: Double) throws {
        let locator = MapLocator(RadioMap(Hallway.table), of: Hallway.table)
        let truth = Point(x: x, y: y)
        let fix = try locator.locate(Hallway.scan(at: truth))
        #expect(fix.point.distance(to: truth) < 1.5)
        #expect(fix.accuracy > 0)
    }

    @Test("a device that hears everything louder is told nearly the same place", arguments: [-12.0, 6, 12])
    func gain(gain: Double) throws {
        let locator = MapLocator(RadioMap(Hallway.table), of: Hallway.table)
        let truth = Point(x: 4.5, y: 2.5)
        let (plain, louder) = (
            try locator.locate(Hallway.scan(at: truth)), try locator.locate(Hallway.scan(at: truth, gain: gain))
        )
        #expect(plain.point.distance(to: louder.point) < 1.5)
    }

    @Test("the order of prints changes no bit", arguments: Seed.forThisRun(10))
    func order(seed: Seed) throws {
        var random = SeededGenerator(seed)
        let blocks = (1...2).map { PrintsBlock.random(floor: $0, prints: 30, slots: 1...12, using: &random) }
        let tables = [blocks, blocks.map { $0.shuffled(using: &random) }.reversed()].map {
            PrintTable($0, assignments: .plain(12))
        }
        let locators = tables.map { MapLocator(RadioMap($0), of: $0, minimumSlots: 1) }
        for _ in 0..<10 {
            let scan = tables[0].randomScan(using: &random)
            let fixes = locators.map { locator in Result { () throws(NoFix) in try locator.locate(scan) } }
            #expect(fixes[0] == fixes[1])
        }
    }

    @Test("random prints and scans give finite places or none", arguments: Seed.forThisRun(20))
    func fuzzed(seed: Seed) {
        var random = SeededGenerator(seed)
        let block = PrintsBlock.random(
            floor: 1,
            prints: .random(in: 1...20, using: &random),
            slots: 1...9,
            using: &random
        )
        let table = PrintTable([block], assignments: .plain(9))
        let locator = MapLocator(RadioMap(table), of: table, minimumSlots: 0)
        for _ in 0..<20 {
            guard let fix = try? locator.locate(table.randomScan(using: &random)) else { continue }
            let isFinite = fix.point.x.isFinite && fix.point.y.isFinite && fix.accuracy.isFinite
            #expect(isFinite)
        }
    }

    @Test("without prints there is no place")
    func empty() {
        let table = PrintTable([], assignments: .plain(1))
        let locator = MapLocator(RadioMap(table), of: table)
        #expect(throws: NoFix.noPrints) { try locator.locate([SlotLevel(slot: 0, level: -6_000)]) }
    }
}

extension PrintsBlock {
    /// The same rows in another order.
    fileprivate func shuffled(using random: inout SeededGenerator) -> PrintsBlock {
        var first = 0
        var parts: [(row: Row, levels: [Level])] = []
        for row in rows {
            parts.append((row, Array(levels[first..<first + Int(row.levelCount)])))
            first += Int(row.levelCount)
        }
        // Rows of one point stay together.
        let points = Dictionary(grouping: parts, by: \.row.point).sorted { $0.key < $1.key }.map(\.value)
            .shuffled(using: &random).flatMap { $0 }
        return PrintsBlock(floor: floor, slots: slots, rows: points.map(\.row), levels: points.flatMap(\.levels))
    }
}
