internal import Survey

/// Reads the ledger of beacons: turns what was claimed of them into the table of assignments.
///
/// The table is a function of the set of claims: each step goes through all of them in the order of the acts, and looks
/// up what they refer to wherever it stands. Nothing depends on the order of arrival. Assignments are numbered in the
/// order in which they are opened, since this is read anew with every change.
struct LedgerReader {
    let slots: [SlotID: Slot]
    let policy: IdentityPolicy
    let claims: [Claim]

    /// Every act that opens an assignment, and the number of each assignment among them.
    var openings: [Opening] = []
    var numbers: [AssignmentID: Int] = [:]
    /// The other half of a swap.
    var siblings: [Int: Int] = [:]
    /// What people decided of an assignment, earliest first; the last one holds.
    var verdicts: [Int: [Verdict]] = [:]
    /// Which assignments never happened.
    var isVoid: [Bool] = []
    /// Understood assignments, and the order in which they were understood: after whatever they build on.
    var drafts: [Assignment?] = []
    var understood: [Int] = []
    /// For a void assignment, what stands in for it; memoised.
    var standIns: [Int: Int?] = [:]
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
        strikeOut()
        understandAll()
        closeAll()
        let bookings = settleDoubleBookings()
        let standings = settleStandings()
        settleOffsets()
        for (closed, later) in bookings {
            guard let slot = drafts[closed]?.slot, standings.tops[slot] == closed else { continue }
            disputes.append(.doubleBooking(closed: openings[closed].id, later: openings[later].id))
        }
        disputes += standings.disputes
        disputeVerdicts()
        return AssignmentTable(
            assignments: openings.indices.compactMap { isVoid[$0] ? nil : drafts[$0] },
            current: standings.current.mapValues { openings[$0].id },
            problems: problems,
            disputes: disputes.sorted { $0.sortKey < $1.sortKey },
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
        if let known = acts.first(where: { numbers[$0.id] != nil }) {
            report(known.stamp, .alreadyExists(.assignment(known.id)))
            return
        }
        let first = openings.count
        for act in acts {
            numbers[act.id] = openings.count
            openings.append(act)
        }
        if acts.count == 2 { (siblings[first], siblings[first + 1]) = (first + 1, first) }
    }

    // MARK: What people decided

    private mutating func collectVerdicts() {
        for claim in claims {
            guard case .conflictResolved(let event) = claim.content else { continue }
            let named = [event.winner] + event.losers.map(\.assignment)
            if let unknown = named.first(where: { numbers[$0] == nil }) {
                report(claim.stamp, .waits(for: .assignment(unknown)))
                continue
            }
            guard let winner = numbers[event.winner] else { continue }
            verdicts[winner, default: []].append(Verdict(stamp: claim.stamp, winner: winner, disposition: nil))
            for loser in event.losers {
                guard let number = numbers[loser.assignment] else { continue }
                let verdict = Verdict(stamp: claim.stamp, winner: winner, disposition: loser.disposition)
                verdicts[number, default: []].append(verdict)
                guard case .moved(let slot) = loser.disposition else { continue }
                let move = ResolvedMove(loser: loser.assignment, winner: event.winner, slot: slot)
                // The same move may be decided twice; the earlier decision opens it.
                if numbers[move.id] == nil { open([Opening(id: move.id, stamp: claim.stamp, act: .moved(move))]) }
            }
        }
    }

    /// Strikes out what never happened: reverted, never installed, or moved by a decision that was overruled.
    private mutating func strikeOut() {
        isVoid = Array(repeating: false, count: openings.count)
        for claim in claims {
            guard case .replacementReverted(let event) = claim.content else { continue }
            guard let number = numbers[event.assignment] else {
                report(claim.stamp, .waits(for: .assignment(event.assignment)))
                continue
            }
            switch openings[number].act {
            case .registered, .moved: report(claim.stamp, .notAReplacement)
            case .replaced, .reconfigured, .swapped:
                isVoid[number] = true
                if let sibling = siblings[number] { isVoid[sibling] = true }
            }
        }
        for (number, decisions) in verdicts where decisions.last?.disposition == .neverInstalled {
            isVoid[number] = true
        }
        // A move is opened after the loser and the winner that it names, so these are decided on here.
        for number in openings.indices {
            guard case .moved(let move) = openings[number].act, let loser = numbers[move.loser] else { continue }
            guard let verdict = verdicts[loser]?.last, verdict.disposition == .moved(move.slot) else {
                isVoid[number] = true
                continue
            }
            isVoid[number] = isVoid[number] || isVoid[loser] || isVoid[verdict.winner]
        }
        drafts = Array(repeating: nil, count: openings.count)
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
