import CPharosSchema
import CProtobufC
import Survey

extension ScanSampled: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ScanSampled>?) -> Void { pharos__scan_sampled__init }

    func write(to raw: inout Pharos__ScanSampled, in arena: borrowing Arena) {
        raw.walk = arena.data(walk)
        if let track { (raw.has_track, raw.track) = (1, arena.data(track)) }
        if let distanceAlong { (raw.has_distance_along, raw.distance_along) = (1, distanceAlong) }
        raw.floor = arena.data(floor)
        raw.x = point.x
        raw.y = point.y
        if let heading { (raw.has_heading, raw.heading) = (1, heading) }
        raw.window = window
        let count = readings.count
        guard count > 0 else { return }
        let identities = arena.room(for: count, of: ProtobufCBinaryData.self)
        let rssi = arena.room(for: count, of: Int32.self)
        let packets = arena.room(for: count, of: UInt32.self)
        for (index, reading) in readings.enumerated() {
            (identities + index).initialize(to: arena.data(reading.identity))
            (rssi + index).initialize(to: Int32(reading.rssi.dBm))
            (packets + index).initialize(to: UInt32(reading.packets))
        }
        (raw.n_identities, raw.identities) = (count, identities)
        (raw.n_rssi, raw.rssi) = (count, rssi)
        (raw.n_packets, raw.packets) = (count, packets)
    }

    init(_ raw: Pharos__ScanSampled) throws(MalformedMessage) {
        let count = try Self.readingCount(of: raw)
        var readings: [Reading] = []
        readings.reserveCapacity(count)
        for index in 0..<count {
            let (rssi, packets) = try Self.strength(index, of: raw)
            let identity = try raw.identities[index].identity("identities")
            readings.append(Reading(identity: identity, rssi: rssi, packets: packets))
        }
        try self.init(raw, readings: readings)
    }

    /// Reads everything but the readings.
    init(_ raw: Pharos__ScanSampled, readings: [Reading]) throws(MalformedMessage) {
        self.init(
            walk: try raw.walk.identifier("walk"),
            track: raw.has_track == 0 ? nil : try raw.track.identifier("track"),
            distanceAlong: raw.has_distance_along == 0 ? nil : raw.distance_along,
            floor: try raw.floor.identifier("floor"),
            point: Point(x: raw.x, y: raw.y),
            heading: raw.has_heading == 0 ? nil : raw.heading,
            window: raw.window,
            readings: readings
        )
    }

    /// How many readings the parallel arrays hold.
    static func readingCount(of raw: Pharos__ScanSampled) throws(MalformedMessage) -> Int {
        guard raw.n_rssi == raw.n_identities, raw.n_packets == raw.n_identities else {
            throw MalformedMessage("identities, rssi and packets differ in number.")
        }
        return raw.n_identities
    }

    /// One reading without its identity; the index is below ``readingCount(of:)``.
    static func strength(
        _ index: Int,
        of raw: Pharos__ScanSampled
    ) throws(MalformedMessage) -> (rssi: RSSI, packets: UInt16) {
        guard let rssi = RSSI(dBm: Int(raw.rssi[index])) else {
            throw MalformedMessage("rssi \(raw.rssi[index]) is no strength.")
        }
        guard let packets = UInt16(exactly: raw.packets[index]), packets > 0 else {
            throw MalformedMessage("packets \(raw.packets[index]) is out of range.")
        }
        return (rssi, packets)
    }
}
