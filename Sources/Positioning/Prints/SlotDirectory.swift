public import Fingerprints
public import Survey

/// Tells which slots a device hears: identities to slots, offsets taken off.
public struct SlotDirectory: Sendable {
    private let policy: IdentityPolicy
    private let occupants: [BeaconIdentity: [Occupant]]

    /// One thing that an identity may stand for.
    private struct Occupant {
        let slot: Int32
        let offset: Int32
        let isContested: Bool
    }

    /// Knows the slots of a table that something hangs in.
    public init(_ assignments: AssignmentsBlock, policy: IdentityPolicy, table: PrintTable) {
        self.init(assignments, policy: policy, slots: table.slots)
    }

    /// Knows some slots, each once, by their places in the list.
    public init(_ assignments: AssignmentsBlock, policy: IdentityPolicy, slots: [SlotID]) {
        self.policy = policy
        let numbers = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1, Int32($0)) })
        var occupants: [BeaconIdentity: [Occupant]] = [:]
        for entry in assignments.entries {
            guard let slot = numbers[entry.slot], let key = entry.occupant.identity.key(under: policy) else { continue }
            occupants[key, default: []].append(
                Occupant(slot: slot, offset: Int32(entry.occupant.offset), isContested: entry.occupant.isContested)
            )
        }
        // A current assignment goes before a contested one; entries come in canonical order.
        self.occupants = occupants.mapValues { $0.filter { !$0.isContested } + $0.filter(\.isContested) }
    }

    /// The slots that a scan hears, sorted by number, each once: by its current beacon, else by a contested one; of
    /// several, the strongest counts.
    public func levels(of readings: some Sequence<Reading>) -> [SlotLevel] {
        var heard: [(level: SlotLevel, isContested: Bool)] = []
        for reading in readings {
            guard
                let key = reading.identity.key(under: policy),
                let occupant = occupants[key]?.first
            else { continue }
            let level = Int32(reading.rssi.dBm * 100) - occupant.offset
            heard.append((SlotLevel(slot: occupant.slot, level: level), occupant.isContested))
        }
        heard.sort { left, right in
            if left.level.slot != right.level.slot { return left.level.slot < right.level.slot }
            if left.isContested != right.isContested { return right.isContested }
            return left.level.level > right.level.level
        }
        var levels: [SlotLevel] = []
        levels.reserveCapacity(heard.count)
        for entry in heard where entry.level.slot != levels.last?.slot { levels.append(entry.level) }
        return levels
    }
}
