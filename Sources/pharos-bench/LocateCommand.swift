import CommandLineKit
import Fingerprints
import Positioning
import Survey

/// `pharos-bench locate`: queries per second on one core in a large venue.
struct LocateCommand: Subcommand {
    static let name = "locate"
    static let summary = "Locate scans among 10,000 points and 200 slots on one core"
    static let usage = "[--queries N]"
    static let options = [OptionSummary("--queries N", "how many scans to locate (20000)")]

    private let queries: Int

    init(_ arguments: inout Arguments) throws(UsageError) {
        queries = try arguments.takeInteger("--queries", in: 1...10_000_000) ?? 20_000
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = LargeVenue(points: 10_000, slots: 200, heard: 20)
        let table = PrintTable([venue.block], assignments: venue.assignments)
        let scans = venue.scans(200, of: table)
        let peer = MatrixVectorPeer.queriesPerSecond(points: 10_000, slots: 200, heard: 20)
        if peer == nil { console.note("No Python with numpy here: no figure to compare with.") }
        for metric in Metric.allCases {
            let locator = Locator(Matcher(table, metric: metric), method: .weighted(neighbours: 3))
            let agrees = scans.allSatisfy { agreesWithDense(locator.matcher, $0) }
            guard agrees else {
                console.warn("\(metric.rawValue): the answer differs from a dense evaluation.")
                return .failure
            }
            var sum = 0.0
            let seconds = try (0..<3).map { _ in
                try Measurement.seconds {
                    for query in 0..<queries { sum += try locator.locate(scans[query % scans.count]).point.x }
                }
            }
            let name = metric == .linearRelative ? "locate" : "locate-\(metric.rawValue)"
            precondition(sum.isFinite, "Every scan is located.")
            Measurement(
                name: name,
                value: Double(queries) / Measurement.median(seconds),
                unit: "queries/s",
                limit: peer == nil ? nil : "numpy matrix-vector product",
                limitValue: peer
            ).tell(console)
        }
        return .success
    }

    private func agreesWithDense(_ matcher: Matcher, _ scan: [SlotLevel]) -> Bool {
        let dense = matcher.distances(to: scan).enumerated()
            .map { Matcher.Neighbour(print: $0.offset, distance: $0.element) }
            .sorted { ($0.distance, $0.print) < ($1.distance, $1.print) }
        return matcher.nearest(3, to: scan)[0] == Array(dense.prefix(3))
    }
}

/// A made-up venue as large as an exhibition: points in rows of 100, each hearing the slots around it.
struct LargeVenue {
    let block: PrintsBlock
    let assignments: AssignmentsBlock
    private let slots: Int
    private let heard: Int

    init(points: Int, slots: Int, heard: Int) {
        self.slots = slots
        self.heard = heard
        let ids = (0..<slots).map { SlotID(high: 1, low: UInt64($0)) }
        var random = Xorshift()
        var rows: [PrintsBlock.Row] = []
        var levels: [PrintsBlock.Level] = []
        for point in 0..<points {
            rows.append(
                PrintsBlock.Row(
                    point: UInt32(point),
                    place: MillimetrePoint(x: Int32(point % 100) * 1_000, y: Int32(point / 100) * 1_000),
                    heading: nil,
                    scans: 10,
                    levelCount: UInt32(heard)
                )
            )
            let near = random.choose(heard, below: slots)
            levels += near.map { slot in
                PrintsBlock.Level(
                    slot: UInt32(slot),
                    heard: 10,
                    mean: Int16(-4_000 - Int(random.below(5_500))),
                    deviation: 300
                )
            }
        }
        block = PrintsBlock(floor: FloorID(high: 1, low: 1), slots: ids, rows: rows, levels: levels)
        assignments = AssignmentsBlock(
            entries: ids.enumerated().map { number, slot in
                AssignmentEntry(
                    slot: slot,
                    occupant: AssignmentEntry.Occupant(
                        identity: BeaconIdentity(.name("beacon \(number)")),
                        offset: 0,
                        offsetDeviation: 0,
                        isContested: false
                    )
                )
            }
        )
    }

    /// Scans of as many slots as a print has, at random strengths.
    func scans(_ count: Int, of table: PrintTable) -> [[SlotLevel]] {
        var random = Xorshift()
        return (0..<count).map { _ in
            random.choose(heard, below: slots).map {
                SlotLevel(slot: Int32($0), level: -4_000 - Int32(random.below(5_500)))
            }
        }
    }
}

/// Marsaglia's xorshift (Journal of Statistical Software, 2003): the same numbers in every run.
struct Xorshift {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func below(_ limit: UInt64) -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state % limit
    }

    /// Some different numbers below a limit, ascending.
    mutating func choose(_ count: Int, below limit: Int) -> [Int] {
        var chosen = Set<Int>()
        while chosen.count < count { chosen.insert(Int(below(UInt64(limit)))) }
        return chosen.sorted()
    }
}
