/// Finds the prints that are most like a scan.
///
/// Prints are kept as postings, slot by slot: a scan touches only the prints that hold a slot it hears. A first pass in
/// single precision leaves a handful of candidates, which are ranked by the metric's own definition in double
/// precision; so the answer is that of comparing the scan with every print. Ties go to the print that is first in the
/// table's canonical order.
public struct Matcher: Sendable {
    public let table: PrintTable
    public let metric: Metric
    /// Every print's levels on the metric's scale; where each print's start, and the end of the last.
    private let scaled: [ScaledLevel]
    private let starts: [Int]
    private let postings: Postings
    /// Per slot number, as the metric takes them.
    private let weights: [Double]

    public init(_ table: PrintTable, metric: Metric = .linearRelative) {
        self.table = table
        self.metric = metric
        var scaled: [ScaledLevel] = []
        var starts = [0]
        for print in table.prints {
            scaled += metric.scale(print.levels, table.constants)
            starts.append(scaled.count)
        }
        self.scaled = scaled
        self.starts = starts
        weights = metric.weights(of: table)
        postings = Postings(scaled, starts, metric: metric, weights: weights, constants: table.constants)
    }

    /// A print and its distance from a scan.
    public struct Neighbour: Hashable, Sendable {
        /// An index into ``PrintTable/prints``.
        public let print: Int
        /// In the metric's own unit.
        public let distance: Double

        public init(print: Int, distance: Double) {
            self.print = print
            self.distance = distance
        }
    }

    /// The prints of each of the table's floors that are nearest to a scan, nearest first.
    ///
    /// At most `count` per floor; a print with too little in common is none of them.
    public func nearest(_ count: Int, to scan: [SlotLevel]) -> [[Neighbour]] {
        let live = metric.scale(scan, table.constants)
        let scores = postings.scores(of: live)
        return table.floors.map { floor in
            let candidates = scores.smallest(count, in: floor.prints)
            let ranked = candidates.lazy
                .map { Neighbour(print: $0, distance: exactDistance(of: $0, from: live)) }
                .filter { $0.distance < .infinity }
                .sorted { ($0.distance, $0.print) < ($1.distance, $1.print) }
            return Array(ranked.prefix(count))
        }
    }

    /// The distance of every print from a scan, each worked out by the metric's definition.
    public func distances(to scan: [SlotLevel]) -> [Double] {
        let live = metric.scale(scan, table.constants)
        return table.prints.indices.map { exactDistance(of: $0, from: live) }
    }

    private func exactDistance(of print: Int, from live: [ScaledLevel]) -> Double {
        metric.scaledDistance(
            from: scaled[starts[print]..<starts[print + 1]],
            to: live,
            weights,
            table.constants
        )
    }
}
