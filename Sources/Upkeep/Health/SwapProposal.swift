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
    static func all(
        among columns: [Int],
        _ scans: [SlotScan],
        _ places: [Whereabouts],
        _ matrix: PrintMatrix
    ) -> [SwapProposal] {
        var proposals: [SwapProposal] = []
        for (index, first) in columns.enumerated() {
            for second in columns[(index + 1)...] {
                var exchanged: [[(x: Double, y: Double)]] = [[], []]
                for (scan, place) in zip(scans, places) {
                    guard let expectation = place.expectation(without: [first, second]) else { continue }
                    for (half, (heard, expected)) in [(first, second), (second, first)].enumerated() {
                        guard let live = scan.heard[heard]?.level, let print = expectation.level(expected) else {
                            continue
                        }
                        exchanged[half].append((print, live - expectation.gain))
                    }
                }
                guard exchanged.allSatisfy({ $0.count >= SlotHealth.Rule.readings }) else { continue }
                let correlation = exchanged.map(RobustStatistics.correlation).min() ?? 0
                guard correlation > correlationNeeded else { continue }
                proposals.append(
                    SwapProposal(slotA: matrix.slots[first], slotB: matrix.slots[second], correlation: correlation)
                )
            }
        }
        return proposals
    }
}
