public import Survey

/// An own event that no pull has returned yet.
public struct UnconfirmedEvent: Hashable, Sendable {
    /// Its place among all own events; rises from event to event.
    public let number: UInt64
    public let envelope: Envelope
    public let hash: Digest
    /// When it was written.
    public let written: Moment
}

extension EdgeLog {
    /// Bytes of events that one call returns at most, so that a fold's memory does not grow with the log.
    private static let pageBytes = 4 << 20

    /// Pulled events of a lane in the order of their positions: those of others and the log's own.
    ///
    /// - Returns: At most `limit` events after `position`; empty at the end of what was pulled.
    public func confirmed(
        _ lane: Lane,
        after position: UInt64,
        limit: Int = 1_000
    ) throws(EdgeLogError) -> [CommittedEvent] {
        let connection = try running()
        var select = try Statement(
            """
            SELECT r.position, r.received_at, r.occurred_at, r.is_estimated, r.seen, r.is_duplicate,
                   coalesce(r.hash, o.hash), coalesce(r.envelope, o.envelope)
              FROM replica r LEFT JOIN own o ON o.number = r.own
             WHERE r.position > ?1 AND r.lane = \(lane.rawValue) ORDER BY r.position LIMIT ?2
            """,
            on: connection
        )
        try select.bind(Int64(clamping: position), at: 1)
        try select.bind(Int64(limit), at: 2)
        var events: [CommittedEvent] = []
        var byteCount = 0
        while byteCount < Self.pageBytes, try select.step() {
            let position = select.unsigned(at: 0)
            let bytes = select.bytes(at: 7)
            guard let hash = select.digest(at: 6), let envelope = try? Envelope(bytes: bytes) else {
                throw .damaged(path: connection.path, Damage(.pulled(position: position), "cannot be read"))
            }
            byteCount += bytes.count
            let commitment = Commitment(
                position: position,
                receivedAt: Timestamp(milliseconds: select.integer(at: 1)),
                occurredAt: Timestamp(milliseconds: select.integer(at: 2)),
                isEstimated: select.flag(at: 3),
                seen: select.unsigned(at: 4),
                isDuplicate: select.flag(at: 5)
            )
            events.append(CommittedEvent(envelope: envelope, hash: hash, commitment: commitment))
        }
        return events
    }

    /// Whether every own event of a lane that the server acknowledged has come back with its position.
    ///
    /// A stream's events come back in order, so the last acknowledged one of each stream tells.
    public func hasReturned(_ lane: Lane) throws(EdgeLogError) -> Bool {
        let connection = try running()
        var select = try Statement(
            """
            SELECT EXISTS (SELECT 1 FROM replica r WHERE r.own = o.number)
              FROM own o WHERE o.lane = \(lane.rawValue) AND o.number BETWEEN ?1 AND ?2
             ORDER BY o.number DESC LIMIT 1
            """,
            on: connection
        )
        for stream in try streamRows(connection) where min(stream.acknowledged, stream.end) > 0 {
            try select.bind(stream.base + 1, at: 1)
            try select.bind(stream.base + min(stream.acknowledged, stream.end), at: 2)
            if try select.step(), !select.flag(at: 0) { return false }
            select.reset()
        }
        return true
    }

    /// Own events of a lane that count and that no pull has returned, in the order they were written.
    ///
    /// They begin after the one with `number`, the last that was seen; 0 to begin.
    public func unconfirmed(
        _ lane: Lane,
        after number: UInt64 = 0,
        limit: Int = 1_000
    ) throws(EdgeLogError) -> [UnconfirmedEvent] {
        let connection = try running()
        let streams = try streamRows(connection)
        var select = try Statement(
            """
            SELECT o.number, o.hash, o.envelope, o.boot, o.boot_time FROM own o
             WHERE o.number > ?1 AND o.lane = \(lane.rawValue)
               AND NOT EXISTS (SELECT 1 FROM replica r WHERE r.own = o.number)
             ORDER BY o.number
            """,
            on: connection
        )
        try select.bind(number, at: 1)
        var events: [UnconfirmedEvent] = []
        var byteCount = 0
        while events.count < limit, byteCount < Self.pageBytes, try select.step() {
            let number = select.unsigned(at: 0)
            guard let stream = streams.last(where: { $0.base < number }) else { continue }  // numbers begin at 1
            guard number - stream.base <= stream.end else { continue }  // its copy counts
            let bytes = select.bytes(at: 2)
            guard let hash = select.digest(at: 1), let boot = BootID(bytes: select.bytes(at: 3)),
                let envelope = try? Envelope(bytes: bytes)
            else {
                let place = Damage.Place.own(stream.incarnation, sequence: number - stream.base)
                throw .damaged(path: connection.path, Damage(place, "cannot be read"))
            }
            byteCount += bytes.count
            let written = Moment(wallClock: envelope.recordedAt, boot: boot, sinceBoot: select.integer(at: 4))
            events.append(UnconfirmedEvent(number: number, envelope: envelope, hash: hash, written: written))
        }
        return events
    }
}
