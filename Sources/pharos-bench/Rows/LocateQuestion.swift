import CommandLineKit
import Fingerprints
import Positioning
import Survey

/// `locate`: fixes per second on one core in a venue of 10,000 points and 200 slots, 20 of them heard.
///
/// By linear relative strengths and three neighbours; before it is timed, each answer is compared with that of a dense
/// evaluation. The limit is numpy's product of the matrix of all prints with the scan.
struct LocateQuestion: Question {
    private static let slots = 200
    private static let heard = 20
    /// Scans that are located again and again, and compared with the dense evaluation.
    private static let scans = 200

    private let row = Row(
        "locate",
        "queries/s",
        beside: "numpy matrix-vector product",
        .atLeast(20_000),
        .ratioAtLeast(4)
    )

    var rows: [Row] { [row] }

    func measure(in workshop: Workshop) async throws -> [Figure] {
        let points = workshop.sizes.points
        let venue = LargeVenue(points: points, slots: Self.slots, heard: Self.heard)
        let table = PrintTable([venue.block], assignments: venue.assignments)
        let scans = venue.scans(Self.scans, of: table)
        let locator = Locator(Matcher(table, metric: .linearRelative), method: .weighted(neighbours: 3))
        guard scans.allSatisfy({ agreesWithDense(locator.matcher, $0) }) else {
            throw BenchError.wrong("the answer is that of a dense evaluation")
        }
        var (rates, peerRates): ([Double], [Double]) = ([], [])
        for _ in 0..<repetitions {
            var sum = 0.0
            let own = try await time {
                for query in 0..<workshop.sizes.queries {
                    sum += try locator.locate(scans[query % scans.count]).point.x
                }
            }
            guard sum > 0 else { throw BenchError.wrong("every scan is located") }
            rates.append(Double(workshop.sizes.queries) / own.inSeconds)
            let peer = MatrixVectorPeer.queriesPerSecond(points: points, slots: Self.slots, heard: Self.heard)
            if let peer { peerRates.append(peer) }
        }
        if peerRates.isEmpty { workshop.console.note("No Python with numpy here: no figure to compare with.") }
        return [Figure(row, median(rates), beside: peerRates.isEmpty ? nil : median(peerRates))]
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
