import CPharosSchema
import Fingerprints
import Survey

extension Manifest: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Manifest>?) -> Void { pharos__manifest__init }

    func write(to raw: inout Pharos__Manifest, in arena: borrowing Arena) {
        raw.project = arena.data(project)
        raw.release = release
        raw.position = position
        raw.chain = arena.data(chain)
        raw.projector = projector
        (raw.n_blocks, raw.blocks) = (blocks.count, arena.parts(blocks))
        raw.signature = arena.data(signature)
    }

    init(_ raw: Pharos__Manifest) throws(MalformedMessage) {
        let blocks: [BlockReference] = try repeated(raw.n_blocks, raw.blocks)
        guard Set(blocks.map(\.name)).count == blocks.count else {
            throw MalformedMessage("blocks name one block twice.")
        }
        self.init(
            project: try raw.project.identifier("project"),
            release: raw.release,
            position: raw.position,
            chain: try raw.chain.digest("chain"),
            projector: raw.projector,
            blocks: blocks,
            signature: try raw.signature.array(of: 64, "signature")
        )
    }
}

extension BlockReference: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__BlockReference>?) -> Void { pharos__block_reference__init }

    func write(to raw: inout Pharos__BlockReference, in arena: borrowing Arena) {
        switch name {
        case .geometry: raw.kind = PHAROS__BLOCK_REFERENCE__KIND__GEOMETRY
        case .prints(let floor):
            raw.kind = PHAROS__BLOCK_REFERENCE__KIND__PRINTS
            (raw.has_floor, raw.floor) = (1, arena.data(floor))
        case .assignments: raw.kind = PHAROS__BLOCK_REFERENCE__KIND__ASSIGNMENTS
        case .policy: raw.kind = PHAROS__BLOCK_REFERENCE__KIND__POLICY
        }
        raw.hash = arena.data(hash)
        raw.byte_count = byteCount
    }

    init(_ raw: Pharos__BlockReference) throws(MalformedMessage) {
        let name: BlockName
        switch (raw.kind, raw.has_floor != 0) {
        case (PHAROS__BLOCK_REFERENCE__KIND__GEOMETRY, false): name = .geometry
        case (PHAROS__BLOCK_REFERENCE__KIND__PRINTS, true): name = .prints(try raw.floor.identifier("floor"))
        case (PHAROS__BLOCK_REFERENCE__KIND__ASSIGNMENTS, false): name = .assignments
        case (PHAROS__BLOCK_REFERENCE__KIND__POLICY, false): name = .policy
        default: throw MalformedMessage("kind \(raw.kind.rawValue) and floor do not fit.")
        }
        self.init(name: name, hash: try raw.hash.digest("hash"), byteCount: raw.byte_count)
    }
}

extension ReleaseDelta: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ReleaseDelta>?) -> Void { pharos__release_delta__init }

    func write(to raw: inout Pharos__ReleaseDelta, in arena: borrowing Arena) {
        raw.release = release
        raw.position = position
        raw.chain = arena.data(chain)
        raw.block = arena.data(block)
        (raw.n_changes, raw.changes) = (changes.count, arena.parts(changes))
        raw.signature = arena.data(signature)
    }

    init(_ raw: Pharos__ReleaseDelta) throws(MalformedMessage) {
        self.init(
            release: raw.release,
            position: raw.position,
            chain: try raw.chain.digest("chain"),
            block: try raw.block.digest("block"),
            changes: try repeated(raw.n_changes, raw.changes),
            signature: try raw.signature.array(of: 64, "signature")
        )
    }
}

extension ReleaseDelta.Change: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ReleaseDelta__Change>?) -> Void {
        pharos__release_delta__change__init
    }

    func write(to raw: inout Pharos__ReleaseDelta__Change, in arena: borrowing Arena) {
        switch self {
        case .replace(let index, let occupant):
            (raw.has_index, raw.index) = (1, index)
            raw.occupant = arena.part(occupant)
        case .remove(let index):
            (raw.has_index, raw.index) = (1, index)
        case .insert(let entry):
            (raw.has_slot, raw.slot) = (1, arena.data(entry.slot))
            raw.occupant = arena.part(entry.occupant)
        }
    }

    init(_ raw: Pharos__ReleaseDelta__Change) throws(MalformedMessage) {
        let occupant: AssignmentEntry.Occupant? = try optional(raw.occupant)
        switch (raw.has_index != 0, raw.has_slot != 0, occupant) {
        case (true, false, let occupant?): self = .replace(index: raw.index, occupant)
        case (true, false, nil): self = .remove(index: raw.index)
        case (false, true, let occupant?):
            self = .insert(AssignmentEntry(slot: try raw.slot.identifier("slot"), occupant: occupant))
        default: throw MalformedMessage("A change neither replaces, removes nor inserts.")
        }
    }
}
