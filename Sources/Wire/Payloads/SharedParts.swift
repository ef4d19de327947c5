import CPharosSchema
import Survey

extension Point: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Point>?) -> Void { pharos__point__init }

    func write(to raw: inout Pharos__Point, in arena: borrowing Arena) {
        raw.x = x
        raw.y = y
    }

    init(_ raw: Pharos__Point) throws(MalformedMessage) {
        self.init(x: raw.x, y: raw.y)
    }
}

extension MountPosition: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__MountPosition>?) -> Void { pharos__mount_position__init }

    func write(to raw: inout Pharos__MountPosition, in arena: borrowing Arena) {
        raw.point = arena.part(point)
        if let height { (raw.has_height, raw.height) = (1, height) }
    }

    init(_ raw: Pharos__MountPosition) throws(MalformedMessage) {
        self.init(point: try required(raw.point, "point"), height: raw.has_height == 0 ? nil : raw.height)
    }
}

extension EffectiveAge: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__EffectiveAge>?) -> Void { pharos__effective_age__init }

    func write(to raw: inout Pharos__EffectiveAge, in arena: borrowing Arena) {
        switch self {
        case .atAct: break
        case .milliseconds(let age):
            raw.age_case = PHAROS__EFFECTIVE_AGE__AGE_MILLISECONDS
            raw.milliseconds = age
        case .sinceStart:
            raw.age_case = PHAROS__EFFECTIVE_AGE__AGE_SINCE_START
            raw.since_start = 1
        }
    }

    init(_ raw: Pharos__EffectiveAge) throws(MalformedMessage) {
        switch raw.age_case {
        case PHAROS__EFFECTIVE_AGE__AGE_MILLISECONDS: self = .milliseconds(raw.milliseconds)
        case PHAROS__EFFECTIVE_AGE__AGE_SINCE_START where raw.since_start != 0: self = .sinceStart
        default: throw MalformedMessage("effective_age says nothing.")
        }
    }

    /// Reads the optional part: absent means at the act.
    static func reading(_ raw: UnsafeMutablePointer<Pharos__EffectiveAge>?) throws(MalformedMessage) -> EffectiveAge {
        try optional(raw) ?? .atAct
    }

    /// The optional part: absent at the act.
    func part(in arena: borrowing Arena) -> UnsafeMutablePointer<Pharos__EffectiveAge>? {
        self == .atAct ? nil : arena.part(self)
    }
}

extension RadioSettings: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__RadioSettings>?) -> Void { pharos__radio_settings__init }

    func write(to raw: inout Pharos__RadioSettings, in arena: borrowing Arena) {
        if let measuredPower { (raw.has_measured_power, raw.measured_power) = (1, Int32(measuredPower)) }
        if let transmitPower { (raw.has_transmit_power, raw.transmit_power) = (1, Int32(transmitPower)) }
        if let advertisingInterval {
            (raw.has_advertising_interval, raw.advertising_interval) = (1, advertisingInterval)
        }
    }

    init(_ raw: Pharos__RadioSettings) throws(MalformedMessage) {
        self.init(
            measuredPower: raw.has_measured_power == 0 ? nil : try narrowed(raw.measured_power, "measured_power"),
            transmitPower: raw.has_transmit_power == 0 ? nil : try narrowed(raw.transmit_power, "transmit_power"),
            advertisingInterval: raw.has_advertising_interval == 0 ? nil : raw.advertising_interval
        )
    }
}

extension BeaconHardware: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__BeaconHardware>?) -> Void { pharos__beacon_hardware__init }

    func write(to raw: inout Pharos__BeaconHardware, in arena: borrowing Arena) {
        if let model { (raw.has_model, raw.model) = (1, arena.data(model)) }
        if let serial { (raw.has_serial, raw.serial) = (1, arena.data(serial)) }
        if let batteryCapacity { (raw.has_battery_capacity, raw.battery_capacity) = (1, batteryCapacity) }
        if let averageCurrent { (raw.has_average_current, raw.average_current) = (1, averageCurrent) }
    }

    init(_ raw: Pharos__BeaconHardware) throws(MalformedMessage) {
        self.init(
            model: raw.has_model == 0 ? nil : try raw.model.text("model"),
            serial: raw.has_serial == 0 ? nil : try raw.serial.text("serial"),
            batteryCapacity: raw.has_battery_capacity == 0 ? nil : raw.battery_capacity,
            averageCurrent: raw.has_average_current == 0 ? nil : raw.average_current
        )
    }
}

extension BlobReference: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__BlobReference>?) -> Void { pharos__blob_reference__init }

    func write(to raw: inout Pharos__BlobReference, in arena: borrowing Arena) {
        raw.blob = arena.data(blob)
        raw.byte_count = byteCount
        raw.media_type = Pharos__MediaType(rawValue: UInt32(mediaType.rawValue))
    }

    init(_ raw: Pharos__BlobReference) throws(MalformedMessage) {
        self.init(
            blob: try raw.blob.digest("blob"),
            byteCount: raw.byte_count,
            mediaType: try known(raw.media_type.rawValue, "media_type")
        )
    }
}
