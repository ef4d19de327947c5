/// A mounting point: the stable key of all fingerprints.
public struct SlotCreated: Hashable, Sendable {
    public let slot: SlotID
    /// What people call it, 1–200 characters.
    public let label: String
    public let floor: FloorID?
    public let position: MountPosition?

    public init(slot: SlotID, label: String, floor: FloorID? = nil, position: MountPosition? = nil) {
        self.slot = slot
        self.label = label
        self.floor = floor
        self.position = position
    }
}

/// Where a beacon hangs.
public struct MountPosition: Hashable, Sendable {
    public let point: Point
    /// Metres above the floor.
    public let height: Double?

    public init(point: Point, height: Double? = nil) {
        self.point = point
        self.height = height
    }
}

/// The mount hangs elsewhere: a new slot epoch, in which older prints of this slot stop counting.
public struct SlotMoved: Hashable, Sendable {
    public let slot: SlotID
    public let floor: FloorID?
    public let position: MountPosition?
    public let effectiveAge: EffectiveAge

    public init(
        slot: SlotID,
        floor: FloorID? = nil,
        position: MountPosition? = nil,
        effectiveAge: EffectiveAge = .atAct
    ) {
        self.slot = slot
        self.floor = floor
        self.position = position
        self.effectiveAge = effectiveAge
    }
}

/// How long before the act an event took effect.
public enum EffectiveAge: Hashable, Sendable {
    /// At the act itself.
    case atAct
    /// So many milliseconds before it, 0 or more.
    case milliseconds(Int64)
    /// As long as what it replaces; for a registration, from the beginning.
    case sinceStart
}
