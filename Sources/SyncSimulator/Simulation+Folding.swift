import Fingerprints
import Survey
import Sync
import Venue

extension Simulation {
    /// Folds a batch into what an agent knows of the venue, or everything after a restart.
    mutating func fold(_ batch: EventBatch, by index: Int) {
        guard batch.lane == .structure else { return }
        if agents[index].venue == nil {
            agents[index].venue = venue(of: agents[index].log.pulled)
        } else {
            let events = agents[index].log.events(of: batch)
            agents[index].venue?.apply(events, decodedBy: survey)
        }
    }

    /// The venue of some events, from nothing.
    func venue(of events: [CommittedEvent]) -> Venue {
        var venue = Venue(id: store.project)
        venue.apply(events, decodedBy: survey)
        return venue
    }

    /// The fingerprint index of some events, as a venue reads them.
    func index(of events: [CommittedEvent], in venue: Venue) -> FingerprintIndex {
        var ledger = ScanLedger()
        for event in events where event.envelope.lane == .scans {
            let envelope = event.envelope
            let payload = survey.decode(
                kind: envelope.kind,
                schemaVersion: envelope.schemaVersion,
                payload: envelope.payload
            )
            if case .event(.scanSampled(let scan)) = payload { ledger.file(scan, from: event) }
        }
        return FingerprintIndex(ledger, under: Interpretation(venue))
    }
}
