import CPharosSchema
import CProtobufC
import Survey
import Sync

extension Push: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Push>?) -> Void { pharos__push__init }

    func write(to raw: inout Pharos__Push, in arena: borrowing Arena) {
        raw.incarnation = incarnation.value
        raw.first = first
        raw.previous_hash = arena.data(previousHash)
        (raw.n_events, raw.events) = (events.count, arena.values(events) { arena.data($0) })
        (raw.n_ages, raw.ages) = (ages.count, arena.parts(ages))
    }

    init(_ raw: Pharos__Push) throws(MalformedMessage) {
        guard raw.n_events <= Limits.batchEvents else {
            throw MalformedMessage("A push has \(raw.n_events) events, more than \(Limits.batchEvents).")
        }
        guard raw.n_events == raw.n_ages else {
            throw MalformedMessage("A push has \(raw.n_events) events and \(raw.n_ages) ages.")
        }
        self.init(
            incarnation: Incarnation(raw.incarnation),
            first: raw.first,
            previousHash: try raw.previous_hash.digest("previous_hash"),
            events: UnsafeBufferPointer(start: raw.events, count: raw.n_events).map(\.array),
            ages: try repeated(raw.n_ages, raw.ages)
        )
    }
}

extension Age: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Age>?) -> Void { pharos__age__init }

    func write(to raw: inout Pharos__Age, in arena: borrowing Arena) {
        switch self {
        case .measured(let age):
            raw.age_case = PHAROS__AGE__AGE_MEASURED
            raw.measured = age
        case .estimated(let age):
            raw.age_case = PHAROS__AGE__AGE_ESTIMATED
            raw.estimated = age
        case .known(let time, let isEstimated):
            let known = arena.message(pharos__known_time__init)
            known.pointee.occurred_at = time.milliseconds
            known.pointee.is_estimated = isEstimated ? 1 : 0
            raw.age_case = PHAROS__AGE__AGE_KNOWN
            raw.known = known
        }
    }

    init(_ raw: Pharos__Age) throws(MalformedMessage) {
        switch raw.age_case {
        case PHAROS__AGE__AGE_MEASURED: self = .measured(raw.measured)
        case PHAROS__AGE__AGE_ESTIMATED: self = .estimated(raw.estimated)
        case PHAROS__AGE__AGE_KNOWN:
            guard let known = raw.known?.pointee else { throw MalformedMessage("known is missing.") }
            self = .known(Timestamp(milliseconds: known.occurred_at), isEstimated: known.is_estimated != 0)
        default: throw MalformedMessage("An age says nothing.")
        }
    }
}
