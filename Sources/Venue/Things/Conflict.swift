public import Survey

/// Concurrent acts that a person should look at: the fold chose, but nobody knew of the other.
public struct Conflict: Hashable, Sendable {
    /// What it is about.
    public let subject: Entity
    public let kind: Kind
    /// The acts that contradict each other, earliest first.
    public let claims: [Contradiction]

    /// What kind of contradiction it is.
    public enum Kind: Hashable, Sendable {
        /// Several wrote the same field; the latest holds.
        case field(Field)
        /// Somebody edited what somebody else removed; it is removed.
        case removedWhileEdited
        /// Several beacons were hung in one slot; `current` is nil where the latest one is gone.
        case contestedSlot(current: AssignmentID?, contested: [AssignmentID])
        /// One identity in two slots: the later registration ended the earlier assignment.
        case doubleBooking(closed: AssignmentID, later: AssignmentID)
        /// Somebody retired a beacon while somebody else put another in its place; the other one is current.
        case retiredWhileReplaced(AssignmentID, successor: AssignmentID)
        /// Two people resolved the same conflict differently; the latest decision holds.
        case contraryDecisions(AssignmentID)
    }

    /// One side of a conflict.
    public struct Contradiction: Hashable, Sendable {
        public let stamp: Stamp
        public let kind: EventKind
        /// Whether it is the one that holds.
        public let holds: Bool

        public var agent: AgentID { stamp.stream.agent }
    }
}
