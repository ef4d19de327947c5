public import Survey

/// The slot that a beacon which nobody registered seems to hang in: a person confirms it.
public struct SlotProposal: Hashable, Sendable {
    public let identity: BeaconIdentity
    /// Scans that held it.
    public let scans: Int
    /// Nil where no slot stands out.
    public let slot: SlotID?
    /// The correlation of readings and prints times the share of scans in which both or neither should be heard.
    public let score: Double
    /// Of the next best slot; 0 where there is none.
    public let runnerUp: Double

    /// At least so good, and so much better than the next.
    ///
    /// In the simulated hall a new beacon scores 0.37 in the median and 0.18 at the tenth percentile, a foreign one 8 m
    /// away 0.12 at the 95th (ADR 0980).
    private static let scoreNeeded = 0.2
    private static let leadNeeded = 1.4
    /// An identity that was heard more seldom says nothing.
    private static let scansNeeded = 10
    private static let leastPairs = 8

    /// Scores each identity that never hung anywhere against some slots; random addresses change too soon to be judged.
    static func all(
        for columns: [Int],
        _ scans: [SlotScan],
        _ matrix: PrintMatrix
    ) -> [SlotProposal] {
        var counts: [BeaconIdentity: Int] = [:]
        for scan in scans {
            for (identity, heard) in scan.strays where heard.former == nil { counts[identity, default: 0] += 1 }
        }
        let unknown = counts.filter { $0.value >= scansNeeded }
        if unknown.isEmpty { return [] }
        // The empty slots have no say in where a scan was taken: what hangs in them now is the question.
        let expectations = scans.map { Whereabouts(of: $0, in: matrix).expectation(without: columns) }
        return unknown.sorted { $0.key.description < $1.key.description }.map { identity, count in
            let scores = columns.map { column -> (column: Int, score: Double) in
                (column, score(of: identity, column, scans, expectations))
            }.sorted { ($0.score, $1.column) > ($1.score, $0.column) }
            let (best, next) = (scores.first?.score ?? 0, scores.dropFirst().first?.score ?? 0)
            let isClear = best >= scoreNeeded && best >= leadNeeded * next
            return SlotProposal(
                identity: identity,
                scans: count,
                slot: isClear ? scores.first.map { matrix.slots[$0.column] } : nil,
                score: best,
                runnerUp: max(next, 0)
            )
        }
    }

    private static func score(
        of identity: BeaconIdentity,
        _ column: Int,
        _ scans: [SlotScan],
        _ expectations: [Expectation?]
    ) -> Double {
        var pairs: [(x: Double, y: Double)] = []
        var (both, either) = (0.0, 0.0)
        for (scan, expectation) in zip(scans, expectations) {
            guard let expectation else { continue }
            let (heard, print) = (scan.strays[identity]?.level, expectation.level(column))
            let isExpected = expectation.level(column, heldBy: 0.5) != nil
            if heard != nil || isExpected { either += 1 }
            if heard != nil, isExpected { both += 1 }
            if let heard, let print { pairs.append((print, heard - expectation.gain)) }
        }
        return either == 0 || pairs.count < leastPairs ? 0 : RobustStatistics.correlation(pairs) * both / either
    }
}

/// A beacon that was taken down and is heard again: a battery put back in the drawer.
public struct RevivedIdentity: Hashable, Sendable {
    public let identity: BeaconIdentity
    /// The slot that it hung in last.
    public let formerSlot: SlotID
    public let scans: Int
    /// dBm, the strongest reading.
    public let strongest: Double

    /// Every identity among the strays of some scans that hung somewhere before.
    static func all(in scans: [SlotScan]) -> [RevivedIdentity] {
        var found: [BeaconIdentity: RevivedIdentity] = [:]
        for scan in scans {
            for (identity, heard) in scan.strays {
                guard let former = heard.former else { continue }
                let known = found[identity]
                found[identity] = RevivedIdentity(
                    identity: identity,
                    formerSlot: former,
                    scans: (known?.scans ?? 0) + 1,
                    strongest: max(known?.strongest ?? -.infinity, heard.level)
                )
            }
        }
        return found.values.sorted { $0.identity.description < $1.identity.description }
    }
}
