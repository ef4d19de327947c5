import Survey
public import Sync

/// Some consecutive events of a lane as PostgreSQL sent them: where they end is known, the events are read on demand.
public struct LanePage: Sendable {
    private let rows: Rows
    private let lane: Lane
    private let start: LanePlace
    /// Where the reader stands behind them: no event of the lane between here and the place before was left out.
    public let place: LanePlace
    /// Whether the lane has no more at this time.
    public let isComplete: Bool

    /// Rows of ``EventReader``'s SQL that follow a place.
    ///
    /// - Throws: ``EventStoreError/damaged(reason:)`` where there should be rows and are none.
    init(_ rows: Rows, of lane: Lane, after start: LanePlace, head: LanePlace) throws(EventStoreError) {
        (self.rows, self.lane, self.start) = (rows, lane, start)
        let last = rows.count == 0 ? start : rows[rows.count - 1].place(in: lane)
        if last.count < head.count {
            // What a limit cut off comes next time; where nothing comes, it is not there.
            guard rows.count > 0 else {
                throw .damaged(reason: "events of lane \(lane) are missing between \(start.position) and the head")
            }
            (place, isComplete) = (last, false)
        } else {
            (place, isComplete) = (head.position > last.position ? head : last, true)
        }
    }

    /// The events, in the order of their positions.
    ///
    /// - Throws: ``EventStoreError/damaged(reason:)`` where one is missing or cannot be read.
    public func events() throws(EventStoreError) -> [StoredEvent] {
        var events: [StoredEvent] = []
        events.reserveCapacity(rows.count)
        var last = start
        for index in 0..<rows.count {
            let next = rows[index].place(in: lane)
            guard next.count == last.count + 1 else {
                throw .damaged(
                    reason: "an event of lane \(lane) is missing between \(last.position) and \(next.position)"
                )
            }
            last = next
            events.append(try rows[index].storedEvent())
        }
        return events
    }
}

extension Rows.Row {
    /// Where a reader stands behind a row of ``EventReader``'s SQL.
    fileprivate func place(in lane: Lane) -> LanePlace {
        LanePlace(lane: lane, position: uint64(0), chain: digest(7), scans: uint64(8))
    }

    /// A row of ``EventReader``'s SQL.
    fileprivate func storedEvent() throws(EventStoreError) -> StoredEvent {
        let position = uint64(0)
        let envelope: Envelope
        do throws(EnvelopeError) {
            envelope = try Envelope(bytes: bytes(9))
        } catch {
            throw .damaged(reason: "the event at position \(position) cannot be read: \(error)")
        }
        let commitment = Commitment(
            position: position,
            receivedAt: timestamp(1),
            occurredAt: timestamp(2),
            isEstimated: bool(4),
            seen: uint64(3),
            isDuplicate: bool(5)
        )
        return StoredEvent(
            event: CommittedEvent(envelope: envelope, hash: digest(6), commitment: commitment),
            chain: digest(7)
        )
    }
}
