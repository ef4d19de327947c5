import CPharosSchema
import Survey

extension SlotCreated: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__SlotCreated>?) -> Void { pharos__slot_created__init }

    func write(to raw: inout Pharos__SlotCreated, in arena: borrowing Arena) {
        raw.slot = arena.data(slot)
        raw.label = arena.data(label)
        if let floor { (raw.has_floor, raw.floor) = (1, arena.data(floor)) }
        if let position { raw.position = arena.part(position) }
    }

    init(_ raw: Pharos__SlotCreated) throws(MalformedMessage) {
        self.init(
            slot: try raw.slot.identifier("slot"),
            label: try raw.label.text("label"),
            floor: raw.has_floor == 0 ? nil : try raw.floor.identifier("floor"),
            position: try optional(raw.position)
        )
    }
}

extension SlotMoved: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__SlotMoved>?) -> Void { pharos__slot_moved__init }

    func write(to raw: inout Pharos__SlotMoved, in arena: borrowing Arena) {
        raw.slot = arena.data(slot)
        if let floor { (raw.has_floor, raw.floor) = (1, arena.data(floor)) }
        if let position { raw.position = arena.part(position) }
        raw.effective_age = effectiveAge.part(in: arena)
    }

    init(_ raw: Pharos__SlotMoved) throws(MalformedMessage) {
        self.init(
            slot: try raw.slot.identifier("slot"),
            floor: raw.has_floor == 0 ? nil : try raw.floor.identifier("floor"),
            position: try optional(raw.position),
            effectiveAge: try .reading(raw.effective_age)
        )
    }
}
