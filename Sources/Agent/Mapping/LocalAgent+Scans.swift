import EdgeLog
public import Fingerprints
public import Survey
public import Venue

/// What was scanned, for whoever counts or exports it.
extension LocalAgent {
    /// Hands over every scan that is here with its event: the pulled ones by position, then the log's own that no pull
    /// has returned, dated as well as this agent can.
    public func forEachCommittedScan(_ take: (ScanSampled, CommittedEvent) -> Void) throws {
        var position: UInt64 = 0
        while case let page = try log.confirmed(.scans, after: position), let last = page.last {
            for event in page where !event.commitment.isDuplicate {
                if let scan = Self.scan(in: event.envelope) { take(scan, event) }
            }
            position = last.commitment.position
        }
        let now = clock.now()
        var number: UInt64 = 0
        // Above every position that a server will ever deal.
        var provisional: UInt64 = 1 << 62
        while case let page = try log.unconfirmed(.scans, after: number), let last = page.last {
            for event in page {
                let isThisBoot = event.written.boot == now.boot
                let occurredAt =
                    isThisBoot
                    ? now.wallClock.advanced(byMilliseconds: event.written.sinceBoot - now.sinceBoot)
                    : event.written.wallClock
                let commitment = Commitment(
                    position: provisional,
                    receivedAt: occurredAt,
                    occurredAt: occurredAt,
                    isEstimated: true,
                    seen: event.envelope.basis.position,
                    isDuplicate: false
                )
                provisional += 1
                guard let scan = Self.scan(in: event.envelope) else { continue }
                take(scan, CommittedEvent(envelope: event.envelope, hash: event.hash, commitment: commitment))
            }
            number = last.number
        }
    }

    /// The fingerprints of every scan that is here, as a venue interprets them.
    public func fingerprints(of venue: Venue) throws -> FingerprintIndex {
        var ledger = ScanLedger()
        try forEachCommittedScan { ledger.file($0, from: $1) }
        return FingerprintIndex(ledger, under: Interpretation(venue))
    }

    private static func scan(in envelope: Envelope) -> ScanSampled? {
        let payload = coding.decode(
            kind: envelope.kind,
            schemaVersion: envelope.schemaVersion,
            payload: envelope.payload
        )
        if case .event(.scanSampled(let scan)) = payload { return scan }
        return nil
    }
}
