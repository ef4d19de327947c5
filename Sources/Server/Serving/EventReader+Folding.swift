import EventStore
import Survey
import Sync
import Venue
import Wire

extension EventReader {
    /// Events read at a time.
    static let foldedEvents = 2_000
    static let foldedBytes = 4 << 20

    /// Hands over every event of a lane up to a position, batch by batch.
    func fold(
        _ lane: Lane,
        of project: ProjectID,
        through position: UInt64,
        _ take: ([CommittedEvent]) async -> Void
    ) async throws(EventStoreError) {
        var place = LanePlace.start
        while place.position < position {
            let batch = try await read(
                lane,
                of: project,
                after: place,
                maximumEvents: Self.foldedEvents,
                maximumBytes: Self.foldedBytes
            )
            guard let batch else { return }
            await take(batch.events.map(\.event).filter { $0.commitment.position <= position })
            if batch.isComplete { return }
            place = batch.place
        }
    }

    /// The venue of a project at a position.
    func venue(of project: ProjectID, through position: UInt64) async throws(EventStoreError) -> Venue {
        let coder = PayloadCoder()
        var venue = Venue(id: project)
        try await fold(.structure, of: project, through: position) { venue.apply($0, decodedBy: coder) }
        return venue
    }
}
