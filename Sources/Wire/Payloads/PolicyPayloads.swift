import CPharosSchema
import Survey

extension RegionDefined: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__RegionDefined>?) -> Void { pharos__region_defined__init }

    func write(to raw: inout Pharos__RegionDefined, in arena: borrowing Arena) {
        raw.region = arena.data(region)
        raw.name = arena.data(name)
        raw.uuid = arena.data(uuid.high.bigEndianBytes + uuid.low.bigEndianBytes)
        if let major { (raw.has_major, raw.major) = (1, UInt32(major)) }
        if let minor { (raw.has_minor, raw.minor) = (1, UInt32(minor)) }
        raw.notifies_on_entry = notifiesOnEntry ? 1 : 0
        raw.notifies_on_exit = notifiesOnExit ? 1 : 0
    }

    init(_ raw: Pharos__RegionDefined) throws(MalformedMessage) {
        self.init(
            region: try raw.region.identifier("region"),
            name: try raw.name.text("name"),
            uuid: try raw.uuid.proximityUUID("uuid"),
            major: raw.has_major == 0 ? nil : try narrowed(raw.major, "major"),
            minor: raw.has_minor == 0 ? nil : try narrowed(raw.minor, "minor"),
            notifiesOnEntry: raw.notifies_on_entry != 0,
            notifiesOnExit: raw.notifies_on_exit != 0
        )
    }
}

extension RegionRemoved: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__RegionRemoved>?) -> Void { pharos__region_removed__init }

    func write(to raw: inout Pharos__RegionRemoved, in arena: borrowing Arena) { raw.region = arena.data(region) }

    init(_ raw: Pharos__RegionRemoved) throws(MalformedMessage) {
        self.init(region: try raw.region.identifier("region"))
    }
}

extension ScanPolicySet: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ScanPolicySet>?) -> Void { pharos__scan_policy_set__init }

    func write(to raw: inout Pharos__ScanPolicySet, in arena: borrowing Arena) {
        if let from { (raw.has_from, raw.from) = (1, from.milliseconds) }
        if let to { (raw.has_to, raw.to) = (1, to.milliseconds) }
        if let timeZone { (raw.has_time_zone, raw.time_zone) = (1, arena.data(timeZone)) }
        if let geofence { raw.geofence = arena.part(geofence) }
    }

    init(_ raw: Pharos__ScanPolicySet) throws(MalformedMessage) {
        self.init(
            from: raw.has_from == 0 ? nil : Timestamp(milliseconds: raw.from),
            to: raw.has_to == 0 ? nil : Timestamp(milliseconds: raw.to),
            timeZone: raw.has_time_zone == 0 ? nil : try raw.time_zone.text("time_zone"),
            geofence: try optional(raw.geofence)
        )
    }
}

extension Geofence: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Geofence>?) -> Void { pharos__geofence__init }

    func write(to raw: inout Pharos__Geofence, in arena: borrowing Arena) {
        raw.latitude = latitude
        raw.longitude = longitude
        raw.radius = radius
    }

    init(_ raw: Pharos__Geofence) throws(MalformedMessage) {
        self.init(latitude: raw.latitude, longitude: raw.longitude, radius: raw.radius)
    }
}

extension IdentityPolicySet: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__IdentityPolicySet>?) -> Void {
        pharos__identity_policy_set__init
    }

    func write(to raw: inout Pharos__IdentityPolicySet, in arena: borrowing Arena) {
        raw.policy = Pharos__IdentityPolicy(rawValue: UInt32(policy.rawValue))
    }

    init(_ raw: Pharos__IdentityPolicySet) throws(MalformedMessage) {
        self.init(policy: try known(raw.policy.rawValue, "policy"))
    }
}
