public import Survey

/// Which identity stands for which slot now: all that changes when a beacon is replaced.
public struct AssignmentsBlock: Hashable, Sendable {
    /// Sorted by slot, then the current assignment before contested ones, then by identity.
    public let entries: [AssignmentEntry]

    public init(entries: [AssignmentEntry]) { self.entries = entries.sorted() }
}

/// An identity that stands for a slot.
public struct AssignmentEntry: Hashable, Sendable {
    public let slot: SlotID
    public let occupant: Occupant

    public init(slot: SlotID, occupant: Occupant) {
        self.slot = slot
        self.occupant = occupant
    }

    /// What hangs in the slot, and how it differs from what the slot's fingerprints were taken with.
    public struct Occupant: Hashable, Sendable {
        public let identity: BeaconIdentity
        /// Hundredths of a dB by which it is louder than the slot's reference; taken off each reading.
        public let offset: Int16
        /// The standard deviation of the offset in hundredths of a dB; 0 for the reference itself.
        public let offsetDeviation: UInt16
        /// Lost a conflict that nobody decided yet: counts only where the winner is not heard.
        public let isContested: Bool

        public init(identity: BeaconIdentity, offset: Int16, offsetDeviation: UInt16, isContested: Bool) {
            self.identity = identity
            self.offset = offset
            self.offsetDeviation = offsetDeviation
            self.isContested = isContested
        }
    }
}

extension AssignmentEntry: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        if left.slot != right.slot { return left.slot < right.slot }
        if left.occupant.isContested != right.occupant.isContested { return right.occupant.isContested }
        let (leftBytes, rightBytes) = (left.occupant.identity.bytes, right.occupant.identity.bytes)
        if leftBytes != rightBytes { return leftBytes.lexicographicallyPrecedes(rightBytes) }
        return (left.occupant.offset, left.occupant.offsetDeviation)
            < (right.occupant.offset, right.occupant.offsetDeviation)
    }
}
