public import Survey

/// What the venue's structure says about scans: the part of it that decides how they are counted.
///
/// A value of its own, so that the same ledger can be read under another one: as things stood, or as they would stand.
public struct Interpretation: Hashable, Sendable {
    /// In canonical order.
    public let spans: [AssignmentSpan]
    /// When a slot's mount was moved last: what was heard of the slot before does not count.
    public let epochs: [SlotID: Timestamp]
    /// Walks whose scans do not count.
    public let abandonedWalks: Set<WalkID>
    /// Floors whose scans do not count.
    public let removedFloors: Set<FloorID>
    public let identityPolicy: IdentityPolicy
    /// How older coordinates are carried over, in the order of positions.
    public let frameChanges: [FloorID: [FrameChange]]

    public init(
        spans: [AssignmentSpan],
        epochs: [SlotID: Timestamp] = [:],
        abandonedWalks: Set<WalkID> = [],
        removedFloors: Set<FloorID> = [],
        identityPolicy: IdentityPolicy = .frame,
        frameChanges: [FloorID: [FrameChange]] = [:]
    ) {
        self.spans = spans.sorted()
        self.epochs = epochs
        self.abandonedWalks = abandonedWalks
        self.removedFloors = removedFloors
        self.identityPolicy = identityPolicy
        self.frameChanges = frameChanges.mapValues { $0.sorted { $0.position < $1.position } }
    }
}

/// For how long an identity stood for a slot.
public struct AssignmentSpan: Hashable, Sendable {
    public let slot: SlotID
    public let assignment: AssignmentID
    /// As the project compares identities (``BeaconIdentity/key(under:)``).
    public let identity: BeaconIdentity
    /// The first moment that counts; nil from the beginning on.
    public let from: Timestamp?
    /// The first moment that does not; nil while it lasts.
    public let to: Timestamp?
    /// Lost a conflict that nobody decided yet: counts only in scans where the winner was not heard.
    public let isContested: Bool
    /// dB by which the assignment is louder than the slot's reference; taken off when prints are made.
    public let offset: Double
    /// The standard deviation of the offset in dB.
    public let offsetDeviation: Double

    public init(
        slot: SlotID,
        assignment: AssignmentID,
        identity: BeaconIdentity,
        from: Timestamp? = nil,
        to: Timestamp? = nil,
        isContested: Bool = false,
        offset: Double = 0,
        offsetDeviation: Double = 0
    ) {
        self.slot = slot
        self.assignment = assignment
        self.identity = identity
        self.from = from
        self.to = to
        self.isContested = isContested
        self.offset = offset
        self.offsetDeviation = offsetDeviation
    }
}

extension AssignmentSpan: Comparable {
    /// By slot, assignment, start, identity: an order that depends on no arrival.
    public static func < (left: Self, right: Self) -> Bool {
        if left.slot != right.slot { return left.slot < right.slot }
        if left.assignment != right.assignment { return left.assignment < right.assignment }
        let (leftStart, rightStart) = (left.from?.milliseconds ?? .min, right.from?.milliseconds ?? .min)
        if leftStart != rightStart { return leftStart < rightStart }
        return left.identity.bytes.lexicographicallyPrecedes(right.identity.bytes)
    }
}

/// A new frame of a floor, and how coordinates of authors who did not know it are carried over.
public struct FrameChange: Hashable, Sendable {
    public let position: UInt64
    /// The stream that it was written in: its author knew it from then on, before any server did.
    public let stream: StreamID
    public let carryOver: Similarity

    public init(position: UInt64, stream: StreamID, carryOver: Similarity) {
        self.position = position
        self.stream = stream
        self.carryOver = carryOver
    }
}
