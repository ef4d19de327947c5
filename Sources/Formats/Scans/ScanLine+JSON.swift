public import JSON
import Survey

extension ScanLine {
    /// Reads a scan from the document of one line; fields it does not know are passed over.
    public init(json: JSONValue, line: Int) throws(ScanLineError) {
        let fields = try Fields(json, line: line)
        time = Timestamp(milliseconds: try fields.time("t"))
        floor = try fields.text("floor")
        walk = try fields.text("walk")
        receiver = try fields.text("receiver")
        point = try fields.point()
        heading = try fields.heading()
        readings = try fields.readings()
    }

    /// The document of one line, as ``init(json:line:)`` reads it; what is not known is left out.
    public var json: JSONValue {
        var members: [String: JSONValue] = ["t": .integer(time.milliseconds)]
        members["floor"] = floor.map(JSONValue.string)
        members["x"] = point.map { .number($0.x) }
        members["y"] = point.map { .number($0.y) }
        members["walk"] = walk.map(JSONValue.string)
        members["receiver"] = receiver.map(JSONValue.string)
        members["heading"] = heading.map(JSONValue.number)
        members["readings"] = .array(readings.map(\.json))
        return .object(members)
    }
}

extension Reading {
    /// A reading as a scan line has it: `id`, the fixed address as `mac` where the frame has one beside it, `rssi`.
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["rssi": .integer(Int64(rssi.dBm))]
        if case .addressOnly = identity.frame {
            members["id"] = .string(identity.description)
        } else {
            members["id"] = .string(BeaconIdentity(identity.frame).description)
            members["mac"] = identity.address.map { .string($0.description) }
        }
        if packets > 1 { members["packets"] = .integer(Int64(packets)) }
        return .object(members)
    }
}

/// The members of one line, and where they stand, for errors.
private struct Fields {
    private let members: [String: JSONValue]
    private let line: Int
    /// What stands before a field's name in an error, such as "readings[3].".
    private let prefix: String

    init(_ json: JSONValue, line: Int, prefix: String = "") throws(ScanLineError) {
        guard let members = json.members else {
            throw ScanLineError(line: line, problem: .notAnObject(found: json.kind))
        }
        self.members = members
        self.line = line
        self.prefix = prefix
    }

    /// The value of a field; nil where it is absent or null.
    private func value(_ name: String) -> JSONValue? {
        guard let value = members[name], !value.isNull else { return nil }
        return value
    }

    private func fail(_ problem: ScanLineError.Problem) -> ScanLineError { ScanLineError(line: line, problem: problem) }

    private func wrongKind(_ name: String, _ expected: String, _ found: JSONValue) -> ScanLineError {
        fail(.wrongKind(field: prefix + name, expected: expected, found: found.kind))
    }

    private func invalid(_ name: String, _ value: JSONValue, _ reason: String) -> ScanLineError {
        fail(.invalid(field: prefix + name, value: value.description, reason: reason))
    }

    func text(_ name: String) throws(ScanLineError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.text else { throw wrongKind(name, "a text", value) }
        guard (1...200).contains(text.count) else { throw invalid(name, value, "It must have 1–200 characters.") }
        return text
    }

    func number(_ name: String) throws(ScanLineError) -> Double? {
        guard let value = value(name) else { return nil }
        guard let number = value.double else { throw wrongKind(name, "a number", value) }
        return number
    }

    /// Whole milliseconds; a fraction is rounded.
    func time(_ name: String) throws(ScanLineError) -> Int64 {
        guard let number = try number(name) else { throw fail(.missing(field: prefix + name)) }
        if let exact = members[name]?.integer { return exact }
        guard let rounded = Int64(exactly: number.rounded()) else {
            throw invalid(name, .number(number), "It is no time in milliseconds.")
        }
        return rounded
    }

    func point() throws(ScanLineError) -> Point? {
        switch (try number("x"), try number("y")) {
        case (nil, nil): return nil
        case (nil, _): throw fail(.missing(field: "x"))
        case (_, nil): throw fail(.missing(field: "y"))
        case (let x?, let y?):
            let point = Point(x: x, y: y)
            guard point.isPlausible else {
                throw invalid("x", .number(x), "A place lies within 100 km of the floor's origin.")
            }
            return point
        }
    }

    func heading() throws(ScanLineError) -> Double? {
        guard let heading = try number("heading") else { return nil }
        guard (0...360).contains(heading) else {
            throw invalid("heading", .number(heading), "A heading is 0–360 degrees.")
        }
        return heading
    }

    func readings() throws(ScanLineError) -> [Reading] {
        guard let value = value("readings") else { throw fail(.missing(field: "readings")) }
        guard let elements = value.elements else { throw wrongKind("readings", "a list", value) }
        guard elements.count <= ScanSampled.maximumReadings else {
            let count = JSONValue.integer(Int64(elements.count))
            throw invalid("readings", count, "A scan has at most \(ScanSampled.maximumReadings).")
        }
        var readings: [Reading] = []
        for (index, element) in elements.enumerated() {
            let fields = try Fields(element, line: line, prefix: "readings[\(index)].")
            if let reading = try fields.reading() { readings.append(reading) }
        }
        return readings
    }

    /// The reading; nil where its strength stands for "not available".
    private func reading() throws(ScanLineError) -> Reading? {
        let identity = try identity()
        guard let strength = try number("rssi") else { throw fail(.missing(field: prefix + "rssi")) }
        let whole = strength.rounded()
        if whole == 127 || whole == 0 { return nil }
        guard let rssi = Int(exactly: whole).flatMap({ RSSI(dBm: $0) }) else {
            throw invalid("rssi", .number(strength), "A strength is −127…20 dBm.")
        }
        guard let packets = try number("packets") else { return Reading(identity: identity, rssi: rssi) }
        guard let count = UInt16(exactly: packets), count >= 1 else {
            throw invalid("packets", .number(packets), "It is 1–65,535.")
        }
        return Reading(identity: identity, rssi: rssi, packets: count)
    }

    private func identity() throws(ScanLineError) -> BeaconIdentity {
        guard let id = try text("id") else { throw fail(.missing(field: prefix + "id")) }
        guard let identity = BeaconIdentity(id) else {
            let forms = "ibeacon:UUID/major/minor, eddystone:NAMESPACE/INSTANCE, altbeacon:HEX, mac:… or name:…"
            throw invalid("id", .string(id), "An identity is \(forms).")
        }
        guard let mac = try text("mac") else { return identity }
        guard let address = MACAddress(mac) else {
            throw invalid("mac", .string(mac), "An address is six pairs of hexadecimal digits.")
        }
        guard identity.address == nil || identity.address == address else {
            throw invalid("mac", .string(mac), "The id holds another address.")
        }
        if case .name = identity.frame { throw invalid("mac", .string(mac), "A bare name has no address.") }
        return BeaconIdentity(identity.frame, address: address)
    }
}
