import CPharosSchema
import Survey

extension ReplacementReverted: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ReplacementReverted>?) -> Void {
        pharos__replacement_reverted__init
    }

    func write(to raw: inout Pharos__ReplacementReverted, in arena: borrowing Arena) {
        raw.assignment = arena.data(assignment)
    }

    init(_ raw: Pharos__ReplacementReverted) throws(MalformedMessage) {
        self.init(assignment: try raw.assignment.identifier("assignment"))
    }
}

extension OffsetVerified: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__OffsetVerified>?) -> Void { pharos__offset_verified__init }

    func write(to raw: inout Pharos__OffsetVerified, in arena: borrowing Arena) {
        raw.assignment = arena.data(assignment)
        raw.offset = offset
        raw.confidence = confidence
        raw.deviation = deviation
        raw.correlation = correlation
        raw.readings = readings
        raw.points = points
        raw.verdict = Pharos__OffsetVerdict(rawValue: UInt32(verdict.rawValue))
        if let walk { (raw.has_walk, raw.walk) = (1, arena.data(walk)) }
    }

    init(_ raw: Pharos__OffsetVerified) throws(MalformedMessage) {
        self.init(
            assignment: try raw.assignment.identifier("assignment"),
            offset: raw.offset,
            confidence: raw.confidence,
            deviation: raw.deviation,
            correlation: raw.correlation,
            readings: raw.readings,
            points: raw.points,
            verdict: try known(raw.verdict.rawValue, "verdict"),
            walk: raw.has_walk == 0 ? nil : try raw.walk.identifier("walk")
        )
    }
}

extension ConflictResolved: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ConflictResolved>?) -> Void {
        pharos__conflict_resolved__init
    }

    func write(to raw: inout Pharos__ConflictResolved, in arena: borrowing Arena) {
        raw.slot = arena.data(slot)
        raw.winner = arena.data(winner)
        (raw.n_losers, raw.losers) = (losers.count, arena.parts(losers))
    }

    init(_ raw: Pharos__ConflictResolved) throws(MalformedMessage) {
        self.init(
            slot: try raw.slot.identifier("slot"),
            winner: try raw.winner.identifier("winner"),
            losers: try repeated(raw.n_losers, raw.losers)
        )
    }
}

extension ResolvedLoser: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ConflictResolved__Loser>?) -> Void {
        pharos__conflict_resolved__loser__init
    }

    func write(to raw: inout Pharos__ConflictResolved__Loser, in arena: borrowing Arena) {
        raw.assignment = arena.data(assignment)
        switch disposition {
        case .removed: raw.fate = PHAROS__CONFLICT_RESOLVED__FATE__REMOVED
        case .moved(let slot):
            raw.fate = PHAROS__CONFLICT_RESOLVED__FATE__MOVED
            (raw.has_moved_to, raw.moved_to) = (1, arena.data(slot))
        case .neverInstalled: raw.fate = PHAROS__CONFLICT_RESOLVED__FATE__NEVER_INSTALLED
        }
    }

    init(_ raw: Pharos__ConflictResolved__Loser) throws(MalformedMessage) {
        let disposition: Disposition
        switch (raw.fate, raw.has_moved_to != 0) {
        case (PHAROS__CONFLICT_RESOLVED__FATE__REMOVED, false): disposition = .removed
        case (PHAROS__CONFLICT_RESOLVED__FATE__MOVED, true):
            disposition = .moved(try raw.moved_to.identifier("moved_to"))
        case (PHAROS__CONFLICT_RESOLVED__FATE__NEVER_INSTALLED, false): disposition = .neverInstalled
        default: throw MalformedMessage("fate \(raw.fate.rawValue) and moved_to do not fit.")
        }
        self.init(assignment: try raw.assignment.identifier("assignment"), disposition: disposition)
    }
}
