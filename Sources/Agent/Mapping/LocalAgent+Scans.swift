import EdgeLog
public import Fingerprints
public import Survey
public import Venue

/// What was scanned, for whoever counts, draws, judges or exports it.
extension LocalAgent {
    /// Hands over every scan that is here with its event: the pulled ones by position, then the log's own that no pull
    /// has returned, dated as well as this agent can.
    ///
    /// Scans are read a page at a time: memory does not grow with the log.
    public func forEachScan(_ take: (ScanSampled, CommittedEvent) -> Void) throws {
        var position: UInt64 = 0
        while case let page = try log.confirmed(.scans, after: position), let last = page.last {
            for event in page where !event.commitment.isDuplicate {
                if let scan = Self.scan(in: event.envelope) { take(scan, event) }
            }
            position = last.commitment.position
        }
        let now = clock.now()
        var number: UInt64 = 0
        while case let page = try log.unconfirmed(.scans, after: number), let last = page.last {
            for event in page {
                guard let scan = Self.scan(in: event.envelope) else { continue }
                let occurredAt = occurrence(of: event, now)
                let commitment = Commitment(
                    position: Self.firstProvisionalPosition + event.number,
                    receivedAt: occurredAt,
                    occurredAt: occurredAt,
                    isEstimated: true,
                    seen: event.envelope.basis.position,
                    isDuplicate: false
                )
                take(scan, CommittedEvent(envelope: event.envelope, hash: event.hash, commitment: commitment))
            }
            number = last.number
        }
    }

    /// Every scan that is here, filed for counting.
    public func scanLedger() throws -> ScanLedger {
        var ledger = ScanLedger()
        try forEachScan { ledger.file($0, from: $1) }
        return ledger
    }

    /// The fingerprints of every scan that is here, as a venue interprets them.
    public func fingerprints(of venue: Venue) throws -> FingerprintIndex {
        FingerprintIndex(try scanLedger(), under: Interpretation(venue))
    }

    private static func scan(in envelope: Envelope) -> ScanSampled? {
        let payload = coding.decode(
            kind: envelope.kind,
            schemaVersion: envelope.schemaVersion,
            payload: envelope.payload
        )
        return if case .event(.scanSampled(let scan)) = payload { scan } else { nil }
    }

    /// Above every position that a server will ever deal.
    private static let firstProvisionalPosition: UInt64 = 1 << 62
}
