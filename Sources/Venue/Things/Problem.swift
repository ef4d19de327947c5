public import Survey

/// An event that could not be applied, and why: kept, relayed, listed, and in nobody's way.
public struct Problem: Hashable, Sendable {
    /// The event's hash; of a copy made by recovery, the hash of what it copies.
    public let event: Digest
    public let position: UInt64
    public let agent: AgentID
    public let occurredAt: Timestamp
    /// The raw value of an `EventKind`, or of a kind that a newer version knows.
    public let kind: UInt16
    public let reason: Reason

    /// Whether it will be applied by itself once what it refers to has arrived.
    public var isPending: Bool { if case .waits = reason { true } else { false } }

    /// Why an event was not applied.
    public enum Reason: Hashable, Sendable {
        /// A kind, or a version of it, that this program is too old for.
        case unknownKind(schemaVersion: UInt16)
        case malformed(String)
        /// What it refers to is not known, or not known yet.
        case waits(for: Entity)
        /// It would create what is already there.
        case alreadyExists(Entity)
        /// Its author had seen that the thing was removed.
        case removed(Entity)
        /// What it refers to was reverted, or was never installed.
        case neverHappened(Entity)
        /// Its first part is not in its second part.
        case wrongSlot(Entity, Entity)
        /// It replaces what, over some steps, replaces it.
        case circular
        /// Only replacements, reconfigurations and swaps can be reverted.
        case notAReplacement
        /// Only proposed places are approved or rejected.
        case notProposed
        /// The walk was completed before.
        case ended
        /// It names another project than the one it stands in.
        case otherProject
        /// The project compares what this identity does not have.
        case cannotBeToldApart(BeaconIdentity, IdentityPolicy)
    }
}

extension Problem.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownKind(let version): "This program does not know the kind, or its version \(version)."
        case .malformed(let reason): "The payload is not valid: \(reason)"
        case .waits(let entity): "The \(entity) it refers to has not arrived."
        case .alreadyExists(let entity): "The \(entity) already exists."
        case .removed(let entity): "The \(entity) was removed before."
        case .neverHappened(let entity): "The \(entity) was reverted or never installed."
        case .wrongSlot(let assignment, let slot): "The \(assignment) does not hang in the \(slot)."
        case .circular: "It replaces what, over some steps, replaces it."
        case .notAReplacement: "Only a replacement, a reconfiguration or a swap can be reverted."
        case .notProposed: "The place was not proposed."
        case .ended: "The walk was completed before."
        case .otherProject: "It names another project than the one it stands in."
        case .cannotBeToldApart(let identity, let policy):
            "The beacon \(identity) lacks what this project tells beacons apart by (\(policy))."
        }
    }
}
