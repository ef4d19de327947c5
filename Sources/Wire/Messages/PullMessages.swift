import CPharosSchema
import Survey
import Sync

extension Compare: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Compare>?) -> Void { pharos__compare__init }

    func write(to raw: inout Pharos__Compare, in arena: borrowing Arena) {
        if case .stream(let incarnation) = subject { (raw.has_incarnation, raw.incarnation) = (1, incarnation.value) }
        (raw.n_points, raw.points) = (points.count, arena.parts(points))
    }

    init(_ raw: Pharos__Compare) throws(MalformedMessage) {
        guard raw.n_points <= Limits.comparedPoints else {
            throw MalformedMessage("A comparison has \(raw.n_points) points, more than \(Limits.comparedPoints).")
        }
        self.init(
            subject: raw.has_incarnation == 0 ? .project : .stream(Incarnation(raw.incarnation)),
            points: try repeated(raw.n_points, raw.points)
        )
    }
}

extension HistoryPoint: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__HistoryPoint>?) -> Void { pharos__history_point__init }

    func write(to raw: inout Pharos__HistoryPoint, in arena: borrowing Arena) {
        raw.number = number
        raw.hash_prefix = hashPrefix
    }

    init(_ raw: Pharos__HistoryPoint) throws(MalformedMessage) {
        self.init(number: raw.number, hashPrefix: raw.hash_prefix)
    }
}

extension Common: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Common>?) -> Void { pharos__common__init }

    func write(to raw: inout Pharos__Common, in arena: borrowing Arena) {
        if case .stream(let incarnation) = subject { (raw.has_incarnation, raw.incarnation) = (1, incarnation.value) }
        raw.number = number
    }

    init(_ raw: Pharos__Common) throws(MalformedMessage) {
        self.init(
            subject: raw.has_incarnation == 0 ? .project : .stream(Incarnation(raw.incarnation)),
            number: raw.number
        )
    }
}

extension Pull: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Pull>?) -> Void { pharos__pull__init }

    func write(to raw: inout Pharos__Pull, in arena: borrowing Arena) {
        raw.cursor = arena.part(cursor)
        raw.credit = credit
    }

    init(_ raw: Pharos__Pull) throws(MalformedMessage) {
        self.init(cursor: try required(raw.cursor, "cursor"), credit: raw.credit)
    }
}

extension EventBatch: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__EventBatch>?) -> Void { pharos__event_batch__init }

    func write(to raw: inout Pharos__EventBatch, in arena: borrowing Arena) {
        raw.lane = lane.raw
        raw.from = from
        raw.to = to
        raw.chain_after = arena.data(chainAfter)
        (raw.n_entries, raw.entries) = (entries.count, arena.parts(entries))
    }

    init(_ raw: Pharos__EventBatch) throws(MalformedMessage) {
        guard raw.n_entries <= Limits.batchEvents else {
            throw MalformedMessage("A batch has \(raw.n_entries) events, more than \(Limits.batchEvents).")
        }
        self.init(
            lane: try known(raw.lane.rawValue, "lane"),
            from: raw.from,
            to: raw.to,
            chainAfter: try raw.chain_after.digest("chain_after"),
            entries: try repeated(raw.n_entries, raw.entries)
        )
    }
}

extension EventBatch.Entry: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__EventBatch__Entry>?) -> Void {
        pharos__event_batch__entry__init
    }

    func write(to raw: inout Pharos__EventBatch__Entry, in arena: borrowing Arena) {
        let commitment: Commitment
        switch self {
        case .whole(let envelope, let added):
            (raw.has_envelope, raw.envelope) = (1, arena.data(envelope))
            commitment = added
        case .own(let incarnation, let sequence, let added):
            (raw.has_incarnation, raw.incarnation) = (1, incarnation.value)
            (raw.has_sequence, raw.sequence) = (1, sequence)
            commitment = added
        }
        raw.position = commitment.position
        raw.received_at = commitment.receivedAt.milliseconds
        raw.occurred_at = commitment.occurredAt.milliseconds
        raw.is_estimated = commitment.isEstimated ? 1 : 0
        raw.seen = commitment.seen
        raw.is_duplicate = commitment.isDuplicate ? 1 : 0
    }

    init(_ raw: Pharos__EventBatch__Entry) throws(MalformedMessage) {
        let commitment = Commitment(
            position: raw.position,
            receivedAt: Timestamp(milliseconds: raw.received_at),
            occurredAt: Timestamp(milliseconds: raw.occurred_at),
            isEstimated: raw.is_estimated != 0,
            seen: raw.seen,
            isDuplicate: raw.is_duplicate != 0
        )
        switch (raw.has_envelope != 0, raw.has_incarnation != 0, raw.has_sequence != 0) {
        case (true, false, false): self = .whole(raw.envelope.array, commitment)
        case (false, true, true):
            self = .own(incarnation: Incarnation(raw.incarnation), sequence: raw.sequence, commitment)
        default: throw MalformedMessage("An event of a batch is neither whole nor named.")
        }
    }
}
