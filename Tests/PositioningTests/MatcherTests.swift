import Fingerprints
import Positioning
import Survey
import TestSupport
import Testing

@Suite("The matcher")
struct MatcherTests {
    @Test("finds what comparing the scan with every print finds", arguments: Seed.forThisRun(4), Metric.allCases)
    func dense(seed: Seed, metric: Metric) {
        var random = SeededGenerator(seed)
        let blocks = (1...3).map { PrintsBlock.random(floor: $0, prints: 80, slots: 1...24, using: &random) }
        let doubts = (1...24).map { AssignmentEntry.hung($0, UInt16($0), deviation: $0.isMultiple(of: 5) ? 600 : 0) }
        let table = PrintTable(blocks, assignments: AssignmentsBlock(entries: doubts))
        let matcher = Matcher(table, metric: metric)
        for _ in 0..<40 {
            let scan = table.randomScan(using: &random)
            let distances = table.prints.map {
                metric.distance(from: $0.levels, to: scan, weights: metric.weights(of: table))
            }
            let expected = table.floors.map { floor in
                floor.prints.map { Matcher.Neighbour(print: $0, distance: distances[$0]) }
                    .filter { $0.distance < .infinity }
                    .sorted { ($0.distance, $0.print) < ($1.distance, $1.print) }
                    .prefix(5)
            }
            let found = matcher.nearest(5, to: scan)
            let isEqual = zip(found, expected).allSatisfy { $0 == Array($1) } && found.count == expected.count
            #expect(isEqual, "\(scan.count) heard")
        }
    }

    @Test("gives the same answer for every order of blocks and rows", arguments: Seed.forThisRun(10))
    func order(seed: Seed) {
        var random = SeededGenerator(seed)
        let blocks = (1...3).map { PrintsBlock.random(floor: $0, prints: 40, slots: 1...12, using: &random) }
        let assignments = AssignmentsBlock.plain(12)
        let table = PrintTable(blocks, assignments: assignments)
        let shuffled = PrintTable(
            blocks.map { $0.shuffled(using: &random) }.shuffled(using: &random),
            assignments: assignments
        )
        #expect(shuffled.prints == table.prints)
        for metric in Metric.allCases {
            let locators = [table, shuffled].map {
                Locator(Matcher($0, metric: metric), method: .weighted(neighbours: 3))
            }
            for _ in 0..<10 {
                let scan = table.randomScan(using: &random)
                let fixes = locators.map { locator in Result { () throws(NoFix) in try locator.locate(scan) } }
                #expect(fixes[0] == fixes[1])
            }
        }
    }

    @Test("without noise returns the very print", arguments: Seed.forThisRun(5), Metric.allCases)
    func exact(seed: Seed, metric: Metric) {
        var random = SeededGenerator(seed)
        let block = PrintsBlock.random(floor: 1, prints: 60, slots: 1...20, using: &random)
        let table = PrintTable([block], assignments: .plain(20))
        let matcher = Matcher(table, metric: metric)
        for (number, print) in table.prints.enumerated() where print.levels.count >= 3 {
            let nearest = matcher.nearest(1, to: print.levels)[0][0]
            #expect(nearest.distance < 1e-6)
            let isAlike = table.prints[nearest.print].levels == print.levels || metric != .absolute
            #expect(nearest.print == number || isAlike)
        }
    }
}

extension PrintsBlock {
    /// The same prints in another order, reference points kept together.
    fileprivate func shuffled(using random: inout SeededGenerator) -> PrintsBlock {
        var first = 0
        let rows = rows.map { row -> (Row, ArraySlice<Level>) in
            defer { first += Int(row.levelCount) }
            return (row, levels[first..<first + Int(row.levelCount)])
        }
        let points = Dictionary(grouping: rows) { $0.0.point }.sorted { $0.key < $1.key }.map(\.value)
        let shuffled = points.shuffled(using: &random).flatMap { $0.shuffled(using: &random) }
        return PrintsBlock(floor: floor, slots: slots, rows: shuffled.map(\.0), levels: shuffled.flatMap(\.1))
    }
}
