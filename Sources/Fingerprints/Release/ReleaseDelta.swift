public import Survey

/// What makes the newest release out of one that differs in ``AssignmentsBlock`` alone.
///
/// The device rebuilds block and manifest itself and checks both: the signature is that of the new manifest.
public struct ReleaseDelta: Hashable, Sendable {
    public let release: UInt64
    public let position: UInt64
    public let chain: Digest
    /// The hash of the new assignments block.
    public let block: Digest
    /// Against the held block, in the order of its entries; insertions last.
    public let changes: [Change]
    /// The new manifest's signature.
    public let signature: [UInt8]

    public init(
        release: UInt64,
        position: UInt64,
        chain: Digest,
        block: Digest,
        changes: [Change],
        signature: [UInt8]
    ) {
        self.release = release
        self.position = position
        self.chain = chain
        self.block = block
        self.changes = changes
        self.signature = signature
    }

    /// One changed entry.
    ///
    /// Indexes count the entries of the held block from 0.
    public enum Change: Hashable, Sendable {
        /// The slot of that entry has another occupant.
        case replace(index: UInt32, AssignmentEntry.Occupant)
        case remove(index: UInt32)
        case insert(AssignmentEntry)
    }
}

extension ReleaseDelta {
    /// What leads from one assignments block to another.
    ///
    /// A slot whose number of occupants stays the same has them replaced in place, which is the shortest form.
    public static func changes(from held: AssignmentsBlock, to current: AssignmentsBlock) -> [Change] {
        var changes: [Change] = []
        var insertions: [Change] = []
        let wanted = Dictionary(grouping: current.entries, by: \.slot)
        var index = 0
        while index < held.entries.count {
            let slot = held.entries[index].slot
            let end = held.entries[index...].firstIndex { $0.slot != slot } ?? held.entries.count
            let new = wanted[slot] ?? []
            for (offset, entry) in held.entries[index..<end].enumerated() {
                let number = UInt32(index + offset)
                if offset >= new.count {
                    changes.append(.remove(index: number))
                } else if new[offset] != entry {
                    changes.append(.replace(index: number, new[offset].occupant))
                }
            }
            insertions += new.dropFirst(end - index).map(Change.insert)
            index = end
        }
        let known = Set(held.entries.map(\.slot))
        insertions += current.entries.filter { !known.contains($0.slot) }.map(Change.insert)
        return changes + insertions
    }
}

extension AssignmentsBlock {
    /// The block after some changes; nil where they do not fit this block.
    public func applying(_ changes: [ReleaseDelta.Change]) -> AssignmentsBlock? {
        var kept = entries.map(Optional.some)
        var inserted: [AssignmentEntry] = []
        for change in changes {
            switch change {
            case .replace(let index, let occupant):
                guard let entry = kept.entry(at: index) else { return nil }
                kept[Int(index)] = AssignmentEntry(slot: entry.slot, occupant: occupant)
            case .remove(let index):
                guard kept.entry(at: index) != nil else { return nil }
                kept[Int(index)] = nil
            case .insert(let entry):
                inserted.append(entry)
            }
        }
        return AssignmentsBlock(entries: kept.compactMap { $0 } + inserted)
    }
}

extension [AssignmentEntry?] {
    fileprivate func entry(at index: UInt32) -> AssignmentEntry? {
        Int(index) < count ? self[Int(index)] : nil
    }
}
