public import Survey

/// A mounting point: the stable key of all fingerprints.
public struct Slot: Hashable, Sendable {
    public let id: SlotID
    /// What people call it.
    public let label: String
    /// Where the mount hung over time, earliest first; never empty, and the last is the current one.
    public let epochs: [SlotEpoch]
    public let created: Stamp

    public var floor: FloorID? { epochs[epochs.count - 1].floor }
    /// In the floor's current frame; nil where nobody said.
    public var position: MountPosition? { epochs[epochs.count - 1].position }

    /// The number of the current epoch: prints of earlier ones do not count.
    public var epoch: Int { epochs.count - 1 }

    init?(_ id: SlotID, _ file: ThingFile, frames: (FloorID) -> FloorFrames) {
        guard let creation = file.creation, case .slotCreated(let event) = creation.content else { return nil }
        self.id = id
        label = event.label
        created = creation.stamp
        func mount(_ position: MountPosition?, on floor: FloorID?, by author: Stamp) -> MountPosition? {
            guard let position, let floor else { return position }
            return MountPosition(point: frames(floor).current(position.point, by: author), height: position.height)
        }
        var epochs = [
            SlotEpoch(
                from: .distantPast,
                floor: event.floor,
                position: mount(event.position, on: event.floor, by: creation.stamp)
            )
        ]
        for claim in file.writes(.position) {
            guard case .slotMoved(let move) = claim.content else { continue }
            let replaced = epochs[epochs.count - 1]
            let floor = move.floor ?? replaced.floor
            let epoch = SlotEpoch(
                from: max(replaced.from, move.effectiveAge.moment(ofActAt: claim.stamp.occurredAt)),
                floor: floor,
                position: mount(move.position, on: floor, by: claim.stamp)
            )
            // Moved in the same moment: the old place held for no time at all, so it was never an epoch.
            if epoch.from == replaced.from { epochs.removeLast() }
            epochs.append(epoch)
        }
        self.epochs = epochs
    }
}

/// A time during which a mount hung in one place.
public struct SlotEpoch: Hashable, Sendable {
    /// When it began; the first began before everything.
    public let from: Timestamp
    public let floor: FloorID?
    /// In the floor's current frame.
    public let position: MountPosition?
}
