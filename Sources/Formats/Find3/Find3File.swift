public import JSON
import Survey

/// The scans of FIND3, JSON objects one a line or in a list; legacy FIND's objects are read as well.
///
/// FIND3 knows rooms, not places: a line's floor and place are written into the location's name, as "F1 12.5 3.25". A
/// location without such numbers becomes a floor of its own whose scans all lie at its origin. What is lost on the way
/// out: heading, packets, walk, and the frame of a beacon whose address is known.
public enum Find3File {
    /// Writes scans: `d` the receiver, `f` the family, `t` milliseconds, `l` the location, `s` the strengths.
    ///
    /// A scan in which nothing was heard is left out: FIND3 refuses it.
    public static func documents(of lines: [ScanLine], family: String) -> [JSONValue] {
        lines.filter { !$0.readings.isEmpty }.map { line in
            var strengths: [String: JSONValue] = [:]
            for reading in line.readings { strengths[key(of: reading.identity)] = .integer(Int64(reading.rssi.dBm)) }
            var members: [String: JSONValue] = [
                "d": .string(line.receiver ?? "pharos"), "f": .string(family), "t": .integer(line.time.milliseconds),
                "s": ["bluetooth": .object(strengths)],
            ]
            if let floor = line.floor, let point = line.point {
                members["l"] = .string("\(floor) \(point.x) \(point.y)")
            }
            return .object(members)
        }
    }

    /// Reads scans: one object a line, or a list of them.
    public static func scans(_ bytes: [UInt8], path: String) throws(ImportError) -> [ScanLine] {
        // Else it is one object a line.
        if let elements = (try? JSONFile(bytes, path: path).document)?.elements {
            var lines: [ScanLine] = []
            for element in elements { lines.append(try scan(element, path: path, line: nil)) }
            return lines
        }
        var reader = JSONLines()
        var elements = reader.feed(bytes)
        if let last = reader.finish() { elements.append(last) }
        var lines: [ScanLine] = []
        for element in elements {
            switch element.document {
            case .success(let document): lines.append(try scan(document, path: path, line: element.line))
            case .failure(let error):
                throw .malformed(path: path, line: element.line, reason: "\(error)")
            }
        }
        return lines
    }

    private static func scan(_ json: JSONValue, path: String, line: Int?) throws(ImportError) -> ScanLine {
        func malformed(_ reason: String) -> ImportError { .malformed(path: path, line: line, reason: reason) }
        guard json.members != nil else { throw malformed("A scan is an object.") }
        guard let time = (json["t"] ?? json["timestamp"])?.integer else { throw malformed("t is missing.") }
        let location = (json["l"] ?? json["location"])?.text
        if let location, location.count > 200 { throw malformed("l has more than 200 characters.") }
        let place = location.flatMap { $0.isEmpty ? nil : Self.place($0) }
        let receiver = (json["d"] ?? json["username"])?.text
        if let receiver, !(1...200).contains(receiver.count) { throw malformed("d must have 1–200 characters.") }
        var readings: [Reading] = []
        var strengths: [(name: String, value: JSONValue)] = []
        for kind in (json["s"]?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let members = kind.value.members else { throw malformed("s.\(kind.key.prefix(40)) is no object.") }
            strengths += members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
        for entry in json["wifi-fingerprint"]?.elements ?? [] {
            guard let address = entry["mac"]?.text, let value = entry["rssi"] else {
                throw malformed("wifi-fingerprint has an entry without mac and rssi.")
            }
            strengths.append((address, value))
        }
        guard strengths.count <= ScanSampled.maximumReadings else {
            throw malformed("A scan has at most \(ScanSampled.maximumReadings) readings.")
        }
        for (name, value) in strengths {
            guard let number = value.double, number.magnitude < 1_000 else {
                throw malformed("\(name.prefix(40)) has no strength.")
            }
            let whole = Int(number.rounded())
            if whole == 0 || whole == 127 { continue }
            guard let rssi = RSSI(dBm: whole), let identity = identity(named: name) else {
                throw malformed("\(name.prefix(40)): a strength is −127…20 dBm, a name has 1–200 characters.")
            }
            readings.append(Reading(identity: identity, rssi: rssi))
        }
        return ScanLine(
            time: Timestamp(milliseconds: time),
            floor: place?.floor,
            point: place?.point,
            walk: (json["f"] ?? json["group"])?.text.flatMap { (1...200).contains($0.count) ? $0 : nil },
            receiver: receiver,
            readings: readings
        )
    }

    /// The floor and place that a location's name tells.
    private static func place(_ location: String) -> (floor: String, point: Point) {
        let words = location.split(separator: " ")
        if words.count >= 3, let x = Double(words[words.count - 2]), let y = Double(words[words.count - 1]) {
            let point = Point(x: x, y: y)
            if point.isPlausible { return (words.dropLast(2).joined(separator: " "), point) }
        }
        return (location, Point(x: 0, y: 0))
    }

    /// What FIND3 calls a beacon: its address, else `uuid-major-minor`, else our own name for it.
    static func key(of identity: BeaconIdentity) -> String {
        if let address = identity.address { return address.description.lowercased() }
        if case .iBeacon(let uuid, let major, let minor) = identity.frame {
            return "\(uuid)-\(major)-\(minor)".lowercased()
        }
        return identity.description
    }

    /// The beacon that a key names.
    static func identity(named key: String) -> BeaconIdentity? {
        if key.contains(":"), let address = MACAddress(key) { return BeaconIdentity(.addressOnly, address: address) }
        let parts = key.split(separator: "-")
        if parts.count == 7, let uuid = ProximityUUID(parts[..<5].joined()), let major = UInt16(parts[5]),
            let minor = UInt16(parts[6])
        {
            return BeaconIdentity(.iBeacon(uuid: uuid, major: major, minor: minor))
        }
        return BeaconIdentity(key) ?? BeaconIdentity("name:\(key)")
    }
}
