public import Survey
import Sync

/// The end of the growing stream.
struct Head {
    let incarnation: Incarnation
    let base: UInt64
    var sequence: UInt64
    var hash: Digest
    /// SQLite's count of other connections' commits: the head is stale when it changes.
    let version: Int64
}

/// An event that is about to be appended.
struct Draft {
    let kind: UInt16
    let schemaVersion: UInt16
    let payload: [UInt8]
    let recordedAt: Timestamp
    let basis: Basis
    let origin: Origin?
    let boot: BootID
    let bootTime: Int64
}

/// Where some events were appended.
public struct Appended: Hashable, Sendable {
    public let incarnation: Incarnation
    /// The sequences, one for each event in the order given.
    public let sequences: ClosedRange<UInt64>
    /// The hash of the last event.
    public let hash: Digest
}

extension EdgeLog {
    /// Appends some events in one transaction: all of them are durable when this returns, or none was stored.
    ///
    /// There must be at least one; they share the moment and the basis.
    @discardableResult
    public func append(_ events: [SurveyEvent]) throws(EdgeLogError) -> Appended {
        precondition(!events.isEmpty, "There is nothing to append.")
        let now = clock.now()
        let basis = try basis()
        var drafts: [Draft] = []
        drafts.reserveCapacity(events.count)
        for event in events {
            do { try event.validate() } catch { throw .invalid(kind: event.kind, error) }
            drafts.append(
                Draft(
                    kind: event.kind.rawValue,
                    schemaVersion: event.kind.schemaVersion,
                    payload: coding.encode(event),
                    recordedAt: now.wallClock,
                    basis: basis,
                    origin: nil,
                    boot: now.boot,
                    bootTime: now.sinceBoot
                )
            )
        }
        let end = try write { connection throws(EdgeLogError) in try insert(drafts, connection) }
        head = end
        let first = end.sequence - UInt64(events.count) + 1
        return Appended(incarnation: end.incarnation, sequences: first...end.sequence, hash: end.hash)
    }

    /// Appends one event.
    @discardableResult
    public func append(_ event: SurveyEvent) throws(EdgeLogError) -> Appended { try append([event]) }

    /// Inserts events at the end of the growing stream, within a transaction; returns the new end.
    func insert(_ drafts: [Draft], _ connection: Connection) throws(EdgeLogError) -> Head {
        var end = try currentHead(connection)
        var statement = try Statement(
            "INSERT INTO own (number, lane, hash, envelope, boot, boot_time) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            on: connection
        )
        var boot: BootID?
        for draft in drafts {
            let envelope = Envelope(
                project: project,
                agent: agent,
                incarnation: end.incarnation,
                sequence: end.sequence + 1,
                previousHash: end.hash,
                recordedAt: draft.recordedAt,
                basis: draft.basis,
                origin: draft.origin,
                kind: draft.kind,
                schemaVersion: draft.schemaVersion,
                payload: draft.payload
            )
            guard envelope.size <= Envelope.maximumSize else { throw .tooLarge(size: envelope.size) }
            let bytes = envelope.bytes
            end.sequence += 1
            end.hash = hashing.sha256(bytes)
            try statement.bind(end.base + end.sequence, at: 1)
            try statement.bind(envelope.lane, at: 2)
            try statement.bind(end.hash, at: 3)
            try statement.bind(bytes, at: 4)
            if draft.boot != boot {
                boot = draft.boot
                try statement.bind(draft.boot.bytes, at: 5)  // stays bound
            }
            try statement.bind(draft.bootTime, at: 6)
            try statement.run()
        }
        return end
    }

    /// The end of the growing stream, from memory where no other process has written since.
    private func currentHead(_ connection: Connection) throws(EdgeLogError) -> Head {
        let version = try connection.integer("PRAGMA data_version") ?? 0
        if let head, head.version == version { return head }
        let stream = try currentStream(connection)
        return Head(
            incarnation: stream.incarnation,
            base: stream.base,
            sequence: stream.lastStored,
            hash: stream.lastStored == 0 ? .zero : try ownHash(stream.base + stream.lastStored, connection),
            version: version
        )
    }

    /// What an event written now has seen: the structure that was pulled.
    private func basis() throws(EdgeLogError) -> Basis {
        let cursor = try cursor(.structure)
        return Basis(position: cursor.position, chainPrefix: cursor.chain.prefix)
    }
}
