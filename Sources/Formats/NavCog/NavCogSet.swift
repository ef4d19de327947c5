public import Survey

/// NavCog's corridor: 18 beacons, and 70 scans at each of 24 points of a straight track.
///
/// The unit of length is not stated; it is taken for metres. The set gives no times: scans are dated a second apart.
public enum NavCogSet: RecordedSet {
    public static let name = "navcog"
    public static let title = "the corridor of NavCog's LogReplay"
    public static let explanation = """
        DIR is the folder tools/LogReplay of github.com/hulop/blelocpp. The first half of the scans at each point becomes \
        the survey, the second half is kept for tests.
        """

    /// Reads `beacons.csv` and `train.txt`.
    public static func read(folder: String) throws -> RecordedSurvey {
        let (known, scans) = ("\(folder)/beacons.csv", "\(folder)/train.txt")
        let beacons = try beacons(FileContents.readCompressed(known), path: known)
        guard case .iBeacon(let uuid, _, _)? = beacons.first?.identity.frame else {
            throw ImportError.malformed(path: known, line: nil, reason: "It names no beacon.")
        }
        let places = try self.scans(FileContents.readCompressed(scans), path: scans, uuid: uuid).byPlace
        return RecordedSurvey(
            name: name,
            floors: [RecordedFloor(name: floor)],
            beacons: beacons,
            scans: places.flatMap { $0.prefix($0.count / 2) },
            tests: places.flatMap { $0.dropFirst($0.count / 2) },
            notes: ["navcog.log has no true places and is left out."]
        )
    }

    /// Reads the beacons: `uuid,major,minor,x,y,z,floor`, without a head.
    public static func beacons(_ bytes: [UInt8], path: String) throws(ImportError) -> [RecordedBeacon] {
        var beacons: [RecordedBeacon] = []
        for row in try CommaSeparatedRow.rows(of: bytes, path: path) {
            guard row.fields.count == 7, let uuid = ProximityUUID(row.fields[0]) else {
                throw row.malformed("Expected uuid,major,minor,x,y,z,floor.")
            }
            let (major, minor): (UInt16, UInt16) = (try row.number(row.fields[1]), try row.number(row.fields[2]))
            let point = Point(x: try row.finite(row.fields[3]), y: try row.finite(row.fields[4]))
            beacons.append(
                RecordedBeacon(
                    label: "\(major)/\(minor)",
                    identity: BeaconIdentity(.iBeacon(uuid: uuid, major: major, minor: minor)),
                    floor: floor,
                    position: MountPosition(point: point, height: try row.finite(row.fields[5]))
                )
            )
        }
        return beacons
    }

    /// Reads the scans: a first line that lists the beacons, then `x,y,n` and n times `major,minor,rssi`; −100 stands
    /// for "not heard".
    public static func scans(_ bytes: [UInt8], path: String, uuid: ProximityUUID) throws(ImportError) -> [ScanLine] {
        var lines: [ScanLine] = []
        for row in try CommaSeparatedRow.rows(of: bytes, path: path) {
            if row.number == 1, row.fields[0].contains(":") { continue }
            guard row.fields.count >= 3, let count = Int(row.fields[2]), count == (row.fields.count - 3) / 3,
                row.fields.dropFirst(3 + count * 3).allSatisfy(\.isEmpty)
            else { throw row.malformed("Expected x,y,n and n times major,minor,rssi.") }
            var readings: [Reading] = []
            for index in stride(from: 3, to: 3 + count * 3, by: 3) {
                let (major, minor): (UInt16, UInt16) = (
                    try row.number(row.fields[index]), try row.number(row.fields[index + 1])
                )
                guard let rssi = try row.strength(row.fields[index + 2], missing: -100) else { continue }
                let identity = BeaconIdentity(.iBeacon(uuid: uuid, major: major, minor: minor))
                readings.append(Reading(identity: identity, rssi: rssi))
            }
            lines.append(
                ScanLine(
                    time: Timestamp(milliseconds: Int64(lines.count + 1) * 1_000),
                    floor: floor,
                    point: Point(x: try row.finite(row.fields[0]), y: try row.finite(row.fields[1])),
                    walk: "train",
                    readings: readings
                )
            )
        }
        return lines
    }

    private static let floor = "corridor"
}
