public import Survey

/// Which identity hung in which slot, when: everything that was ever registered, replaced, swapped or retired.
public struct AssignmentTable: Hashable, Sendable {
    /// Every assignment that happened, reverted ones left out.
    public let assignments: [AssignmentID: Assignment]
    /// Which of them each slot has now; a slot without one is masked.
    public let current: [SlotID: AssignmentID]
    let problems: [LedgerProblem]
    let disputes: [LedgerDispute]
    /// In the order of the acts that opened them.
    private let bySlot: [SlotID: [AssignmentID]]
    /// Whose reading belongs to which slot: the part of this table that scans are resolved with.
    public let identities: IdentityTable

    init(
        assignments: [Assignment],
        current: [SlotID: AssignmentID],
        problems: [LedgerProblem],
        disputes: [LedgerDispute],
        epochs: [SlotID: [SlotEpoch]],
        policy: IdentityPolicy
    ) {
        self.assignments = Dictionary(uniqueKeysWithValues: assignments.map { ($0.id, $0) })
        self.current = current
        self.problems = problems
        self.disputes = disputes
        bySlot = Dictionary(grouping: assignments, by: \.slot).mapValues { $0.map(\.id) }
        identities = IdentityTable(assignments: assignments, current: current, epochs: epochs, policy: policy)
    }

    public subscript(id: AssignmentID) -> Assignment? { assignments[id] }

    /// What hangs in a slot now; nil where it is masked.
    public func current(of slot: SlotID) -> Assignment? { current[slot].flatMap { assignments[$0] } }

    /// Everything that ever hung in a slot, earliest first.
    public func timeline(of slot: SlotID) -> [Assignment] {
        (bySlot[slot] ?? []).compactMap { assignments[$0] }
            .sorted { ($0.from, $0.opened) < ($1.from, $1.opened) }
    }
}
