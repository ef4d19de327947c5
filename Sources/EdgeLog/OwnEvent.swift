public import Survey
public import Sync

/// One of the log's own events, ready to be pushed.
public struct OwnEvent: Hashable, Sendable {
    public let incarnation: Incarnation
    public let sequence: UInt64
    public let hash: Digest
    /// The canonical form.
    public let bytes: [UInt8]
    /// When it was written; `wallClock` is the envelope's own `recordedAt`.
    public let written: Moment
    /// What the server said when it stored the event; nil where it has not returned it yet.
    public let known: KnownDate?
}

extension EdgeLog {
    /// Consecutive own events of a stream that count, from a sequence on; empty beyond the end.
    ///
    /// There are at most `limit` of them, and their sizes come to at most `byteLimit` together; but one is returned in
    /// any case.
    public func ownEvents(
        of incarnation: Incarnation,
        from first: UInt64,
        limit: Int = 500,
        byteLimit: Int = 128 * 1_024
    ) throws(EdgeLogError) -> [OwnEvent] {
        let connection = try running()
        let stream = try stream(incarnation, connection)
        guard first >= 1, first <= stream.end else { return [] }
        var select = try Statement(
            """
            SELECT o.number, o.hash, o.envelope, o.boot, o.boot_time, d.occurred_at, d.is_estimated
              FROM own o LEFT JOIN own_date d USING (number)
             WHERE o.number BETWEEN ?1 AND ?2 ORDER BY o.number
            """,
            on: connection
        )
        try select.bind(stream.base + first, at: 1)
        try select.bind(stream.base + min(stream.end, first + UInt64(max(1, limit)) - 1), at: 2)
        var events: [OwnEvent] = []
        var byteCount = 0
        while try select.step() {
            byteCount += select.byteCount(at: 2)
            if !events.isEmpty, byteCount > byteLimit { break }
            events.append(try ownEvent(select, of: stream, connection))
        }
        return events
    }

    /// Points of a stream that a `Compare` carries: at most `limit`, rising and evenly spread over what was asked for.
    ///
    /// The highest sequence is always among them.
    public func points(
        of incarnation: Incarnation,
        after lower: UInt64,
        through upper: UInt64,
        limit: Int = 64
    ) throws(EdgeLogError) -> [HistoryPoint] {
        let connection = try running()
        let stream = try stream(incarnation, connection)
        let upper = min(upper, stream.end)
        guard lower < upper else { return [] }
        var points: [HistoryPoint] = []
        for number in evenlySpread(after: lower, through: upper, limit: limit) {
            let hash = try ownHash(stream.base + number, connection)
            points.append(HistoryPoint(number: number, hashPrefix: hash.prefix))
        }
        return points
    }

    private func ownEvent(
        _ row: borrowing Statement,
        of stream: Stream,
        _ connection: Connection
    ) throws(EdgeLogError) -> OwnEvent {
        let sequence = row.unsigned(at: 0) - stream.base
        let bytes = row.bytes(at: 2)
        guard let hash = row.digest(at: 1), let boot = BootID(bytes: row.bytes(at: 3)),
            let recordedAt = Envelope.recordedAt(in: bytes)
        else {
            throw .damaged(
                path: connection.path,
                Damage(.own(stream.incarnation, sequence: sequence), "cannot be read")
            )
        }
        return OwnEvent(
            incarnation: stream.incarnation,
            sequence: sequence,
            hash: hash,
            bytes: bytes,
            written: Moment(wallClock: recordedAt, boot: boot, sinceBoot: row.integer(at: 4)),
            known: row.optionalInteger(at: 5).map {
                KnownDate(occurredAt: Timestamp(milliseconds: $0), isEstimated: row.flag(at: 6))
            }
        )
    }
}

/// At most `limit` rising numbers in `lower + 1 ... upper`, evenly spread, the last one `upper`.
func evenlySpread(after lower: UInt64, through upper: UInt64, limit: Int) -> [UInt64] {
    let span = upper - lower
    let count = min(span, UInt64(max(1, limit)))
    return (1...count).map { index in
        // span * index / count without overflow
        let (high, low) = span.multipliedFullWidth(by: index)
        return lower + count.dividingFullWidth((high, low)).quotient
    }
}
