public import Survey
public import Sync

/// One incarnation of this log, as its table has it.
struct Stream: Hashable {
    let ordinal: Int64
    let incarnation: Incarnation
    /// The number of the stream's first event, less one.
    let base: UInt64
    /// The last sequence that counts; nil while the stream grows.
    let closedAt: UInt64?
    let acknowledged: UInt64
    /// The last sequence that is in the log, counting or not.
    let lastStored: UInt64

    /// The last sequence that counts.
    var end: UInt64 { min(closedAt ?? lastStored, lastStored) }
}

extension LoggedStream {
    /// The events that count and were not acknowledged.
    public var unsent: UInt64 { claim.end - min(claim.end, acknowledged) }
}

extension EdgeLog {
    /// Every incarnation in the log, oldest first: the last one grows, the others are closed.
    public func streams() throws(EdgeLogError) -> [LoggedStream] {
        let connection = try running()
        var result: [LoggedStream] = []
        for stream in try streamRows(connection) {
            let hash = stream.end == 0 ? .zero : try ownHash(stream.base + stream.end, connection)
            let claim = StreamClaim(
                incarnation: stream.incarnation,
                end: stream.end,
                hash: hash,
                isClosed: stream.closedAt != nil
            )
            result.append(LoggedStream(claim: claim, acknowledged: min(stream.acknowledged, stream.end)))
        }
        return result
    }

    /// Notes that the server has everything of a stream up to a sequence, and then says so in the sidecar.
    ///
    /// A lower number than before is taken too: a restored server has less, and gets it again. The sidecar only rises.
    public func acknowledge(_ incarnation: Incarnation, through sequence: UInt64) throws(EdgeLogError) {
        let now = clock.now().wallClock
        try write { connection throws(EdgeLogError) in
            let stream = try stream(incarnation, connection)
            guard sequence <= stream.lastStored else { throw .noSuchSequence(incarnation, sequence) }
            var update = try Statement("UPDATE stream SET acknowledged = ?1 WHERE ordinal = ?2", on: connection)
            try update.bind(sequence, at: 1)
            try update.bind(stream.ordinal, at: 2)
            try update.run()
            try setMeta(.lastAcknowledgedAt, now.milliseconds.bigEndianBytes, connection)
        }
        let current = try currentStream(try running()).incarnation
        guard incarnation == current else { return }
        if let sidecar, sidecar.incarnation == incarnation, sidecar.acknowledged >= sequence { return }
        try writeSidecar(Sidecar(incarnation: incarnation, acknowledged: sequence))
    }

    /// All incarnations, oldest first.
    func streamRows(_ connection: Connection) throws(EdgeLogError) -> [Stream] {
        let last = UInt64(try connection.integer("SELECT max(number) FROM own") ?? 0)
        var select = try Statement(
            """
            SELECT ordinal, incarnation, base, closed_at, acknowledged, lead(base) OVER (ORDER BY ordinal)
              FROM stream ORDER BY ordinal
            """,
            on: connection
        )
        var rows: [Stream] = []
        while try select.step() {
            let base = select.unsigned(at: 2)
            rows.append(
                Stream(
                    ordinal: select.integer(at: 0),
                    incarnation: Incarnation(select.unsigned(at: 1)),
                    base: base,
                    closedAt: select.optionalInteger(at: 3).map(UInt64.init),
                    acknowledged: select.unsigned(at: 4),
                    lastStored: (select.optionalInteger(at: 5).map(UInt64.init) ?? last) - base
                )
            )
        }
        return rows
    }

    func stream(_ incarnation: Incarnation, _ connection: Connection) throws(EdgeLogError) -> Stream {
        guard let stream = try streamRows(connection).first(where: { $0.incarnation == incarnation }) else {
            throw .unknownIncarnation(incarnation)
        }
        return stream
    }

    /// The stream that grows.
    func currentStream(_ connection: Connection) throws(EdgeLogError) -> Stream {
        guard let stream = try streamRows(connection).last else { throw .notThere(path: installation.path) }
        return stream
    }

    /// The stored hash of an own event.
    func ownHash(_ number: UInt64, _ connection: Connection) throws(EdgeLogError) -> Digest {
        var select = try Statement("SELECT hash FROM own WHERE number = ?1", on: connection)
        try select.bind(number, at: 1)
        guard try select.step(), let hash = select.digest(at: 0) else {
            throw .damaged(path: connection.path, Damage(.file, "lacks own event number \(number)"))
        }
        return hash
    }
}
