import EdgeLog
public import Fingerprints
import Survey

extension LocalAgent {
    /// Every scan that is here, filed for counting: the pulled ones, then the log's own that no pull has returned.
    ///
    /// The latter stand behind all others and in their own order, at the times of the clock that wrote them.
    public func scanLedger() throws -> ScanLedger {
        var ledger = ScanLedger()
        var position: UInt64 = 0
        while case let page = try log.confirmed(.scans, after: position), let last = page.last {
            for event in page { file(event, in: &ledger) }
            position = last.commitment.position
        }
        var number: UInt64 = 0
        while case let page = try log.unconfirmed(.scans, after: number), let last = page.last {
            for event in page {
                position += 1
                let commitment = Commitment(
                    position: position,
                    receivedAt: event.envelope.recordedAt,
                    occurredAt: event.envelope.recordedAt,
                    isEstimated: true,
                    seen: event.envelope.basis.position,
                    isDuplicate: false
                )
                file(CommittedEvent(envelope: event.envelope, hash: event.hash, commitment: commitment), in: &ledger)
            }
            number = last.number
        }
        ledger.settle()
        return ledger
    }

    private func file(_ event: CommittedEvent, in ledger: inout ScanLedger) {
        let payload = Self.coding.decode(
            kind: event.envelope.kind,
            schemaVersion: event.envelope.schemaVersion,
            payload: event.envelope.payload
        )
        if case .event(.scanSampled(let scan)) = payload { ledger.file(scan, from: event) }
    }
}
