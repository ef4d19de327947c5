public import Survey
public import Sync

/// Reads the events of a project, always from the table, and asserts that none is missing.
public struct EventReader: Sendable {
    /// Events in a batch.
    public static let maximumEvents = 500

    private let pool: Pool

    public init(pool: Pool) { self.pool = pool }

    /// Reads on in a lane.
    ///
    /// `place` is what ``place(of:at:in:)`` or the batch before said. The batch ends before the event whose envelope would
    /// exceed `maximumBytes`, but has at least one where there is one. It is nil where the `reader` was revoked, or the
    /// project is not known; without a reader the server reads for itself. Where an event is missing,
    /// ``EventStoreError/damaged(reason:)`` is thrown.
    public func read(
        _ lane: Lane,
        of project: ProjectID,
        after place: LanePlace,
        maximumEvents: Int = maximumEvents,
        maximumBytes: Int,
        for reader: AgentID? = nil
    ) async throws(EventStoreError) -> LaneBatch? {
        let page = try await page(
            lane,
            of: project,
            after: place,
            maximumEvents: maximumEvents,
            maximumBytes: maximumBytes,
            for: reader
        )
        return try page.map { page throws(EventStoreError) in
            LaneBatch(events: try page.events(), place: page.place, isComplete: page.isComplete)
        }
    }

    /// As ``read(_:of:after:maximumEvents:maximumBytes:for:)``, with the events still as PostgreSQL sent them: whoever
    /// reads a whole lane may turn them into values elsewhere, while the next ones are on their way.
    public func page(
        _ lane: Lane,
        of project: ProjectID,
        after place: LanePlace,
        maximumEvents: Int = maximumEvents,
        maximumBytes: Int,
        for reader: AgentID? = nil
    ) async throws(EventStoreError) -> LanePage? {
        var statements = [
            Statement(Self.readHead, .bytea(project.bytes)),
            Statement(
                lane == .scans ? Self.readScans : Self.readStructure,
                .bytea(project.bytes),
                .bigint(place.position),
                .bigint(Int64(maximumEvents)),
                .bigint(Int64(maximumBytes))
            ),
        ]
        if let reader {
            statements.insert(Statement(Self.readAdmission, .bytea(project.bytes), .bytea(reader.bytes)), at: 0)
        }
        var answers = try await pool.run(statements)
        if reader != nil, answers.removeFirst().count == 0 { return nil }
        guard let head = answers[0].first else { return nil }
        let headPlace = LanePlace(lane: lane, position: head.uint64(0), chain: head.digest(1), scans: head.uint64(2))
        return try LanePage(answers[1], of: lane, after: place, head: headPlace)
    }

    /// Reads on in a lane for a session, which knows where it stands by position and chain alone.
    ///
    /// One flight: it also says whether the reader may still read, and whether the history at the cursor is still the one
    /// that the reader knows.
    public func read(
        after cursor: Cursor,
        of project: ProjectID,
        for reader: AgentID
    ) async throws(EventStoreError) -> LaneReading {
        let answers = try await pool.run([
            Statement(Self.readAdmission, .bytea(project.bytes), .bytea(reader.bytes)),
            Statement(Self.readPlace, .bytea(project.bytes), .bigint(cursor.position)),
            Statement(Self.readHead, .bytea(project.bytes)),
            Statement(
                cursor.lane == .scans ? Self.readScans : Self.readStructure,
                .bytea(project.bytes),
                .bigint(cursor.position),
                .bigint(Int64(Limits.batchEvents)),
                .bigint(Int64(Limits.batchBytes))
            ),
        ])
        guard answers[0].count == 1, let head = answers[2].first else { return .revoked }
        let place: LanePlace
        if cursor.position == 0 {
            place = .start
        } else if let row = answers[1].first, row.uint64(2) == cursor.position {
            place = LanePlace(lane: cursor.lane, position: cursor.position, chain: row.digest(0), scans: row.uint64(1))
        } else {
            return .historyChanged
        }
        guard place.chain == cursor.chain else { return .historyChanged }
        let headPlace = LanePlace(
            lane: cursor.lane,
            position: head.uint64(0),
            chain: head.digest(1),
            scans: head.uint64(2)
        )
        let page = try LanePage(answers[3], of: cursor.lane, after: place, head: headPlace)
        guard page.place.position > cursor.position else { return .atHead }
        return .run(
            events: try page.events().map(\.event),
            to: page.place.position,
            chainAfter: page.place.chain
        )
    }

    /// The place at a position of a project's history; nil where there is none.
    public func place(
        of lane: Lane,
        at position: UInt64,
        in project: ProjectID
    ) async throws(EventStoreError) -> LanePlace? {
        if position == 0 { return .start }
        let rows = try await pool.run(Self.readPlace, .bytea(project.bytes), .bigint(position))
        guard let row = rows.first, row.uint64(2) == position else { return nil }
        return LanePlace(lane: lane, position: position, chain: row.digest(0), scans: row.uint64(1))
    }

    /// A project's head and the chain there; nil where it is not known.
    public func head(of project: ProjectID) async throws(EventStoreError) -> (position: UInt64, chain: Digest)? {
        let rows = try await pool.run(Self.readHead, .bytea(project.bytes))
        return rows.first.map { ($0.uint64(0), $0.digest(1)) }
    }

    /// The heads of some projects, for noticing what other programs appended.
    public func heads(of projects: [ProjectID]) async throws(EventStoreError) -> [ProjectID: UInt64] {
        let rows = try await pool.run(Self.readHeads, .byteas(projects.map(\.bytes)))
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.identifier(0), $0.uint64(1)) })
    }

    /// The project's chain at some positions; what is not stored is not there.
    ///
    /// Position 0 is before the first event.
    public func chain(of project: ProjectID, at positions: [UInt64]) async throws(EventStoreError) -> [UInt64: Digest] {
        let rows = try await pool.run(AppendFlights.readBases, .bytea(project.bytes), .bigints(positions))
        var chain = Dictionary(rows.map { ($0.uint64(0), $0.digest(1)) }) { first, _ in first }
        if positions.contains(0) { chain[0] = .zero }
        return chain
    }

    /// The hashes of a stream's events at some sequences; what is not stored is not there.
    public func hashes(
        of stream: StreamID,
        in project: ProjectID,
        at sequences: [UInt64]
    ) async throws(EventStoreError) -> [UInt64: Digest] {
        let rows = try await pool.run(
            Self.readHashes,
            .bytea(project.bytes),
            .bytea(stream.agent.bytes),
            .bigint(stream.incarnation.value),
            .bigints(sequences)
        )
        var hashes = Dictionary(rows.map { ($0.uint64(0), $0.digest(1)) }) { first, _ in first }
        if sequences.contains(0) { hashes[0] = .zero }
        return hashes
    }

    /// The newest structure event of some kinds; nil where there is none.
    public func newest(of kinds: [EventKind], in project: ProjectID) async throws(EventStoreError) -> Envelope? {
        let rows = try await pool.run(
            Self.readNewest,
            .bytea(project.bytes),
            .integers(kinds.map { Int32($0.rawValue) })
        )
        guard let row = rows.first else { return nil }
        do throws(EnvelopeError) {
            return try Envelope(bytes: row.bytes(0))
        } catch {
            throw .damaged(reason: "an event of project \(project) cannot be read: \(error)")
        }
    }
}
