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
    /// Scans of abandoned walks are left out. Memory grows with the number of scans, 80 bytes each and 4 a reading.
    public func upkeepMaterial(of venue: Venue, since moment: Timestamp) throws -> UpkeepMaterial {
        var ledger = ScanLedger()
        var scans: [DatedScan] = []
        try forEachDatedScan { scan, event in
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

    /// Hands over every scan that is here with when it was taken: as the server said, else as this machine knows.
    private func forEachDatedScan(_ take: (ScanSampled, CommittedEvent) -> Void) throws {
        func decode(_ event: CommittedEvent) {
            let envelope = event.envelope
            let payload = Self.coding.decode(
                kind: envelope.kind,
                schemaVersion: envelope.schemaVersion,
                payload: envelope.payload
            )
            if case .event(.scanSampled(let scan)) = payload { take(scan, event) }
        }
        var position: UInt64 = 0
        while case let page = try log.confirmed(.scans, after: position), let last = page.last {
            for event in page where !event.commitment.isDuplicate { decode(event) }
            position = last.commitment.position
        }
        let now = clock.now()
        var number: UInt64 = 0
        while case let page = try log.unconfirmed(.scans, after: number), let last = page.last {
            for event in page {
                let occurredAt = occurrence(of: event, now)
                let commitment = Commitment(
                    position: Self.firstProvisionalPosition + event.number,
                    receivedAt: occurredAt,
                    occurredAt: occurredAt,
                    isEstimated: false,
                    seen: event.envelope.basis.position,
                    isDuplicate: false
                )
                decode(CommittedEvent(envelope: event.envelope, hash: event.hash, commitment: commitment))
            }
            number = last.number
        }
    }

    /// Above every position that a server will ever deal.
    private static let firstProvisionalPosition: UInt64 = 1 << 62
}
