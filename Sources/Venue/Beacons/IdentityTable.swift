public import Survey

/// Answers which slot a reading belongs to: a dictionary of sorted intervals, made once per change of the venue.
///
/// A lookup is a hash and a search among the few times the identity ever hung anywhere.
public struct IdentityTable: Hashable, Sendable {
    /// How this project tells beacons apart.
    public let policy: IdentityPolicy
    private let tenures: [BeaconIdentity: [Tenure]]

    /// A venue without beacons.
    public static let empty = IdentityTable(assignments: [], current: [:], epochs: [:], policy: .frame)

    init(
        assignments: [Assignment],
        current: [SlotID: AssignmentID],
        epochs: [SlotID: [SlotEpoch]],
        policy: IdentityPolicy
    ) {
        self.policy = policy
        var tenures: [BeaconIdentity: [Tenure]] = [:]
        for assignment in assignments {
            guard !assignment.isEmpty, let key = assignment.identity.key(under: policy) else { continue }
            let winner = assignment.standing == .contested ? current[assignment.slot] : nil
            let parts = Tenure.parts(of: assignment, epochs: epochs[assignment.slot] ?? [], winner: winner)
            tenures[key, default: []] += parts
        }
        self.tenures = tenures.mapValues { $0.sorted { ($0.from, $0.assignment) < ($1.from, $1.assignment) } }
    }

    /// Where an identity hung at a moment.
    public func resolve(_ identity: BeaconIdentity, at moment: Timestamp) -> Resolution {
        let tenures = tenures(of: identity)
        guard let index = tenures.lastIndex(where: { $0.from <= moment }) else { return .stray(former: nil) }
        let tenure = tenures[index]
        guard moment < tenure.to else { return .stray(former: tenure) }
        return tenure.isContested ? .contested(tenure) : .slot(tenure)
    }

    /// Everywhere an identity ever hung, earliest first, without overlaps; empty for a stray.
    ///
    /// Readings of one tenure all resolve alike, so that tallies may be kept per identity and split by tenure.
    public func tenures(of identity: BeaconIdentity) -> [Tenure] {
        guard let key = identity.key(under: policy) else { return [] }
        return tenures[key] ?? []
    }

    /// Every identity that ever hung anywhere, as this project compares them, in no order.
    public var identities: some Collection<BeaconIdentity> { tenures.keys }
}

/// A time during which an identity hung in one epoch of one slot.
public struct Tenure: Hashable, Sendable {
    public let from: Timestamp
    /// Half-open.
    public let to: Timestamp
    public let slot: SlotID
    /// The slot's epoch, counted from 0.
    public let epoch: Int
    /// Whether it is the slot's current epoch: prints of earlier ones do not count.
    public let isCurrentEpoch: Bool
    public let assignment: AssignmentID
    public let offset: SignalOffset
    /// Whether a concurrent act claims the slot for another beacon.
    public let isContested: Bool
    /// What hangs in the slot, where this is contested: if both are heard in one scan, only the winner counts.
    public let winner: AssignmentID?

    /// An assignment's time, cut where its slot was moved.
    static func parts(of assignment: Assignment, epochs: [SlotEpoch], winner: AssignmentID?) -> [Tenure] {
        epochs.indices.compactMap { index in
            let isLast = index == epochs.count - 1
            let from = max(assignment.from, epochs[index].from)
            let to = isLast ? assignment.to : min(assignment.to, epochs[index + 1].from)
            guard from < to else { return nil }
            return Tenure(
                from: from,
                to: to,
                slot: assignment.slot,
                epoch: index,
                isCurrentEpoch: isLast,
                assignment: assignment.id,
                offset: assignment.offset,
                isContested: assignment.standing == .contested,
                winner: winner
            )
        }
    }
}

/// Where a reading belongs.
public enum Resolution: Hashable, Sendable {
    case slot(Tenure)
    /// It belongs to the slot unless the winner was heard in the same scan; a person has yet to decide.
    case contested(Tenure)
    /// It hung nowhere at that moment: kept, counted, never used. `former` is where it hung last before.
    case stray(former: Tenure?)

    /// Where it hung; nil for a stray.
    public var tenure: Tenure? {
        switch self {
        case .slot(let tenure), .contested(let tenure): tenure
        case .stray: nil
        }
    }
}
