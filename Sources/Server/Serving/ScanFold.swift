import EventStore
import Fingerprints
import Survey
import Sync
import Venue
import Wire

/// Files scans while more of them are read: each page is decoded by itself, on whatever core is free.
///
/// Ledgers of pages are merged in the order in which they were read, which leaves nothing to sort; in any other order
/// the index would be the same.
struct ScanFold {
    /// Pages that are decoded or wait for it at once: as many as there mostly are cores, and some for when one is free.
    static let pagesAtOnce = 4

    private(set) var ledger = ScanLedger()
    private var early: [Int: ScanLedger] = [:]
    private var next = 0

    /// Files what is in a page up to a position, as far as this program can read it.
    @concurrent static func file(
        _ page: LanePage,
        through position: UInt64
    ) async -> Result<ScanLedger, EventStoreError> {
        Result { () throws(EventStoreError) in
            var decoder = ScanDecoder()
            var ledger = ScanLedger()
            for stored in try page.events() where !stored.event.commitment.isDuplicate {
                let event = stored.event
                guard event.commitment.position <= position else { break }
                let envelope = event.envelope
                let decoded = decoder.decode(schemaVersion: envelope.schemaVersion, payload: envelope.payload)
                if case .scan(let scan) = decoded {
                    ledger.file(scan, of: decoder.identities, Stamp(event), isCopy: envelope.origin != nil)
                }
            }
            return ledger
        }
    }

    /// Takes the ledger of a page, counted from 0.
    mutating func take(_ part: ScanLedger, of page: Int) {
        early[page] = part
        while let part = early.removeValue(forKey: next) {
            ledger.merge(part)
            next += 1
        }
    }
}
