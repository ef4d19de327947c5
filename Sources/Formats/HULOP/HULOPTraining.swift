public import JSON
import Survey

/// The training data of HULOP's localisation: a list of places, each with what was heard there.
///
/// HULOP's y points up: it is turned over on the way out and back on the way in. What is lost on the way out: walk,
/// receiver, heading and packets, every beacon that is no iBeacon, and with it scans that heard nothing else.
public enum HULOPTraining {
    /// Writes scans whose place is known, one element each; `ordinals` gives each floor's height order.
    public static func document(of lines: [ScanLine], ordinals: [String: Int32]) -> JSONValue {
        .array(
            lines.compactMap { line in
                guard let floor = line.floor, let point = line.point else { return nil }
                var groups: [ProximityUUID: [JSONValue]] = [:]
                for reading in line.readings {
                    guard case .iBeacon(let uuid, let major, let minor) = reading.identity.frame else { continue }
                    groups[uuid, default: []].append(
                        [
                            "major": .integer(Int64(major)), "minor": .integer(Int64(minor)),
                            "rssi": .integer(Int64(reading.rssi.dBm)),
                        ]
                    )
                }
                if groups.isEmpty { return nil }
                let beacons = groups.sorted { $0.key < $1.key }.map { uuid, data -> JSONValue in
                    [
                        "timestamp": .integer(line.time.milliseconds), "uuid": .string(uuid.description),
                        "data": .array(data),
                    ]
                }
                return [
                    "information": [
                        "x": .number(point.x), "y": .number(-point.y), "z": .integer(0),
                        "absx": .number(point.x), "absy": .number(-point.y),
                        "floor": .string(floor), "floor_num": .integer(Int64(ordinals[floor] ?? 0)),
                    ],
                    "beacons": .array(beacons),
                ]
            }
        )
    }

    /// Reads a list of places; entries of one place with one timestamp are one scan.
    public static func scans(_ bytes: [UInt8], path: String) throws(ImportError) -> [ScanLine] {
        let file = try JSONFile(bytes, path: path)
        guard let elements = file.document.elements else { throw file.missing("The list of places") }
        var lines: [ScanLine] = []
        for (index, element) in elements.enumerated() {
            func malformed(_ reason: String) -> ImportError {
                .malformed(path: path, line: nil, reason: "Element \(index): \(reason)")
            }
            guard let information = element["information"], let x = information["x"]?.double,
                let y = information["y"]?.double, Point(x: x, y: y).isPlausible
            else { throw malformed("its information has no x and y within 100 km.") }
            let number = information["floor_num"]?.integer.map { "\($0)" }
            let floor = information["floor"]?.text ?? information["floor"]?.integer.map { "\($0)" } ?? number ?? "0"
            guard (1...200).contains(floor.count) else { throw malformed("its floor must have 1–200 characters.") }
            var scans: [(time: Int64, readings: [Reading])] = []
            for group in element["beacons"]?.elements ?? [] {
                guard let uuid = group["uuid"]?.text.flatMap({ ProximityUUID($0) }),
                    let time = group["timestamp"]?.integer
                else { throw malformed("beacons need a timestamp and a uuid.") }
                var readings: [Reading] = []
                for entry in group["data"]?.elements ?? [] {
                    guard let major = entry["major"]?.integer.flatMap({ UInt16(exactly: $0) }),
                        let minor = entry["minor"]?.integer.flatMap({ UInt16(exactly: $0) }),
                        let strength = entry["rssi"]?.double, strength.magnitude < 1_000
                    else { throw malformed("data need major, minor and rssi.") }
                    // HULOP's −100 and 0 stand for "not heard".
                    if strength == -100 || strength == 0 { continue }
                    guard let rssi = RSSI(dBm: Int(strength.rounded())) else {
                        throw malformed("\(strength) is no strength in dBm.")
                    }
                    let identity = BeaconIdentity(.iBeacon(uuid: uuid, major: major, minor: minor))
                    readings.append(Reading(identity: identity, rssi: rssi))
                }
                if let last = scans.last, last.time == time {
                    scans[scans.count - 1].readings += readings
                } else {
                    scans.append((time, readings))
                }
            }
            for scan in scans {
                guard scan.readings.count <= ScanSampled.maximumReadings else {
                    throw malformed("a scan has at most \(ScanSampled.maximumReadings) readings.")
                }
                lines.append(
                    ScanLine(
                        time: Timestamp(milliseconds: scan.time),
                        floor: floor,
                        point: Point(x: x, y: y == 0 ? 0 : -y),
                        walk: "hulop",
                        readings: scan.readings
                    )
                )
            }
        }
        return lines
    }
}
