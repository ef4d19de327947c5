import Fingerprints
import Survey
import Venue
import Wire

/// Files scans while more of them are read: each batch is decoded by itself, on whatever core is free.
///
/// Ledgers of batches are merged in the order in which they were read, which leaves nothing to sort; in any other order
/// the index would be the same.
struct ScanFold {
    /// Batches that are decoded at once: as many cores as there mostly are, and one that is ready when a core is.
    static let batchesAtOnce = 3

    private(set) var ledger = ScanLedger()
    private var early: [Int: ScanLedger] = [:]
    private var next = 0

    /// Files what is in a batch, as far as this program can read it.
    @concurrent static func file(_ events: [CommittedEvent]) async -> ScanLedger {
        var decoder = ScanDecoder()
        var ledger = ScanLedger()
        for event in events where !event.commitment.isDuplicate {
            let envelope = event.envelope
            let decoded = decoder.decode(schemaVersion: envelope.schemaVersion, payload: envelope.payload)
            if case .scan(let scan) = decoded {
                ledger.file(scan, of: decoder.identities, Stamp(event), isCopy: envelope.origin != nil)
            }
        }
        return ledger
    }

    /// Takes the ledger of a batch, counted from 0.
    mutating func take(_ part: ScanLedger, of batch: Int) {
        early[batch] = part
        while let part = early.removeValue(forKey: next) {
            ledger.merge(part)
            next += 1
        }
    }
}
