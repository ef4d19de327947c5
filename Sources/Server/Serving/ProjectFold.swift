public import EventStore
public import Fingerprints
public import Survey
public import Venue

/// Folds what the event store holds of a project into its venue and its fingerprint index.
public struct ProjectFold: Sendable {
    private let pool: Pool

    /// Reads from a pool's database.
    public init(pool: Pool) { self.pool = pool }

    /// The venue and the index as they were at a position.
    ///
    /// Away from the caller's actor, on all cores.
    @concurrent public func index(
        of project: ProjectID,
        through position: UInt64
    ) async throws(EventStoreError) -> (venue: Venue, index: FingerprintIndex) {
        let venue = try await EventReader(pool: pool).venue(of: project, through: position)
        let scans = try await foldScans(of: project, through: position)
        return (venue, FingerprintIndex(scans, under: Interpretation(venue)))
    }

    /// Every scan of a project up to a position: batches are decoded on all cores while the next ones are read.
    private func foldScans(
        of project: ProjectID,
        through position: UInt64
    ) async throws(EventStoreError) -> ScanLedger {
        typealias Part = (batch: Int, ledger: ScanLedger)
        let outcome = await withTaskGroup(of: Part.self, returning: Result<ScanLedger, EventStoreError>.self) { group in
            var fold = ScanFold()
            var batches = 0
            do throws(EventStoreError) {
                try await EventReader(pool: pool).fold(.scans, of: project, through: position) { events in
                    let batch = batches
                    batches += 1
                    if batch >= ScanFold.batchesAtOnce, let part = await group.next() {
                        fold.take(part.ledger, of: part.batch)
                    }
                    group.addTask { (batch, await ScanFold.file(events)) }
                }
            } catch {
                return .failure(error)
            }
            while let part = await group.next() { fold.take(part.ledger, of: part.batch) }
            return .success(fold.ledger)
        }
        return try outcome.get()
    }
}
