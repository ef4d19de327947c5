import FoundationEssentials
import JSON
import Survey

/// What `mapdata.json` tells: the surveyed level with its plan, the beacons, the scans.
struct HULOPMapData {
    let level: HULOPVenue.Level
    let beacons: [HULOPVenue.Beacon]
    let scans: [RecordedScan]

    init(path: String) throws { try self.init(JSONFile(path: path)) }

    init(_ file: JSONFile) throws(ImportError) {
        let path = file.path
        let layer = try file.first("layers")
        level = try Self.level(layer, anchor: try file.member("anchor"), in: file)
        let rows = try CommaSeparatedRow.rows(of: try file.text("data", of: try file.first("beacons")).utf8, path: path)
        var beacons: [HULOPVenue.Beacon] = []
        for row in rows { beacons.append(try HULOPVenue.Beacon(row, on: level)) }
        guard case .iBeacon(let uuid, _, _)? = beacons.first?.identity.frame else {
            throw ImportError.malformed(path: path, line: nil, reason: "It names no beacon.")
        }
        let samples = try CommaSeparatedRow.rows(
            of: try file.text("data", of: try file.first("samples")).utf8,
            path: path
        )
        let level = level
        var scans: [RecordedScan] = []
        for row in samples { scans.append(try RecordedScan(row, uuid: uuid, on: level)) }
        self.scans = scans
        self.beacons = beacons + Self.strangers(in: scans, besides: beacons)
    }

    private static func level(_ layer: JSONValue, anchor: JSONValue, in file: JSONFile) throws(ImportError)
        -> HULOPVenue.Level
    {
        guard let parameters = layer["param"] else { throw file.missing("layers[0].param") }
        let prefix = "data:image/png;base64,"
        let address = try file.text("data", of: layer)
        guard address.hasPrefix(prefix), let picture = Data(base64Encoded: String(address.dropFirst(prefix.count)))
        else {
            throw ImportError.malformed(path: file.path, line: nil, reason: "layers[0].data is no PNG in base64.")
        }
        return HULOPVenue.Level(
            number: Int(try file.number("floor", of: parameters)),
            picture: Array(picture),
            header: try file.header(of: Array(picture)),
            pixelsPerMetre: try file.scale("ppmx", and: "ppmy", of: parameters),
            origin: (try file.number("originx", of: parameters), try file.number("originy", of: parameters)),
            latitude: try file.number("latitude", of: anchor),
            longitude: try file.number("longitude", of: anchor),
            rotation: try file.number("rotate", of: anchor)
        )
    }

    /// Beacons that were heard without being in the list.
    private static func strangers(in scans: [RecordedScan], besides known: [HULOPVenue.Beacon]) -> [HULOPVenue.Beacon] {
        var seen = Set(known.map(\.identity))
        let identities = scans.flatMap { $0.readings.map(\.identity) }.filter { seen.insert($0).inserted }
        return identities.map { HULOPVenue.Beacon(identity: $0, label: $0.hulopLabel, position: nil) }
    }
}

extension BeaconIdentity {
    /// Major and minor with a slash, as HULOP's people call a beacon.
    fileprivate var hulopLabel: String {
        guard case .iBeacon(_, let major, let minor) = frame else { return description }
        return "\(major)/\(minor)"
    }
}

extension HULOPVenue.Beacon {
    /// Reads `uuid,major,minor,x,y,z,floor`.
    fileprivate init(_ row: CommaSeparatedRow, on level: HULOPVenue.Level) throws(ImportError) {
        guard row.fields.count == 7, let uuid = ProximityUUID(row.fields[0]) else {
            throw row.malformed("Expected uuid,major,minor,x,y,z,floor.")
        }
        let (major, minor): (UInt16, UInt16) = (try row.number(row.fields[1]), try row.number(row.fields[2]))
        let (x, y, z): (Double, Double, Double) =
            (try row.number(row.fields[3]), try row.number(row.fields[4]), try row.number(row.fields[5]))
        identity = BeaconIdentity(.iBeacon(uuid: uuid, major: major, minor: minor))
        label = identity.hulopLabel
        position = MountPosition(point: level.point(x: x, y: y), height: z)
    }
}

extension RecordedScan {
    /// Reads `time,Beacon,x,y,z,floor,n` and n times `major,minor,rssi`; −100 stands for "not heard".
    fileprivate init(_ row: CommaSeparatedRow, uuid: ProximityUUID, on level: HULOPVenue.Level) throws(ImportError) {
        guard row.fields.count >= 7, row.fields[1] == "Beacon", let count = Int(row.fields[6]), count >= 0 else {
            throw row.malformed("Expected time,Beacon,x,y,z,floor,n and n readings.")
        }
        guard row.fields.count - 7 == count * 3 else {
            throw row.malformed("It announces \(count) readings and has \(row.fields.count - 7) fields for them.")
        }
        time = Timestamp(milliseconds: try row.number(row.fields[0]))
        point = level.point(x: try row.number(row.fields[2]), y: try row.number(row.fields[3]))
        var readings: [Reading] = []
        for index in stride(from: 7, to: row.fields.count, by: 3) {
            let (major, minor): (UInt16, UInt16) = (
                try row.number(row.fields[index]), try row.number(row.fields[index + 1])
            )
            let strength: Double = try row.number(row.fields[index + 2])
            if strength == -100 { continue }
            guard let whole = Int(exactly: strength.rounded()), let rssi = RSSI(dBm: whole) else {
                throw row.malformed("\(strength) is no strength in dBm.")
            }
            let identity = BeaconIdentity(.iBeacon(uuid: uuid, major: major, minor: minor))
            readings.append(Reading(identity: identity, rssi: rssi))
        }
        self.readings = readings
    }
}
