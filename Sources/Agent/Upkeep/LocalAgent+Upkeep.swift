import EdgeLog
import Fingerprints
public import Survey
public import Upkeep
public import Venue

/// Scans that are judged, and the prints that they are judged by.
public struct UpkeepMaterial: Sendable {
    /// Prints that the scans had no part in.
    public let matrix: PrintMatrix
    /// What was heard since then.
    public let scans: [DatedScan]
}

extension LocalAgent {
    /// This machine's wall clock.
    public var now: Timestamp { clock.now().wallClock }

    /// The prints of all scans before a moment, and the scans from it on: this installation's own, and pulled ones.
    ///
    /// Scans of abandoned walks are left out. Memory grows with the number of readings.
    public func upkeepMaterial(of venue: Venue, since moment: Timestamp) throws -> UpkeepMaterial {
        var ledger = ScanLedger()
        var scans: [DatedScan] = []
        try forEachScan { scan, event in
            ledger.file(scan, from: event)
            guard event.commitment.occurredAt >= moment, venue.counts(scan.walk) else { return }
            scans.append(
                DatedScan(
                    occurredAt: event.commitment.occurredAt,
                    floor: scan.floor,
                    point: venue.frames(of: scan.floor).current(scan.point, by: Stamp(event)),
                    walk: scan.walk,
                    readings: scan.readings
                )
            )
        }
        let index = FingerprintIndex(ledger, under: Interpretation(venue).until(moment))
        return UpkeepMaterial(matrix: PrintMatrix(index.prints()), scans: scans)
    }
}
