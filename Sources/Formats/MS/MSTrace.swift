public import Survey

/// A trace of the Microsoft Indoor Location Competition 2.0: one surveyor's walk, with waypoints and what was heard.
public struct MSTrace: Hashable, Sendable {
    public let id: String
    /// The phone.
    public var receiver: String?
    /// The name that the trace itself gives its floor, such as "F1".
    public var floor: String?
    /// In the order of the file.
    public var waypoints: [Waypoint] = []
    public var adverts: [Advert] = []
    /// Lines of other kinds: inertial sensors, magnetic field, Wi-Fi.
    public var otherLines = 0

    /// A place where the surveyor stood at a moment.
    public struct Waypoint: Hashable, Sendable {
        public let time: Timestamp
        /// Metres on the floor's picture from its bottom left corner, y up.
        public let point: Point
    }

    /// An iBeacon frame that was heard.
    public struct Advert: Hashable, Sendable {
        public let time: Timestamp
        /// Triple and address.
        public let identity: BeaconIdentity
        public let rssi: RSSI
    }

    /// Reads the traces of a file: one as it was published, named by its file, or several with each line's trace in
    /// front.
    public static func traces(_ bytes: [UInt8], path: String) throws(ImportError) -> [MSTrace] {
        var numbers: [String: Int] = [:]
        var traces: [MSTrace] = []
        let name = String(path.split(separator: "/").last?.prefix { $0 != "." } ?? "")
        for row in try CommaSeparatedRow.rows(of: bytes, path: path, separator: UInt8(ascii: "\t")) {
            // What was published begins with "#" or a time; a line with its trace in front has that behind it.
            let isBare = row.fields[0] == "#" || (row.fields.count > 1 && row.fields[1].hasPrefix("TYPE_"))
            let id = isBare ? name : row.fields[0]
            let fields = isBare ? row.fields[...] : row.fields.dropFirst()
            guard !fields.isEmpty, (1...200).contains(id.count) else {
                throw row.malformed("It is no line of a trace.")
            }
            let number = numbers[id] ?? traces.count
            if numbers[id] == nil {
                numbers[id] = number
                traces.append(MSTrace(id: id))
            }
            try traces[number].take(Array(fields), of: row)
        }
        return traces
    }

    /// The surveyor's place at a moment, on the straight leg between two waypoints; nil before the first and after the
    /// last.
    public func place(at time: Timestamp) -> Point? {
        guard let next = waypoints.firstIndex(where: { time <= $0.time }) else { return nil }
        let after = waypoints[next]
        if time == after.time { return after.point }
        guard next > 0 else { return nil }
        let before = waypoints[next - 1]
        // As differences of numbers that were checked to be times, these cannot overflow.
        let span = Double(after.time.milliseconds - before.time.milliseconds)
        let share = Double(time.milliseconds - before.time.milliseconds) / span
        return Point(
            x: before.point.x + (after.point.x - before.point.x) * share,
            y: before.point.y + (after.point.y - before.point.y) * share
        )
    }

    private mutating func take(_ fields: [String], of row: CommaSeparatedRow) throws(ImportError) {
        if fields[0] == "#" {
            takeHead(fields.dropFirst())
            return
        }
        guard fields.count > 1 else { throw row.malformed("It has no kind.") }
        let milliseconds: Int64 = try row.number(fields[0])
        guard (0...MSTrace.latestTime).contains(milliseconds) else {
            throw row.malformed("Its time is none in milliseconds since 1970.")
        }
        let time = Timestamp(milliseconds: milliseconds)
        switch fields[1] {
        case "TYPE_WAYPOINT":
            guard fields.count == 4 else { throw row.malformed("A waypoint is time, kind, x and y.") }
            if let last = waypoints.last, time <= last.time { throw row.malformed("Waypoints are not in their order.") }
            let point = Point(x: try row.finite(fields[2]), y: try row.finite(fields[3]))
            waypoints.append(Waypoint(time: time, point: point))
        case "TYPE_BEACON":
            guard fields.count == 10, let uuid = ProximityUUID(fields[2]), let address = MACAddress(fields[8]) else {
                throw row.malformed("A beacon is time, kind, UUID, major, minor, power, RSSI, distance, address, time.")
            }
            let (major, minor): (UInt16, UInt16) = (try row.number(fields[3]), try row.number(fields[4]))
            guard let rssi = try row.strength(fields[6], missing: 127) else { return }
            let identity = BeaconIdentity(.iBeacon(uuid: uuid, major: major, minor: minor), address: address)
            adverts.append(Advert(time: time, identity: identity, rssi: rssi))
        case let kind where kind.hasPrefix("TYPE_"): otherLines += 1
        default: throw row.malformed("\"\(fields[1].prefix(40))\" is no kind of line.")
        }
    }

    /// The year 5138: far behind any recording, and small enough to subtract.
    private static let latestTime: Int64 = 100_000_000_000_000

    private mutating func takeHead(_ fields: ArraySlice<String>) {
        var (brand, model): (String?, String?)
        for field in fields {
            let pair = field.split(separator: ":", maxSplits: 1).map(String.init)
            guard pair.count == 2, (1...100).contains(pair[1].count) else { continue }
            switch pair[0] {
            case "FloorName": floor = pair[1]
            case "Brand": brand = pair[1]
            case "Model": model = pair[1]
            default: break
            }
        }
        if brand != nil || model != nil { receiver = [brand, model].compactMap { $0 }.joined(separator: " ") }
    }
}
