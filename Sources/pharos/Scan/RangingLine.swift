import Formats
import JSON
import Radio
import Survey

/// A line of what another program has heard: one beacon, a list of them, or a scan line of `docs/scans.md`.
///
/// A beacon has `uuid`, `major` and `minor`, or an `id` as Pharos writes it, or a `mac`; and an `rssi`. A list stands in
/// `beacons`, or is the whole line.
struct RangingLine {
    /// Milliseconds since 1970; nil where the line does not say.
    let time: Int64?
    let hearings: [Hearing]

    /// The latest time that can be: beyond it, numbers in JSON are no longer whole.
    static let latest: Int64 = 1 << 53

    init(json: JSONValue, line: Int) throws(ScanLineError) {
        if json["readings"] != nil {
            let scan = try ScanLine(json: json, line: line)
            time = Self.plausible(scan.time.milliseconds)
            hearings = scan.readings.map { Hearing(identity: $0.identity, rssi: $0.rssi, packets: $0.packets) }
            return
        }
        time = json["t"]?.double.flatMap { Int64(exactly: $0.rounded()) }.flatMap(Self.plausible)
        if let beacons = json["beacons"]?.elements ?? json.elements {
            var hearings: [Hearing] = []
            for beacon in beacons { if let hearing = try Self.hearing(beacon, line) { hearings.append(hearing) } }
            self.hearings = hearings
        } else {
            hearings = try Self.hearing(json, line).map { [$0] } ?? []
        }
    }

    private static func plausible(_ time: Int64) -> Int64? { (0...latest).contains(time) ? time : nil }

    /// The beacon of an object; nil for a frame that names none, such as telemetry.
    private static func hearing(_ json: JSONValue, _ line: Int) throws(ScanLineError) -> Hearing? {
        guard json.members != nil else { throw ScanLineError(line: line, problem: .notAnObject(found: json.kind)) }
        guard let identity = try identity(json, line) else { return nil }
        var rssi: RSSI?
        if let value = json["rssi"], !value.isNull {
            guard let number = value.double, number.isFinite else {
                throw wrong("rssi", value, "a number", line)
            }
            rssi = RSSI(dBm: Int(max(-1_000, min(1_000, number.rounded()))))
        }
        let power = (json["power"] ?? json["measuredPower"])?.double.flatMap { Int(exactly: $0.rounded()) }
        let packets = json["packets"]?.integer.flatMap { UInt16(exactly: $0) } ?? 1
        return Hearing(
            identity: identity,
            rssi: rssi,
            packets: max(1, packets),
            power: power.map { AdvertisedPower(dBm: $0) }
        )
    }

    private static func identity(_ json: JSONValue, _ line: Int) throws(ScanLineError) -> BeaconIdentity? {
        var address: MACAddress?
        if let value = json["mac"], !value.isNull, json["addressType"]?.text != "changing" {
            guard let given = value.text.flatMap({ MACAddress($0) }) else {
                throw wrong("mac", value, "six pairs of hexadecimal digits", line)
            }
            address = given
        }
        if let value = json["uuid"], !value.isNull {
            guard let uuid = value.text.flatMap({ ProximityUUID($0) }) else {
                throw wrong("uuid", value, "a UUID", line)
            }
            let major = try number("major", json, line)
            return BeaconIdentity(
                .iBeacon(uuid: uuid, major: major, minor: try number("minor", json, line)),
                address: address
            )
        }
        if let value = json["id"], !value.isNull {
            guard let identity = value.text.flatMap({ BeaconIdentity($0) }) else {
                throw wrong("id", value, "an identity such as ibeacon:UUID/major/minor", line)
            }
            return address == nil ? identity : BeaconIdentity(identity.frame, address: address)
        }
        guard json["kind"] == nil else { return nil }
        guard let address else { throw ScanLineError(line: line, problem: .missing(field: "uuid, id or mac")) }
        return BeaconIdentity(.addressOnly, address: address)
    }

    private static func number(_ name: String, _ json: JSONValue, _ line: Int) throws(ScanLineError) -> UInt16 {
        guard let value = json[name] else { throw ScanLineError(line: line, problem: .missing(field: name)) }
        guard let number = value.integer.flatMap({ UInt16(exactly: $0) }) else {
            throw wrong(name, value, "a number of 0–65,535", line)
        }
        return number
    }

    private static func wrong(
        _ field: String,
        _ value: JSONValue,
        _ expected: String,
        _ line: Int
    ) -> ScanLineError {
        ScanLineError(
            line: line,
            problem: .invalid(field: field, value: value.description, reason: "It is \(expected).")
        )
    }
}
