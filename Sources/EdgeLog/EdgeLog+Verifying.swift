import Survey

/// What a walk over the log found.
public struct Verification: Hashable, Sendable {
    /// Own events that were checked and are what was written.
    public let own: UInt64
    /// Pulled events of others that were checked.
    public let pulled: UInt64
    /// The first event that is not; nil where all are.
    public let damage: Damage?
}

extension EdgeLog {
    /// Walks the chain of every stream, the pulled events, the file's structure and the project's chain; changes nothing.
    ///
    /// One event is in memory at a time.
    public func verify() throws(EdgeLogError) -> Verification {
        let connection = try running()
        let own = try verifyOwn(connection)
        if own.damage != nil { return own }
        let pulled = try verifyPulled(connection)
        if pulled.damage != nil { return Verification(own: own.own, pulled: pulled.pulled, damage: pulled.damage) }
        if let damage = try verifyFile(connection) {
            return Verification(own: own.own, pulled: pulled.pulled, damage: damage)
        }
        return Verification(own: own.own, pulled: pulled.pulled, damage: try verifyChain(connection))
    }

    /// Walks own events from a number on: the first one's predecessor is taken as it is stored.
    func verifyOwn(_ connection: Connection, from first: UInt64 = 1) throws(EdgeLogError) -> Verification {
        var walk = OwnWalk(log: self, streams: try streamRows(connection), next: first)
        walk.previous = try walk.startsWithin ? ownHash(first - 1, connection) : .zero
        do {
            var select = try Statement(
                "SELECT number, hash, envelope, lane FROM own WHERE number >= ?1 ORDER BY number",
                on: connection
            )
            try select.bind(first, at: 1)
            while try select.step() {
                if let damage = walk.check(select) { return walk.result(damage) }
            }
        } catch {
            guard case .damaged(_, let damage) = error else { throw error }
            return walk.result(Damage(walk.place, "cannot be read: \(damage)"))
        }
        return walk.result(walk.check(end: try connection.integer("SELECT max(number) FROM own") ?? 0))
    }

    private func verifyPulled(_ connection: Connection) throws(EdgeLogError) -> Verification {
        var count: UInt64 = 0
        var position: UInt64 = 0
        do {
            var select = try Statement(
                "SELECT position, lane, hash, envelope FROM replica WHERE own IS NULL ORDER BY position",
                on: connection
            )
            while try select.step() {
                position = select.unsigned(at: 0)
                let bytes = select.bytes(at: 3)
                guard hashing.sha256(bytes) == select.digest(at: 2), let envelope = try? Envelope(bytes: bytes),
                    envelope.project == project, Int64(envelope.lane.rawValue) == select.integer(at: 1)
                else {
                    let damage = Damage(.pulled(position: position), "is not what was pulled")
                    return Verification(own: 0, pulled: count, damage: damage)
                }
                count += 1
            }
        } catch {
            guard case .damaged(_, let damage) = error else { throw error }
            let place = Damage.Place.pulled(position: position + 1)
            return Verification(own: 0, pulled: count, damage: Damage(place, "cannot be read: \(damage)"))
        }
        return Verification(own: 0, pulled: count, damage: nil)
    }

    /// SQLite's own check of pages, keys and indexes.
    private func verifyFile(_ connection: Connection) throws(EdgeLogError) -> Damage? {
        do {
            var check = try Statement("PRAGMA integrity_check(1)", on: connection)
            guard try check.step() else { return nil }
            let answer = check.text(at: 0)
            return answer == "ok" ? nil : Damage(.file, "is inconsistent: \(answer)")
        } catch {
            guard case .damaged(_, let damage) = error else { throw error }
            return damage
        }
    }
}

/// The state of a walk along own events: which one must come next, and after what.
private struct OwnWalk {
    let log: EdgeLog
    let streams: [Stream]
    var next: UInt64
    var previous: Digest = .zero
    private var checked: UInt64 = 0

    init(log: EdgeLog, streams: [Stream], next: UInt64) {
        self.log = log
        self.streams = streams
        self.next = next
    }

    private var stream: Stream? { streams.last { $0.base < next } }

    /// Whether the next event has a predecessor in its stream.
    var startsWithin: Bool { stream.map { next - $0.base > 1 } ?? false }

    /// The next event.
    var place: Damage.Place { stream.map { .own($0.incarnation, sequence: next - $0.base) } ?? .file }

    mutating func check(_ row: borrowing Statement) -> Damage? {
        guard let stream else { return Damage(.file, "lacks the first stream") }
        guard row.unsigned(at: 0) == next else { return Damage(place, "is missing") }
        let sequence = next - stream.base
        if sequence == 1 { previous = .zero }
        let bytes = row.bytes(at: 2)
        let hash = log.hashing.sha256(bytes)
        guard hash == row.digest(at: 1) else { return Damage(place, "does not have the hash it was stored with") }
        guard let envelope = try? Envelope(bytes: bytes) else { return Damage(place, "is no event") }
        guard envelope.previousHash == previous else { return Damage(place, "does not follow the one before it") }
        guard envelope.project == log.project, envelope.agent == log.agent, envelope.sequence == sequence,
            envelope.incarnation == stream.incarnation, Int64(envelope.lane.rawValue) == row.integer(at: 3)
        else { return Damage(place, "stands in a stream that is not its own") }
        previous = hash
        next += 1
        checked += 1
        return nil
    }

    /// Checks that the streams begin where the events say.
    func check(end last: Int64) -> Damage? {
        guard UInt64(last) == next - 1 || checked == 0 else { return Damage(place, "is missing") }
        guard let stream = streams.last, stream.base <= UInt64(last) else {
            return Damage(.file, "ends before its last stream begins")
        }
        return nil
    }

    func result(_ damage: Damage?) -> Verification { Verification(own: checked, pulled: 0, damage: damage) }
}
