import Survey

/// The SAL test hall: ten fixed receivers hear a tag that is carried, or driven, inside and out (Karoliny et al., 2020).
///
/// The set says whether the tag was inside, and not where: the two zones become floors, and every scan lies at the
/// middle of its zone's receivers. Distances mean nothing here; floors do.
public enum SALSet: RecordedSet {
    public static let name = "sal"
    public static let title = "the SAL inside/outside test hall"
    public static let explanation = """
        DIR is the folder of SAL-Autarkic-Localization-RSSI-BLE-Dataset. Outside and inside become two floors. Walk 1 becomes \
        the survey, walk 2 is kept for tests; the recordings from a car are left out.
        """

    /// Reads `measurement_config.txt` and the two walks in `Dataset`.
    public static func read(folder: String) throws -> RecordedSurvey {
        let places = "\(folder)/measurement_config.txt"
        let receivers = try receivers(FileContents.read(places), path: places)
        let walks = try (1...2).map { number in
            let path = "\(folder)/Dataset/walk_sensor_1_measurement_\(number).csv"
            return try walk(FileContents.readCompressed(path), path: path, name: "walk \(number)", receivers: receivers)
        }
        let impossible = walks.reduce(0) { $0 + $1.impossible }
        return RecordedSurvey(
            name: name,
            floors: [RecordedFloor(name: "outside"), RecordedFloor(name: "inside")],
            beacons: receivers,
            scans: walks[0].lines,
            tests: walks[1].lines,
            window: 100,
            notes: [
                "\(impossible) strengths of 0 dBm or more are left out.", "The recordings from a car are left out.",
            ]
        )
    }

    /// Reads the receivers: `Label,Description,X,Y,Z`; an O or an I in front of the label says in which zone each hangs.
    public static func receivers(_ bytes: [UInt8], path: String) throws(ImportError) -> [RecordedBeacon] {
        var receivers: [RecordedBeacon] = []
        for row in try CommaSeparatedRow.rows(of: bytes, path: path).dropFirst() {
            guard row.fields.count == 5, let zone = zone(ofReceiver: row.fields[0]) else {
                throw row.malformed("Expected Label,Description,X,Y,Z of a receiver such as O-E or I-E.")
            }
            let point = Point(x: try row.finite(row.fields[2]), y: try row.finite(row.fields[3]))
            receivers.append(
                RecordedBeacon(
                    label: row.fields[0],
                    identity: try row.name(row.fields[0]),
                    floor: zone,
                    position: MountPosition(point: point, height: try row.finite(row.fields[4]))
                )
            )
        }
        return receivers
    }

    /// Reads a recording: `superframe` (100 ms each), one column per receiver, `Label`; −100 stands for "missed".
    ///
    /// Strengths of 0 dBm or more cannot be, and are counted.
    public static func walk(
        _ bytes: [UInt8],
        path: String,
        name: String,
        receivers: [RecordedBeacon]
    ) throws(ImportError) -> (lines: [ScanLine], impossible: Int) {
        let table = try RecordedTable(bytes, path: path)
        let (frame, label) = (try table.column("superframe"), try table.column("Label"))
        var columns: [(identity: BeaconIdentity, column: Int)] = []
        for receiver in receivers { columns.append((receiver.identity, try table.column(receiver.label))) }
        let middles = Dictionary(uniqueKeysWithValues: ["outside", "inside"].map { ($0, middle(of: $0, receivers)) })
        var lines: [ScanLine] = []
        var impossible = 0
        for row in table.rows {
            let number: Int32 = try row.number(row.fields[frame])
            let zones = ["0": "outside", "1": "inside", "2": "inside"]
            guard let zone = zones[row.fields[label]] else { throw row.malformed("Its label is not 0, 1 or 2.") }
            var readings: [Reading] = []
            for (identity, column) in columns {
                let field = row.fields[column]
                if let rssi = try row.heardStrength(field, missing: -100, impossible: &impossible) {
                    readings.append(Reading(identity: identity, rssi: rssi))
                }
            }
            lines.append(
                ScanLine(
                    time: Timestamp(milliseconds: Int64(number) * 100),
                    floor: zone,
                    point: middles[zone],
                    walk: name,
                    readings: readings
                )
            )
        }
        return (lines, impossible)
    }

    private static func zone(ofReceiver label: String) -> String? {
        label.hasPrefix("O-") ? "outside" : label.hasPrefix("I-") ? "inside" : nil
    }

    private static func middle(of zone: String, _ receivers: [RecordedBeacon]) -> Point {
        let points = receivers.filter { $0.floor == zone }.compactMap { $0.position?.point }
        let count = Double(max(points.count, 1))
        return Point(x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
    }
}
