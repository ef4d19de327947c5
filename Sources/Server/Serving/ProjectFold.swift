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
        let (venue, scans) = try await scans(of: project, through: position)
        return (venue, FingerprintIndex(scans, under: Interpretation(venue)))
    }

    /// The venue and every scan as they were at a position; like ``index(of:through:)`` away from the caller's actor.
    @concurrent func scans(
        of project: ProjectID,
        through position: UInt64
    ) async throws(EventStoreError) -> (venue: Venue, scans: ScanLedger) {
        let venue = try await EventReader(pool: pool).venue(of: project, through: position)
        return (venue, try await foldScans(of: project, through: position))
    }

    /// Every scan of a project up to a position: pages are read and decoded on all cores while the next ones arrive.
    private func foldScans(
        of project: ProjectID,
        through position: UInt64
    ) async throws(EventStoreError) -> ScanLedger {
        typealias Part = (page: Int, ledger: Result<ScanLedger, EventStoreError>)
        let reader = EventReader(pool: pool)
        let outcome = await withTaskGroup(of: Part.self, returning: Result<ScanLedger, EventStoreError>.self) { group in
            var (fold, pages, place) = (ScanFold(), 0, LanePlace.start)
            do throws(EventStoreError) {
                while place.position < position {
                    let page = try await reader.page(
                        .scans,
                        of: project,
                        after: place,
                        maximumEvents: EventReader.foldedEvents,
                        maximumBytes: EventReader.foldedBytes
                    )
                    guard let page else { break }
                    if pages >= ScanFold.pagesAtOnce, let part = await group.next() {
                        fold.take(try part.ledger.get(), of: part.page)
                    }
                    let number = pages
                    group.addTask { (number, await ScanFold.file(page, through: position)) }
                    pages += 1
                    place = page.place
                    if page.isComplete { break }
                }
                while let part = await group.next() { fold.take(try part.ledger.get(), of: part.page) }
            } catch {
                return .failure(error)
            }
            return .success(fold.ledger)
        }
        return try outcome.get()
    }
}
