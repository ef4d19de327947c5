public import Survey

/// What a recovery did.
public struct Recovery: Hashable, Sendable {
    /// The stream that was closed.
    public let closed: Incarnation
    /// The last event of it that counts.
    public let end: UInt64
    /// The incarnation in which the log goes on.
    public let successor: Incarnation
    /// Events that were copied now.
    public let copies: Int
}

extension EdgeLog {
    /// Copies in one transaction of a recovery: it may be interrupted between any two.
    private static let copiesAtATime: UInt64 = 500

    /// Closes a stream after the last event that the server has too, and appends a copy of each later one to the
    /// growing stream, with its origin and the original's date and basis.
    ///
    /// A copy that is there is not made again, so a recovery may be interrupted and repeated. A copy of a copy names the
    /// first origin: so every copy of an event, whoever made it, says the same of where it came from.
    @discardableResult
    public func recover(_ incarnation: Incarnation, lastCommon: UInt64) throws(EdgeLogError) -> Recovery {
        try beginRecovery(of: incarnation, lastCommon: lastCommon)
        let copies = try finishRecovery()
        let connection = try running()
        let current = try currentStream(connection)
        if sidecar?.incarnation != current.incarnation {
            try writeSidecar(Sidecar(incarnation: current.incarnation, acknowledged: current.acknowledged))
        }
        return Recovery(
            closed: incarnation,
            end: try stream(incarnation, connection).end,
            successor: current.incarnation,
            copies: copies
        )
    }

    /// Closes the stream and notes which copies are to be made, in one transaction.
    func beginRecovery(of incarnation: Incarnation, lastCommon: UInt64) throws(EdgeLogError) {
        let successor = Incarnation(draw())
        try write { connection throws(EdgeLogError) in
            let stream = try stream(incarnation, connection)
            let end = stream.end
            let newEnd = min(end, lastCommon)
            if stream.closedAt == nil {
                try close(stream, at: newEnd, successor: successor, connection)
            } else if newEnd < end {
                try setEnd(of: stream, to: newEnd, connection)
            }
            guard newEnd < end else { return }
            var insert = try Statement("INSERT INTO recovery (stream, first, last) VALUES (?1, ?2, ?3)", on: connection)
            try insert.bind(stream.ordinal, at: 1)
            try insert.bind(newEnd + 1, at: 2)
            try insert.bind(end, at: 3)
            try insert.run()
        }
    }

    /// Makes the copies that are still missing; returns how many there were.
    @discardableResult
    func finishRecovery() throws(EdgeLogError) -> Int {
        var copies = 0
        while let count = try copySome() { copies += count }
        return copies
    }

    /// Makes some copies in one transaction; nil where none is missing.
    func copySome() throws(EdgeLogError) -> Int? {
        let connection = try running()
        guard try connection.integer("SELECT count(*) FROM recovery") != 0 else { return nil }
        let end: (head: Head, count: Int)? = try write { connection throws(EdgeLogError) in
            guard let task = try nextTask(connection) else { return nil }
            let through = min(task.last, task.first + Self.copiesAtATime - 1)
            let head = try insert(try drafts(of: task.stream, task.first...through, connection), connection)
            try copyDates(of: task.stream, task.first...through, toEnd: head.base + head.sequence, connection)
            var update = try Statement(
                task.last == through
                    ? "DELETE FROM recovery WHERE stream = ?1 AND first = ?2"
                    : "UPDATE recovery SET first = ?3 WHERE stream = ?1 AND first = ?2",
                on: connection
            )
            try update.bind(task.stream.ordinal, at: 1)
            try update.bind(task.first, at: 2)
            if task.last != through { try update.bind(through + 1, at: 3) }
            try update.run()
            return (head, Int(through - task.first) + 1)
        }
        head = end?.head
        return end?.count
    }

    /// Gives copies the dates that the server gave their originals: they say the same when they are pushed.
    private func copyDates(
        of stream: Stream,
        _ sequences: ClosedRange<UInt64>,
        toEnd end: UInt64,
        _ connection: Connection
    ) throws(EdgeLogError) {
        var insert = try Statement(
            """
            INSERT INTO own_date (number, occurred_at, is_estimated)
            SELECT number + ?3, occurred_at, is_estimated FROM own_date WHERE number BETWEEN ?1 AND ?2
            """,
            on: connection
        )
        try insert.bind(stream.base + sequences.lowerBound, at: 1)
        try insert.bind(stream.base + sequences.upperBound, at: 2)
        try insert.bind(end - (stream.base + sequences.upperBound), at: 3)
        try insert.run()
    }

    private func nextTask(
        _ connection: Connection
    ) throws(EdgeLogError) -> (stream: Stream, first: UInt64, last: UInt64)? {
        var select = try Statement(
            "SELECT stream, first, last FROM recovery ORDER BY stream, first LIMIT 1",
            on: connection
        )
        guard try select.step() else { return nil }
        let ordinal = select.integer(at: 0)
        guard let stream = try streamRows(connection).first(where: { $0.ordinal == ordinal }) else { return nil }
        return (stream, select.unsigned(at: 1), select.unsigned(at: 2))
    }

    /// Copies of events of a closed stream, to be appended to the growing one.
    private func drafts(
        of stream: Stream,
        _ sequences: ClosedRange<UInt64>,
        _ connection: Connection
    ) throws(EdgeLogError) -> [Draft] {
        var select = try Statement(
            "SELECT number, hash, envelope, boot, boot_time FROM own WHERE number BETWEEN ?1 AND ?2 ORDER BY number",
            on: connection
        )
        try select.bind(stream.base + sequences.lowerBound, at: 1)
        try select.bind(stream.base + sequences.upperBound, at: 2)
        var drafts: [Draft] = []
        while try select.step() {
            let sequence = select.unsigned(at: 0) - stream.base
            guard let hash = select.digest(at: 1), let boot = BootID(bytes: select.bytes(at: 3)),
                let envelope = try? Envelope(bytes: select.bytes(at: 2))
            else {
                let place = Damage.Place.own(stream.incarnation, sequence: sequence)
                throw .damaged(path: connection.path, Damage(place, "cannot be read"))
            }
            drafts.append(
                Draft(
                    kind: envelope.kind,
                    schemaVersion: envelope.schemaVersion,
                    payload: envelope.payload,
                    recordedAt: envelope.recordedAt,
                    basis: envelope.basis,
                    origin: envelope.origin ?? Origin(incarnation: stream.incarnation, sequence: sequence, hash: hash),
                    boot: boot,
                    bootTime: select.integer(at: 4)
                )
            )
        }
        return drafts
    }
}
