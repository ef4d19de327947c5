public import Survey
public import Venue

/// What the venue's structure says about scans: the part of it that decides how they are counted.
///
/// A value of its own, so that the same ledger can be read under another one: as things stood, or as they would stand.
public struct Interpretation: Hashable, Sendable {
    /// In canonical order.
    public let spans: [AssignmentSpan]
    /// The walks whose scans count; nil for all.
    public let walks: Set<WalkID>?
    /// The floors whose scans count; nil for all.
    public let floors: Set<FloorID>?
    public let identityPolicy: IdentityPolicy
    /// How older coordinates are carried over; floors that nobody calibrated need none.
    public let frames: [FloorID: FloorFrames]

    public init(
        spans: [AssignmentSpan],
        walks: Set<WalkID>? = nil,
        floors: Set<FloorID>? = nil,
        identityPolicy: IdentityPolicy = .frame,
        frames: [FloorID: FloorFrames] = [:]
    ) {
        self.spans = spans.sorted()
        self.walks = walks
        self.floors = floors
        self.identityPolicy = identityPolicy
        self.frames = frames
    }

    /// What a venue says now.
    ///
    /// Prints of a slot's earlier epochs do not count, so only the current one's tenures are spans.
    public init(_ venue: Venue) {
        let spans = venue.identities.identities.flatMap { identity in
            venue.identities.tenures(of: identity).filter(\.isCurrentEpoch).map { tenure in
                AssignmentSpan(
                    slot: tenure.slot,
                    assignment: tenure.assignment,
                    identity: identity,
                    from: tenure.from == .distantPast ? nil : tenure.from,
                    to: tenure.to == .distantFuture ? nil : tenure.to,
                    isContested: tenure.isContested,
                    offset: tenure.offset.level
                )
            }
        }
        self.init(
            spans: spans,
            walks: Set(venue.walks.values.lazy.filter(\.counts).map(\.id)),
            floors: Set(venue.floors.values.lazy.filter { !$0.isRemoved }.map(\.id)),
            identityPolicy: venue.identityPolicy,
            frames: venue.floors.compactMapValues { $0.calibration == nil ? nil : $0.frames }
        )
    }
}

/// For how long an identity stood for a slot.
public struct AssignmentSpan: Hashable, Sendable {
    public let slot: SlotID
    public let assignment: AssignmentID
    /// As the project compares identities (`BeaconIdentity/key(under:)`).
    public let identity: BeaconIdentity
    /// The first moment that counts; nil from the beginning on.
    public let from: Timestamp?
    /// The first moment that does not; nil while it lasts.
    public let to: Timestamp?
    /// Lost a conflict that nobody decided yet: counts only in scans where the winner was not heard.
    public let isContested: Bool
    /// dB by which the assignment is louder than the slot's reference; taken off when prints are made.
    public let offset: Double

    public init(
        slot: SlotID,
        assignment: AssignmentID,
        identity: BeaconIdentity,
        from: Timestamp? = nil,
        to: Timestamp? = nil,
        isContested: Bool = false,
        offset: Double = 0
    ) {
        self.slot = slot
        self.assignment = assignment
        self.identity = identity
        self.from = from
        self.to = to
        self.isContested = isContested
        self.offset = offset
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
