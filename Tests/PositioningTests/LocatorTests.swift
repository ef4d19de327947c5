import Fingerprints
import Positioning
import Survey
import TestSupport
import Testing

@Suite("The locator")
struct LocatorTests {
    /// A corridor of 11 points with a beacon at either end and one in the middle.
    private let corridor = PrintsBlock(
        stride(from: 0.0, through: 10.0, by: 1.0).map { (x: Double) in
            let levels: [UInt64: Double] = [1: -50 - 3 * x, 2: -80 + 3 * x, 3: -50 - 4 * (x - 5).magnitude]
            return PrintsBlock.Spoken(x: x, levels: levels)
        }
    )

    private func locate(
        _ readings: [Reading?],
        assignments: AssignmentsBlock = .plain(3),
        metric: Metric = .linearRelative,
        method: Locator.Method = .nearest
    ) throws(NoFix) -> Fix {
        let table = PrintTable([corridor], assignments: assignments)
        let directory = SlotDirectory(assignments, policy: .frame, table: table)
        let locator = Locator(Matcher(table, metric: metric), method: method)
        return try locator.locate(directory.levels(of: readings.compactMap { $0 }))
    }

    @Test("finds the place of a scan taken at a print", arguments: Metric.allCases)
    func atPrint(metric: Metric) throws {
        let fix = try locate([.of(1, -59), .of(2, -71), .of(3, -58)], metric: metric)
        #expect(fix.point == Point(x: 3, y: 0))
        #expect(fix.floor == FloorID(1))
        #expect(fix.slots == 3)
        #expect(fix.accuracy > 0)
    }

    @Test("stands between the prints it is most like", arguments: Metric.allCases)
    func weighted(metric: Metric) throws {
        let fix = try locate([.of(1, -61), .of(2, -69), .of(3, -56)], metric: metric, method: .weighted(neighbours: 3))
        #expect((2.5...4.5).contains(fix.point.x))
    }

    @Test("gives no place for fewer than two known beacons, and says so")
    func tooFew() {
        #expect(throws: NoFix.tooFewBeacons(heard: 0, needed: 2)) { try locate([]) }
        #expect(throws: NoFix.tooFewBeacons(heard: 1, needed: 2)) { try locate([.of(1, -50), .of(99, -40)]) }
    }

    @Test("gives no place without prints, nor where nothing is alike")
    func nothing() {
        let empty = PrintTable([], assignments: .plain(3))
        let locator = Locator(Matcher(empty), method: .nearest)
        #expect(throws: NoFix.noPrints) { try locator.locate([]) }
        let apart = PrintTable(
            [PrintsBlock([.init(x: 0, levels: [1: -50, 2: -60]), .init(x: 9, levels: [3: -50, 4: -60])])],
            assignments: .plain(4)
        )
        #expect(throws: NoFix.nothingAlike) {
            try Locator(Matcher(apart, metric: .levelRemoved), method: .nearest)
                .locate([SlotLevel(slot: 1, level: -5_000), SlotLevel(slot: 2, level: -5_000)])
        }
    }

    @Test("R10: a retired beacon misleads nobody: its slot leaves every print")
    func retired() throws {
        let assignments = AssignmentsBlock(entries: [.hung(1, 1), .hung(2, 2)])
        let fix = try locate([.of(1, -59), .of(2, -71), .of(3, -40)], assignments: assignments)
        #expect(fix.point == Point(x: 3, y: 0))
        #expect(fix.slots == 2)
    }

    @Test("a quieter replacement gives the same place once its offset is known", arguments: Metric.allCases)
    func replaced(metric: Metric) throws {
        let before = try locate([.of(1, -59), .of(2, -71), .of(3, -58)], metric: metric)
        let verified = AssignmentsBlock(entries: [.hung(1, 1), .hung(2, 2), .hung(3, 30, offset: -800)])
        let after = try locate([.of(1, -59), .of(2, -71), .of(30, -66)], assignments: verified, metric: metric)
        #expect(after == before)
    }

    @Test("the unknown offset of a replacement misleads less than one believed to be nought")
    func unsure() throws {
        func error(_ deviation: UInt16) throws -> Double {
            let assignments = AssignmentsBlock(entries: [.hung(1, 1), .hung(2, 2), .hung(3, 30, deviation: deviation)])
            let fix = try locate(
                [.of(1, -59), .of(2, -71), .of(30, -75)],
                assignments: assignments,
                metric: .absolute,
                method: .weighted(neighbours: 3)
            )
            return abs(fix.point.x - 3)
        }
        #expect(try error(600) < error(0))
    }

    @Test("R6: of two beacons that contest a slot the winner counts; alone, either does")
    func contested() throws {
        let assignments = AssignmentsBlock(
            entries: [.hung(1, 1), .hung(2, 2), .hung(3, 3), .hung(3, 30, isContested: true)]
        )
        let table = PrintTable([corridor], assignments: assignments)
        let directory = SlotDirectory(assignments, policy: .frame, table: table)
        func level(_ readings: [Reading?]) -> [Int32] {
            let heard: [Reading] = readings.compactMap { $0 }
            return directory.levels(of: heard).map { $0.level }
        }
        #expect(level([.of(30, -40), .of(3, -60)]) == [-6_000])
        #expect(level([.of(30, -40)]) == [-4_000])
        #expect(level([.of(3, -60), .of(3, -55)]) == [-5_500])
    }

    @Test("turning in place: the print of the heading speaks for its place")
    func headings() throws {
        let block = PrintsBlock([
            .init(x: 0, heading: .up, levels: [1: -50, 2: -80]),
            .init(x: 0, heading: .down, levels: [1: -80, 2: -50]),
            .init(x: 5, heading: .up, levels: [1: -60, 2: -70]),
        ])
        let table = PrintTable([block], assignments: .plain(2), headings: .separate)
        #expect(table.prints.count == 3)
        let locator = Locator(Matcher(table), method: .nearest)
        let scan = [SlotLevel(slot: 0, level: -8_000), SlotLevel(slot: 1, level: -5_100)]
        #expect(try locator.locate(scan).point == Point(x: 0, y: 0))
        let merged = PrintTable([block], assignments: .plain(2))
        #expect(
            merged.prints.map(\.levels) == [
                [SlotLevel(slot: 0, level: -6_500), SlotLevel(slot: 1, level: -6_500)],
                [SlotLevel(slot: 0, level: -6_000), SlotLevel(slot: 1, level: -7_000)],
            ]
        )
    }

    @Test("region mode answers the middle of the region whose nearest print is nearest")
    func region() throws {
        let fix = try locate([.of(1, -74), .of(2, -56), .of(3, -62)], method: .region(size: 5))
        #expect(fix.point == Point(x: 7, y: 0))
    }

    @Test("the floor is what most of the nearest prints say")
    func floors() throws {
        let upper = PrintsBlock(floor: 2, (0...10).map { .init(x: Double($0), levels: [1: -80, 2: -83, 4: -50]) })
        let table = PrintTable([corridor, upper], assignments: .plain(4))
        let directory = SlotDirectory(.plain(4), policy: .frame, table: table)
        for metric in Metric.allCases {
            let locator = Locator(Matcher(table, metric: metric), method: .weighted(neighbours: 3))
            func floor(_ readings: [Reading?]) throws -> FloorID {
                try locator.locate(directory.levels(of: readings.compactMap { $0 })).floor
            }
            #expect(try floor([.of(1, -59), .of(2, -71), .of(3, -58)]) == FloorID(1))
            #expect(try floor([.of(1, -82), .of(2, -84), .of(4, -52)]) == FloorID(2))
        }
    }
}
