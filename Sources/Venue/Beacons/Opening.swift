internal import Survey

/// An act that opens an assignment, before anything it refers to is looked up.
struct Opening: Hashable {
    let id: AssignmentID
    let stamp: Stamp
    let act: Act

    enum Act: Hashable {
        case registered(BeaconRegistered)
        case replaced(BeaconReplaced)
        case reconfigured(BeaconReconfigured)
        /// The beacon of `beacon` now hangs in the place of `replaced`, in `slot`.
        case swapped(slot: SlotID, replaced: AssignmentID, beacon: AssignmentID, age: EffectiveAge)
        /// A resolved conflict moved a loser's beacon.
        case moved(ResolvedMove)
    }

    /// The assignment whose place it takes; nil for a registration and a moved beacon.
    var replaces: AssignmentID? {
        switch act {
        case .registered, .moved: nil
        case .replaced(let event): event.replaced
        case .reconfigured(let event): event.assignment
        case .swapped(_, let replaced, _, _): replaced
        }
    }

    /// The assignments that must be understood before this one; for a swap both.
    var needs: [AssignmentID] {
        switch act {
        case .registered: []
        case .replaced(let event): [event.replaced]
        case .reconfigured(let event): [event.assignment]
        case .swapped(_, let replaced, let beacon, _): [replaced, beacon]
        case .moved(let move): [move.loser, move.winner]
        }
    }
}

/// A beacon that lost a conflict and hangs in another slot since the winner was hung.
struct ResolvedMove: Hashable {
    let loser: AssignmentID
    let winner: AssignmentID
    let slot: SlotID

    /// The assignment in the other slot: its identifier is derived, so that every replica names it alike.
    var id: AssignmentID { AssignmentID(high: loser.high ^ slot.high, low: loser.low ^ slot.low) }
}

/// What a person said of an assignment in a conflict: the winner, or what became of the loser.
struct Verdict: Hashable {
    let stamp: Stamp
    /// The number of the winner.
    let winner: Int
    /// Nil for the winner itself.
    let disposition: Disposition?
}
