public import Survey

/// How a slot's beacon does, as recent scans show it.
public struct SlotHealth: Hashable, Sendable {
    public let slot: SlotID
    public let state: State
    /// Scans in which it should have been heard well.
    public let expected: Int
    /// How many of these did not hold it.
    public let missed: Int
    /// Scans that held it where its prints say something.
    public let readings: Int
    /// Between prints and readings, −1…1.
    public let correlation: Double
    /// The median of readings minus prints, dB, receivers' gains taken off; 0 for none.
    ///
    /// Weak packets are lost, so a beacon that is 8 dB quieter shows about −5: it raises suspicion, only a walk measures.
    public let difference: Double

    /// What the numbers mean.
    public enum State: Hashable, Sendable, CaseIterable {
        /// Too few scans near it.
        case unknown
        case healthy
        /// It should be heard and is not.
        case silent
        /// What is heard does not belong where its prints were taken: moved, or swapped with another.
        case moved
        /// It hangs where it should and is louder or quieter: another unit, another setting, a dying battery.
        case powerChanged
    }

    /// The rules of POSITIONING.md §6.5.
    enum Rule {
        /// Scans that must expect a slot before its silence counts.
        static let expectedScans = 6
        static let missedShare = 0.9
        /// dBm, the receiver's gain included, that cannot be missed.
        static let expectedLevel = -82.0
        /// The share of the nearest prints that must hold a slot before it is expected.
        static let expectedShare = 0.75
        static let readings = 30
        static let movedCorrelation = 0.45
        /// dB.
        static let powerDifference = 2.0
    }

    init(_ slot: SlotID, _ evidence: SlotEvidence) {
        self.slot = slot
        expected = evidence.expected
        missed = evidence.missed
        readings = evidence.pairs.count
        correlation = RobustStatistics.correlation(evidence.pairs)
        difference = RobustStatistics.median(evidence.pairs.map { $0.y - $0.x }) ?? 0
        if expected >= Rule.expectedScans, Double(missed) >= Rule.missedShare * Double(expected) {
            state = .silent
        } else if readings < Rule.readings {
            state = .unknown
        } else if correlation < Rule.movedCorrelation {
            state = .moved
        } else {
            state = difference.magnitude > Rule.powerDifference ? .powerChanged : .healthy
        }
    }
}

/// What scans have shown of one slot.
struct SlotEvidence {
    var expected = 0
    var missed = 0
    /// The print, and the reading without the receiver's gain.
    var pairs: [(x: Double, y: Double)] = []

    /// Counts one scan: what was expected of the slot in its place, and what was heard.
    mutating func add(_ column: Int, of expectation: Expectation, _ heard: Double?) {
        let sure = expectation.level(column, heldBy: SlotHealth.Rule.expectedShare)
        if let sure, sure + expectation.gain >= SlotHealth.Rule.expectedLevel {
            expected += 1
            if heard == nil { missed += 1 }
        }
        if let heard, let level = expectation.level(column) { pairs.append((level, heard - expectation.gain)) }
    }
}
