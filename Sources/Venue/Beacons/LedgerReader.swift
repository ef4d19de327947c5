internal import Survey

/// Reads the ledger of beacons: turns what was claimed of them into the table of assignments.
///
/// The table is a function of the set of claims: each step goes through all of them in the order of the acts, and looks
/// up what they refer to wherever it stands. Nothing depends on the order of arrival.
struct LedgerReader {
    let slots: [SlotID: Slot]
    let policy: IdentityPolicy
    let claims: [Claim]

    /// Every act that opens an assignment, by the assignment, and in the order of the acts.
    var openings: [AssignmentID: Opening] = [:]
    var order: [AssignmentID] = []
    /// The other half of a swap.
    var siblings: [AssignmentID: AssignmentID] = [:]
    /// What people decided, earliest first; the last one holds.
    var verdicts: [AssignmentID: [Verdict]] = [:]
    var reverted: Set<AssignmentID> = []
    /// Understood assignments, and the order in which they were understood: after whatever they build on.
    var drafts: [AssignmentID: Assignment] = [:]
    var understood: [AssignmentID] = []
    /// Openings that were looked at, understood or not.
    var settled: Set<AssignmentID> = []
    /// For a void assignment, what stands in for it; memoised.
    var standIns: [AssignmentID: AssignmentID?] = [:]
    var problems: [LedgerProblem] = []
    var disputes: [LedgerDispute] = []

    init(claims: [Claim], slots: [SlotID: Slot], policy: IdentityPolicy) {
        self.claims = claims
        self.slots = slots
        self.policy = policy
    }

    /// The table that the claims mean.
    mutating func read() -> AssignmentTable {
        collectOpenings()
        collectVerdicts()
        collectReversions()
        understandAll()
        closeAll()
        let bookings = settleDoubleBookings()
        let contests = settleStandings()
        settleOffsets()
        let standing = drafts.filter { !isVoid($0.key) }
        for (closed, later) in bookings where contests.tops[standing[closed]!.slot] == closed {
            disputes.append(.doubleBooking(closed: closed, later: later))
        }
        return AssignmentTable(
            assignments: standing,
            current: contests.current,
            problems: problems,
            disputes: (disputes + contests.disputes + verdictDisputes).sorted { $0.sortKey < $1.sortKey },
            epochs: slots.mapValues(\.epochs),
            policy: policy
        )
    }

    // MARK: What opens an assignment

    private mutating func collectOpenings() {
        for claim in claims {
            let stamp = claim.stamp
            switch claim.content {
            case .beaconRegistered(let event):
                open([Opening(id: event.assignment, stamp: stamp, act: .registered(event))])
            case .beaconReplaced(let event):
                open([Opening(id: event.assignment, stamp: stamp, act: .replaced(event))])
            case .beaconReconfigured(let event):
                open([Opening(id: event.newAssignment, stamp: stamp, act: .reconfigured(event))])
            case .beaconsSwapped(let event):
                open(event.openings(at: stamp))
            default: break
            }
        }
    }

    /// Opens assignments together, or none of them where one already exists.
    private mutating func open(_ acts: [Opening]) {
        if let known = acts.first(where: { openings[$0.id] != nil }) {
            report(known.stamp, .alreadyExists(.assignment(known.id)))
            return
        }
        for act in acts {
            openings[act.id] = act
            order.append(act.id)
        }
        if acts.count == 2 {
            siblings[acts[0].id] = acts[1].id
            siblings[acts[1].id] = acts[0].id
        }
    }

    // MARK: What people decided

