import CPharosSchema
import Survey

extension WalkStarted: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__WalkStarted>?) -> Void { pharos__walk_started__init }

    func write(to raw: inout Pharos__WalkStarted, in arena: borrowing Arena) {
        raw.walk = arena.data(walk)
        if let track { (raw.has_track, raw.track) = (1, arena.data(track)) }
        if let speed { (raw.has_speed, raw.speed) = (1, speed) }
        if let receiver { (raw.has_receiver, raw.receiver) = (1, arena.data(receiver)) }
    }

    init(_ raw: Pharos__WalkStarted) throws(MalformedMessage) {
        self.init(
            walk: try raw.walk.identifier("walk"),
            track: raw.has_track == 0 ? nil : try raw.track.identifier("track"),
            speed: raw.has_speed == 0 ? nil : raw.speed,
            receiver: raw.has_receiver == 0 ? nil : try raw.receiver.text("receiver")
        )
    }
}

extension WalkPaused: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__WalkPaused>?) -> Void { pharos__walk_paused__init }

    func write(to raw: inout Pharos__WalkPaused, in arena: borrowing Arena) { raw.walk = arena.data(walk) }

    init(_ raw: Pharos__WalkPaused) throws(MalformedMessage) {
        self.init(walk: try raw.walk.identifier("walk"))
    }
}

extension WalkResumed: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__WalkResumed>?) -> Void { pharos__walk_resumed__init }

    func write(to raw: inout Pharos__WalkResumed, in arena: borrowing Arena) { raw.walk = arena.data(walk) }

    init(_ raw: Pharos__WalkResumed) throws(MalformedMessage) {
        self.init(walk: try raw.walk.identifier("walk"))
    }
}

extension WalkCompleted: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__WalkCompleted>?) -> Void { pharos__walk_completed__init }

    func write(to raw: inout Pharos__WalkCompleted, in arena: borrowing Arena) {
        raw.walk = arena.data(walk)
        raw.cells = cells
        raw.samples = samples
    }

    init(_ raw: Pharos__WalkCompleted) throws(MalformedMessage) {
        self.init(walk: try raw.walk.identifier("walk"), cells: raw.cells, samples: raw.samples)
    }
}

extension WalkAbandoned: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__WalkAbandoned>?) -> Void { pharos__walk_abandoned__init }

    func write(to raw: inout Pharos__WalkAbandoned, in arena: borrowing Arena) {
        raw.walk = arena.data(walk)
        if let reason { (raw.has_reason, raw.reason) = (1, arena.data(reason)) }
    }

    init(_ raw: Pharos__WalkAbandoned) throws(MalformedMessage) {
        self.init(
            walk: try raw.walk.identifier("walk"),
            reason: raw.has_reason == 0 ? nil : try raw.reason.text("reason")
        )
    }
}

extension BeaconObserved: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__BeaconObserved>?) -> Void { pharos__beacon_observed__init }

    func write(to raw: inout Pharos__BeaconObserved, in arena: borrowing Arena) {
        raw.walk = arena.data(walk)
        raw.identity = arena.data(identity)
        if let batteryVoltage { (raw.has_battery_voltage, raw.battery_voltage) = (1, batteryVoltage) }
        if let temperature { (raw.has_temperature, raw.temperature) = (1, temperature) }
        if let uptime { (raw.has_uptime, raw.uptime) = (1, uptime) }
        if let advertisementCount { (raw.has_advertisement_count, raw.advertisement_count) = (1, advertisementCount) }
    }

    init(_ raw: Pharos__BeaconObserved) throws(MalformedMessage) {
        self.init(
            walk: try raw.walk.identifier("walk"),
            identity: try raw.identity.identity("identity"),
            batteryVoltage: raw.has_battery_voltage == 0 ? nil : raw.battery_voltage,
            temperature: raw.has_temperature == 0 ? nil : raw.temperature,
            uptime: raw.has_uptime == 0 ? nil : raw.uptime,
            advertisementCount: raw.has_advertisement_count == 0 ? nil : raw.advertisement_count
        )
    }
}
