import Survey

/// A furnished flat surveyed by a robot: six anchors that hear one tag (Kolakowski, Sensors 21, 6270, 2021).
///
/// The anchors hear and the tag sends, the reverse of a phone's scan; strengths are means of two receivers and are
/// rounded to whole dBm.
public enum FlatSet: RecordedSet {
    public static let name = "flat"
    public static let title = "the flat of Kolakowski's calibration set"
    public static let explanation = """
        DIR is the folder of ble-rss-fingerprints-calib2021 (Zenodo 5457591). The robot's calibration runs become one walk; \
        its test run is kept for tests.
        """

    /// Reads `anchors.csv`, `calibration/calibration_df.csv` and `tests/test_robot_df.csv`.
    public static func read(folder: String) throws -> RecordedSurvey {
        func bytes(_ file: String) throws -> [UInt8] { try FileContents.readCompressed("\(folder)/\(file)") }
        let (survey, tests) = ("calibration/calibration_df.csv", "tests/test_robot_df.csv")
        return RecordedSurvey(
            name: name,
            floors: [RecordedFloor(name: floor)],
            beacons: try anchors(bytes("anchors.csv"), path: "\(folder)/anchors.csv"),
            scans: try run(bytes(survey), path: "\(folder)/\(survey)", walk: "calibration"),
            tests: try run(bytes(tests), path: "\(folder)/\(tests)", walk: "robot"),
            window: 333,
            notes: ["The walking person of test_walk_df.csv has no true places and is left out."]
        )
    }

    /// Reads the anchors: `id,x,y,z`.
    public static func anchors(_ bytes: [UInt8], path: String) throws(ImportError) -> [RecordedBeacon] {
        let table = try RecordedTable(bytes, path: path)
        let (id, x, y, z) = (
            try table.column("id"), try table.column("x"), try table.column("y"), try table.column("z")
        )
        var anchors: [RecordedBeacon] = []
        for row in table.rows {
            let point = Point(x: try row.finite(row.fields[x]), y: try row.finite(row.fields[y]))
            anchors.append(
                RecordedBeacon(
                    label: row.fields[id],
                    identity: try row.name(row.fields[id]),
                    floor: floor,
                    position: MountPosition(point: point, height: try row.finite(row.fields[z]))
                )
            )
        }
        return anchors
    }

    /// Reads one run of the robot: `ts` in ns, `x`, `y`, `heading` in radians from x towards y, `rssi_1` and so on.
    public static func run(_ bytes: [UInt8], path: String, walk: String) throws(ImportError) -> [ScanLine] {
        let table = try RecordedTable(bytes, path: path)
        let (ts, x, y, heading) = (
            try table.column("ts"), try table.column("x"), try table.column("y"), try table.column("heading")
        )
        var anchors: [(identity: BeaconIdentity, column: Int)] = []
        for name in table.names(from: "rssi_") {
            guard let identity = BeaconIdentity("name:\(name.dropFirst(5))") else { continue }
            anchors.append((identity, try table.column(name)))
        }
        var lines: [ScanLine] = []
        lines.reserveCapacity(table.rows.count)
        for row in table.rows {
            let nanoseconds: Double = try row.number(row.fields[ts])
            guard let time = Int64(exactly: (nanoseconds / 1e6).rounded()) else {
                throw row.malformed("\"\(row.fields[ts].prefix(40))\" is no time in nanoseconds.")
            }
            var readings: [Reading] = []
            for anchor in anchors {
                guard let rssi = try row.strength(row.fields[anchor.column]) else { continue }
                readings.append(Reading(identity: anchor.identity, rssi: rssi))
            }
            lines.append(
                ScanLine(
                    time: Timestamp(milliseconds: time),
                    floor: floor,
                    point: Point(x: try row.finite(row.fields[x]), y: try row.finite(row.fields[y])),
                    walk: walk,
                    receiver: "robot",
                    heading: degrees(radians: try row.finite(row.fields[heading])),
                    readings: readings
                )
            )
        }
        return lines
    }

    private static let floor = "flat"

    /// A direction from x towards y as degrees clockwise from up, y being down.
    private static func degrees(radians: Double) -> Double {
        let degrees = (90 + radians * 180 / .pi).truncatingRemainder(dividingBy: 360)
        return degrees < 0 ? degrees + 360 : degrees
    }
}

extension CommaSeparatedRow {
    /// A bare name of a recorded set as an identity.
    func name(_ field: String) throws(ImportError) -> BeaconIdentity {
        guard (1...200).contains(field.count) else { throw malformed("A name has 1–200 characters.") }
        return BeaconIdentity(.name(field))
    }
}