    private mutating func collectVerdicts() {
        for claim in claims {
            guard case .conflictResolved(let event) = claim.content else { continue }
            let named = [event.winner] + event.losers.map(\.assignment)
            if let unknown = named.first(where: { openings[$0] == nil }) {
                report(claim.stamp, .waits(for: .assignment(unknown)))
                continue
            }
            decide(event.winner, Verdict(stamp: claim.stamp, isWinner: true, winner: event.winner, disposition: nil))
            for loser in event.losers {
                let verdict = Verdict(
                    stamp: claim.stamp,
                    isWinner: false,
                    winner: event.winner,
                    disposition: loser.disposition
                )
                decide(loser.assignment, verdict)
                guard case .moved(let slot) = loser.disposition else { continue }
                let move = ResolvedMove(loser: loser.assignment, winner: event.winner, slot: slot)
                // The same move may be decided twice; the earlier decision opens it.
                if openings[move.id] == nil { open([Opening(id: move.id, stamp: claim.stamp, act: .moved(move))]) }
            }
        }
    }

    private mutating func decide(_ assignment: AssignmentID, _ verdict: Verdict) {
        verdicts[assignment, default: []].append(verdict)
    }

    private mutating func collectReversions() {
        for claim in claims {
            guard case .replacementReverted(let event) = claim.content else { continue }
            switch openings[event.assignment]?.act {
            case nil: report(claim.stamp, .waits(for: .assignment(event.assignment)))
            case .registered?, .moved?: report(claim.stamp, .notAReplacement)
            case .replaced?, .reconfigured?, .swapped?:
                reverted.insert(event.assignment)
                if let sibling = siblings[event.assignment] { reverted.insert(sibling) }
            }
        }
    }

    /// Whether an assignment never happened: reverted, or never installed, or moved by a decision that was overruled.
    func isVoid(_ id: AssignmentID) -> Bool {
        if reverted.contains(id) { return true }
        if let verdict = verdicts[id]?.last, verdict.disposition == .neverInstalled { return true }
        guard case .moved(let move)? = openings[id]?.act else { return false }
        guard let verdict = verdicts[move.loser]?.last else { return true }
        return verdict.disposition != .moved(move.slot) || isVoid(move.loser)
    }

    mutating func report(_ stamp: Stamp, _ reason: Problem.Reason) {
        problems.append(LedgerProblem(stamp: stamp, reason: reason))
    }
}

/// A claim of the ledger that could not be applied.
struct LedgerProblem: Hashable {
    let stamp: Stamp
    let reason: Problem.Reason
}

/// Something in the ledger that a person has to decide.
enum LedgerDispute: Hashable {
    /// Concurrent acts left several beacons in one slot; `current` is nil where the slot's latest one is gone.
    case contest(slot: SlotID, current: AssignmentID?, contested: [AssignmentID])
    /// One identity in two slots: the later registration ended the earlier assignment.
    case doubleBooking(closed: AssignmentID, later: AssignmentID)
    /// Somebody retired a beacon while somebody else put another in its place.
    case retiredWhileReplaced(AssignmentID, successor: AssignmentID)
    /// Two people decided differently about the same assignment.
    case verdicts(AssignmentID, decisions: [Stamp])

    /// By kind, then by what it is about: no dictionary's order may show.
    var sortKey: (UInt8, UInt64, UInt64) {
        switch self {
        case .contest(let slot, _, _): (1, slot.high, slot.low)
        case .doubleBooking(let closed, _): (2, closed.high, closed.low)
        case .retiredWhileReplaced(_, let successor): (3, successor.high, successor.low)
        case .verdicts(let assignment, _): (4, assignment.high, assignment.low)
        }
    }
}

extension BeaconsSwapped {
    /// The two assignments that a swap opens: each slot gets the other one's beacon.
    fileprivate func openings(at stamp: Stamp) -> [Opening] {
        [
            Opening(
                id: newAssignmentA,
                stamp: stamp,
                act: .swapped(slot: slotA, replaced: assignmentA, beacon: assignmentB, age: effectiveAge)
            ),
            Opening(
                id: newAssignmentB,
                stamp: stamp,
                act: .swapped(slot: slotB, replaced: assignmentB, beacon: assignmentA, age: effectiveAge)
            ),
        ]
    }
}
