public import Survey

/// Two slots whose beacons seem to hang in each other's place.
public struct SwapProposal: Hashable, Sendable {
    public let slotA: SlotID
    public let slotB: SlotID
    /// Between the readings of each and the prints of the other; the lower of the two.
    public let correlation: Double

    /// Exchanged readings must fit so well.
    private static let correlationNeeded = 0.6

    /// The pairs among slots that were found moved for which an exchange explains what is heard.
    static func all(among columns: [Int], _ scans: [SlotScan], _ matrix: PrintMatrix) -> [SwapProposal] {
        var pairs = columns.indices.flatMap { index in
            columns[(index + 1)...].map { Exchange(first: columns[index], second: $0) }
        }
        if pairs.isEmpty { return [] }
        for scan in scans {
            let place = Whereabouts(of: scan, in: matrix)
            for index in pairs.indices { pairs[index].add(scan, place) }
        }
        return pairs.compactMap { pair in
            guard let correlation = pair.correlation, correlation > correlationNeeded else { return nil }
            return SwapProposal(
                slotA: matrix.slots[pair.first],
                slotB: matrix.slots[pair.second],
                correlation: correlation
            )
        }
    }
}

/// What would be so if two slots' beacons hung in each other's place.
private struct Exchange {
    let first: Int
    let second: Int
    /// What each was heard with beside the prints of the other.
    private var halves: [[(x: Double, y: Double)]] = [[], []]

    init(first: Int, second: Int) {
        self.first = first
        self.second = second
    }

    mutating func add(_ scan: SlotScan, _ place: Whereabouts) {
        guard let expectation = place.expectation(without: [first, second]) else { return }
        for (half, (heard, expected)) in [(first, second), (second, first)].enumerated() {
            guard let live = scan.heard[heard]?.level, let print = expectation.level(expected) else { continue }
            halves[half].append((print, live - expectation.gain))
        }
    }

    /// Of the half that fits less well; nil where one was heard too seldom.
    var correlation: Double? {
        guard halves.allSatisfy({ $0.count >= SlotHealth.Rule.readings }) else { return nil }
        return halves.map(RobustStatistics.correlation).min()
    }
}
