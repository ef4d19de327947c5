public import Survey

/// Why a command is refused before anything is written.
public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence: what is wrong.
    public let description: String
    /// What to do about it.
    public let recovery: String?

    init(_ description: String, recovery: String? = nil) {
        self.description = description
        self.recovery = recovery
    }
}

extension Venue {
    /// The most proximity UUIDs that iOS watches at once.
    public static let maximumProximityUUIDs = 20

    /// Checks that a beacon may be registered in a slot.
    ///
    /// - Throws: ``Refusal`` where the slot is unknown or taken, the identity hangs elsewhere, or it would be the 21st
    ///   proximity UUID.
    public func canRegister(_ identity: BeaconIdentity, in slot: SlotID) throws(Refusal) {
        try checkKnown(slot)
        if let occupant = assignments.current(of: slot) {
            throw Refusal(
                "\(occupant.identity) hangs in \(name(of: .slot(slot))).",
                recovery: "Replace it, or retire it first."
            )
        }
        try checkFree(identity, besides: nil)
    }

    /// Checks that a slot's beacon may be replaced (rule R5).
    ///
    /// - Throws: ``Refusal`` where `current` is not what hangs in the slot now, or the new identity hangs elsewhere.
    public func canReplace(
        slot: SlotID,
        current: AssignmentID,
        by identity: BeaconIdentity,
        mode: ReplacementMode
    ) throws(Refusal) {
        try checkKnown(slot)
        guard let occupant = assignments.current(of: slot) else {
            throw Refusal(
                "Nothing hangs in \(name(of: .slot(slot))) now.",
                recovery: "Register the new beacon instead."
            )
        }
        guard occupant.id == current else {
            throw Refusal(
                "\(name(of: .slot(slot))) has another beacon meanwhile: \(occupant.identity).",
                recovery: "Look at the slot again."
            )
        }
        let isSame = occupant.identity.key(under: identityPolicy) == identity.key(under: identityPolicy)
        if mode == .cloned, !isSame {
            throw Refusal(
                "A clone sends the old identity, \(occupant.identity), not \(identity).",
                recovery: "Record it as a beacon with an identity of its own."
            )
        }
        if mode == .newIdentity, isSame {
            throw Refusal(
                "\(identity) is what hangs in \(name(of: .slot(slot))) already.",
                recovery: "Record a clone, or a fresh battery."
            )
        }
        try checkFree(identity, besides: current)
    }

    /// Checks that an assignment is one that hangs now: it may be retired, verified, swapped, or given a battery.
    ///
    /// - Throws: ``Refusal`` where it is unknown or past.
    public func canChange(_ assignment: AssignmentID) throws(Refusal) {
        guard let known = assignments[assignment] else {
            throw Refusal("There is no assignment \(assignment).")
        }
        guard known.isOpen else {
            throw Refusal("\(known.identity) no longer hangs in \(name(of: .slot(known.slot))).")
        }
    }

    /// Checks that the act that opened an assignment may be reverted.
    ///
    /// - Throws: ``Refusal`` where it is unknown, reverted already, or no replacement.
    public func canRevert(_ assignment: AssignmentID) throws(Refusal) {
        guard let known = assignments[assignment] else {
            throw Refusal("There is no assignment \(assignment), or it was reverted already.")
        }
        switch known.origin {
        case .replaced, .reconfigured, .swapped: break
        case .registered, .moved:
            throw Refusal("\(known.identity) replaced nothing.", recovery: "Retire it instead.")
        }
    }

    private func checkKnown(_ slot: SlotID) throws(Refusal) {
        if slots[slot] == nil { throw Refusal("There is no slot \(slot).", recovery: "Create it first.") }
    }

    private func checkFree(_ identity: BeaconIdentity, besides: AssignmentID?) throws(Refusal) {
        guard let key = identity.key(under: identityPolicy) else {
            throw Refusal(
                "\(identity) lacks what this project tells beacons apart by.",
                recovery: "Give the identity with its address, or change the identity policy."
            )
        }
        if let tenure = identities.tenures(of: key).last, tenure.to == .distantFuture, tenure.assignment != besides {
            throw Refusal(
                "\(identity) hangs in \(name(of: .slot(tenure.slot))) already.",
                recovery: "Retire it there first, or record a swap."
            )
        }
        guard case .iBeacon(let uuid, _, _) = identity.frame else { return }
        let active = activeProximityUUIDs
        if !active.contains(uuid), active.count >= Self.maximumProximityUUIDs {
            throw Refusal(
                "\(uuid) would be the \(active.count + 1)st proximity UUID; phones watch "
                    + "\(Self.maximumProximityUUIDs) at once (uuid_limit_20).",
                recovery: "Use a UUID that is in use; majors and minors tell beacons apart."
            )
        }
    }
}
