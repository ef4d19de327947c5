import Survey

/// A reference point with its tallies, as an export writes it down.
public struct PrintedPoint: Hashable, Sendable {
    public let key: ReferencePointKey
    public let place: MillimetrePoint
    /// Scans per heading, five numbers.
    public let scans: [UInt32]
    /// Sorted by heading, then by span.
    public let tallies: [PrintedTally]

    public init(key: ReferencePointKey, place: MillimetrePoint, scans: [UInt32], tallies: [PrintedTally]) {
        self.key = key
        self.place = place
        self.scans = scans
        self.tallies = tallies
    }
}

/// How one assignment was heard towards one heading: what a ``Tally`` holds.
public struct PrintedTally: Hashable, Sendable {
    /// The raw value of a ``HeadingQuarter``, or 4 for an unknown heading.
    public let heading: UInt8
    /// Which of the index's spans.
    public let span: Int
    public let count: Int64
    public let sum: Int64
    public let sumOfSquares: Int64

    public init(heading: UInt8, span: Int, count: Int64, sum: Int64, sumOfSquares: Int64) {
        self.heading = heading
        self.span = span
        self.count = count
        self.sum = sum
        self.sumOfSquares = sumOfSquares
    }
}

extension FingerprintIndex {
    /// Every reference point with its tallies, in the order of the index.
    public var printed: [PrintedPoint] {
        points.map { point in
            PrintedPoint(
                key: point.key,
                place: point.place,
                scans: point.scans,
                tallies: entries[point.entries].map { entry in
                    PrintedTally(
                        heading: entry.heading,
                        span: Int(entry.span),
                        count: entry.tally.count,
                        sum: entry.tally.sum,
                        sumOfSquares: entry.tally.sumOfSquares
                    )
                }
            )
        }
    }

    /// An index from what an export wrote down; nil where the parts are not those of an index.
    public init?(printed: [PrintedPoint], spans: [AssignmentSpan], strayReadings: Int, scanCount: Int) {
        guard spans == spans.sorted(), zip(printed, printed.dropFirst()).allSatisfy({ $0.key < $1.key }) else {
            return nil
        }
        var points: [ReferencePoint] = []
        var entries: [Entry] = []
        for point in printed {
            // Before anything is computed: a number from a file may be of any size.
            guard point.tallies.allSatisfy({ $0.heading <= 4 && spans.indices.contains($0.span) && $0.isPossible })
            else { return nil }
            let order = point.tallies.map { Int($0.heading) * spans.count + $0.span }
            guard point.scans.count == 5, order == order.sorted(), Set(order).count == order.count else { return nil }
            let first = entries.count
            entries += point.tallies.map { tally in
                Entry(
                    heading: tally.heading,
                    span: UInt32(tally.span),
                    tally: Tally(count: tally.count, sum: tally.sum, sumOfSquares: tally.sumOfSquares)
                )
            }
            points.append(
                ReferencePoint(key: point.key, place: point.place, scans: point.scans, entries: first..<entries.count)
            )
        }
        self.init(
            points: points,
            entries: entries,
            spans: spans,
            strayReadings: strayReadings,
            scanCount: scanCount
        )
    }
}

extension PrintedTally {
    /// Whether some strengths of −127…20 dBm may add up to it; bounds sums too, so that arithmetic cannot overflow.
    fileprivate var isPossible: Bool {
        guard (1...1 << 32).contains(count) else { return false }
        return (-127 * count...20 * count).contains(sum) && (0...127 * 127 * count).contains(sumOfSquares)
    }
}
