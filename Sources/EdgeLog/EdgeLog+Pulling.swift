public import Survey
public import Sync

extension EdgeLog {
    /// Points of the project's history that are kept at most; beyond it the older half loses every other one.
    static let pointLimit = 1_024

    /// How far a lane was pulled; position 0 at first.
    public func cursor(_ lane: Lane) throws(EdgeLogError) -> Cursor { try cursor(lane, try running()) }

    /// Stores a pulled batch and moves the lane's cursor, in one transaction: both are durable when this returns.
    ///
    /// - Throws: ``EdgeLogError/notContinuing(lane:expected:found:)`` and
    ///   ``EdgeLogError/malformedBatch(position:reason:)``, after which nothing has changed.
    public func apply(_ batch: EventBatch) throws(EdgeLogError) {
        try write { connection throws(EdgeLogError) in
            let cursor = try cursor(batch.lane, connection)
            guard batch.from == cursor.position else {
                throw .notContinuing(lane: batch.lane, expected: cursor.position, found: batch.from)
            }
            guard batch.to >= batch.from else { throw .malformedBatch(position: batch.to, reason: "goes backwards") }
            try store(batch, connection)
            try setCursor(Cursor(lane: batch.lane, position: batch.to, chain: batch.chainAfter), connection)
            try keepPoint(batch.to, batch.chainAfter, connection)
        }
    }

    /// Takes back everything that was pulled after a position at which a cursor once stood.
    ///
    /// The events of others go aside as orphans, and the cursors that were beyond go back to it. Own events stay where
    /// they are, to be pushed again.
    ///
    /// - Throws: ``EdgeLogError/notAPoint(position:)`` where no cursor stood there, or it was forgotten.
    public func rewind(to position: UInt64) throws(EdgeLogError) {
        let now = clock.now().wallClock
        try write { connection throws(EdgeLogError) in
            let chain = try chain(at: position, connection)
            var keep = try Statement(
                """
                INSERT INTO orphan (hash, position, envelope, dropped_at)
                SELECT hash, position, envelope, ?2 FROM replica WHERE position > ?1 AND own IS NULL
                    ON CONFLICT (hash) DO UPDATE SET position = excluded.position, returned_as = NULL
                """,
                on: connection
            )
            try keep.bind(position, at: 1)
            try keep.bind(now.milliseconds, at: 2)
            try keep.run()
            for table in ["replica", "point"] {
                var delete = try Statement("DELETE FROM \(table) WHERE position > ?1", on: connection)
                try delete.bind(position, at: 1)
                try delete.run()
            }
            for lane in Lane.allCases where try cursor(lane, connection).position > position {
                try setCursor(Cursor(lane: lane, position: position, chain: chain), connection)
            }
        }
    }

    /// Points of the project's history that a `Compare` carries: positions at which the cursors stood.
    ///
    /// At most `limit`, rising and evenly spread over what was asked for, the highest among them.
    public func projectPoints(
        after lower: UInt64,
        through upper: UInt64,
        limit: Int = 64
    ) throws(EdgeLogError) -> [HistoryPoint] {
        var select = try Statement(
            """
            SELECT position, chain FROM point WHERE position > ?1 AND position <= ?2
             UNION SELECT position, chain FROM cursor WHERE position > ?1 AND position <= ?2 ORDER BY position
            """,
            on: try running()
        )
        try select.bind(Int64(clamping: lower), at: 1)
        try select.bind(Int64(clamping: upper), at: 2)
        var points: [HistoryPoint] = []
        while try select.step() {
            guard let chain = select.digest(at: 1) else { continue }  // the tables hold nothing else
            points.append(HistoryPoint(number: select.unsigned(at: 0), hashPrefix: chain.prefix))
        }
        guard points.count > limit else { return points }
        return evenlySpread(after: 0, through: UInt64(points.count), limit: limit).map { points[Int($0) - 1] }
    }

    func cursor(_ lane: Lane, _ connection: Connection) throws(EdgeLogError) -> Cursor {
        var select = try Statement("SELECT position, chain FROM cursor WHERE lane = ?1", on: connection)
        try select.bind(lane, at: 1)
        guard try select.step(), let chain = select.digest(at: 1) else {
            return Cursor(lane: lane, position: 0, chain: .zero)
        }
        return Cursor(lane: lane, position: select.unsigned(at: 0), chain: chain)
    }

    private func setCursor(_ cursor: Cursor, _ connection: Connection) throws(EdgeLogError) {
        var upsert = try Statement(
            "INSERT OR REPLACE INTO cursor (lane, position, chain) VALUES (?1, ?2, ?3)",
            on: connection
        )
        try upsert.bind(cursor.lane, at: 1)
        try upsert.bind(cursor.position, at: 2)
        try upsert.bind(cursor.chain, at: 3)
        try upsert.run()
    }

    private func keepPoint(_ position: UInt64, _ chain: Digest, _ connection: Connection) throws(EdgeLogError) {
        guard position > 0 else { return }
        var upsert = try Statement("INSERT OR REPLACE INTO point (position, chain) VALUES (?1, ?2)", on: connection)
        try upsert.bind(position, at: 1)
        try upsert.bind(chain, at: 2)
        try upsert.run()
        guard try connection.integer("SELECT count(*) FROM point") ?? 0 > Self.pointLimit else { return }
        try connection.run(
            """
            DELETE FROM point WHERE position IN (
                SELECT position FROM (SELECT position, row_number() OVER (ORDER BY position) AS n FROM point)
                 WHERE n <= \(Self.pointLimit / 2) AND n % 2 = 1)
            """
        )
    }

    private func chain(at position: UInt64, _ connection: Connection) throws(EdgeLogError) -> Digest {
        if position == 0 { return .zero }
        var select = try Statement(
            """
            SELECT chain FROM point WHERE position = ?1
             UNION SELECT chain FROM cursor WHERE position = ?1
            """,
            on: connection
        )
        try select.bind(Int64(clamping: position), at: 1)
        guard try select.step(), let chain = select.digest(at: 0) else { throw .notAPoint(position: position) }
        return chain
    }
}
