import CPharosSchema
import Survey

extension BeaconRegistered: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__BeaconRegistered>?) -> Void {
        pharos__beacon_registered__init
    }

    func write(to raw: inout Pharos__BeaconRegistered, in arena: borrowing Arena) {
        raw.assignment = arena.data(assignment)
        raw.slot = arena.data(slot)
        raw.identity = arena.data(identity)
        raw.radio = arena.part(radio)
        if let hardware { raw.hardware = arena.part(hardware) }
        raw.effective_age = effectiveAge.part(in: arena)
    }

    init(_ raw: Pharos__BeaconRegistered) throws(MalformedMessage) {
        self.init(
            assignment: try raw.assignment.identifier("assignment"),
            slot: try raw.slot.identifier("slot"),
            identity: try raw.identity.identity("identity"),
            radio: try required(raw.radio, "radio"),
            hardware: try optional(raw.hardware),
            effectiveAge: try .reading(raw.effective_age)
        )
    }
}

extension BeaconReplaced: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__BeaconReplaced>?) -> Void { pharos__beacon_replaced__init }

    func write(to raw: inout Pharos__BeaconReplaced, in arena: borrowing Arena) {
        raw.assignment = arena.data(assignment)
        raw.slot = arena.data(slot)
        raw.replaced = arena.data(replaced)
        raw.identity = arena.data(identity)
        raw.mode = Pharos__ReplacementMode(rawValue: UInt32(mode.rawValue))
        raw.radio = arena.part(radio)
        if let hardware { raw.hardware = arena.part(hardware) }
        raw.effective_age = effectiveAge.part(in: arena)
        if let reason { (raw.has_reason, raw.reason) = (1, arena.data(reason)) }
    }

    init(_ raw: Pharos__BeaconReplaced) throws(MalformedMessage) {
        self.init(
            assignment: try raw.assignment.identifier("assignment"),
            slot: try raw.slot.identifier("slot"),
            replaced: try raw.replaced.identifier("replaced"),
            identity: try raw.identity.identity("identity"),
            mode: try known(raw.mode.rawValue, "mode"),
            radio: try required(raw.radio, "radio"),
            hardware: try optional(raw.hardware),
            effectiveAge: try .reading(raw.effective_age),
            reason: raw.has_reason == 0 ? nil : try raw.reason.text("reason")
        )
    }
}

extension BeaconReconfigured: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__BeaconReconfigured>?) -> Void {
        pharos__beacon_reconfigured__init
    }

    func write(to raw: inout Pharos__BeaconReconfigured, in arena: borrowing Arena) {
        raw.assignment = arena.data(assignment)
        raw.new_assignment = arena.data(newAssignment)
        raw.identity = arena.data(identity)
        raw.radio = arena.part(radio)
    }

    init(_ raw: Pharos__BeaconReconfigured) throws(MalformedMessage) {
        self.init(
            assignment: try raw.assignment.identifier("assignment"),
            newAssignment: try raw.new_assignment.identifier("new_assignment"),
            identity: try raw.identity.identity("identity"),
            radio: try required(raw.radio, "radio")
        )
    }
}

extension BatteryReplaced: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__BatteryReplaced>?) -> Void { pharos__battery_replaced__init }

    func write(to raw: inout Pharos__BatteryReplaced, in arena: borrowing Arena) {
        raw.assignment = arena.data(assignment)
        if let batteryCapacity { (raw.has_battery_capacity, raw.battery_capacity) = (1, batteryCapacity) }
    }

    init(_ raw: Pharos__BatteryReplaced) throws(MalformedMessage) {
        self.init(
            assignment: try raw.assignment.identifier("assignment"),
            batteryCapacity: raw.has_battery_capacity == 0 ? nil : raw.battery_capacity
        )
    }
}

extension BeaconRetired: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__BeaconRetired>?) -> Void { pharos__beacon_retired__init }

    func write(to raw: inout Pharos__BeaconRetired, in arena: borrowing Arena) {
        raw.assignment = arena.data(assignment)
        raw.effective_age = effectiveAge.part(in: arena)
        if let reason { (raw.has_reason, raw.reason) = (1, arena.data(reason)) }
    }

    init(_ raw: Pharos__BeaconRetired) throws(MalformedMessage) {
        self.init(
            assignment: try raw.assignment.identifier("assignment"),
            effectiveAge: try .reading(raw.effective_age),
            reason: raw.has_reason == 0 ? nil : try raw.reason.text("reason")
        )
    }
}

extension BeaconsSwapped: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__BeaconsSwapped>?) -> Void { pharos__beacons_swapped__init }

    func write(to raw: inout Pharos__BeaconsSwapped, in arena: borrowing Arena) {
        raw.slot_a = arena.data(slotA)
        raw.assignment_a = arena.data(assignmentA)
        raw.new_assignment_a = arena.data(newAssignmentA)
        raw.slot_b = arena.data(slotB)
        raw.assignment_b = arena.data(assignmentB)
        raw.new_assignment_b = arena.data(newAssignmentB)
        raw.effective_age = effectiveAge.part(in: arena)
    }

    init(_ raw: Pharos__BeaconsSwapped) throws(MalformedMessage) {
        self.init(
            slotA: try raw.slot_a.identifier("slot_a"),
            assignmentA: try raw.assignment_a.identifier("assignment_a"),
            newAssignmentA: try raw.new_assignment_a.identifier("new_assignment_a"),
            slotB: try raw.slot_b.identifier("slot_b"),
            assignmentB: try raw.assignment_b.identifier("assignment_b"),
            newAssignmentB: try raw.new_assignment_b.identifier("new_assignment_b"),
            effectiveAge: try .reading(raw.effective_age)
        )
    }
}
