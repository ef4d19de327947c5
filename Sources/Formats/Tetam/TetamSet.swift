import JSON
import Survey

/// The Galatasaray room: twelve fixed receivers hear one beacon, at points of a grid and along nine camera-tracked walks
/// (Danis, Naskali, Cemgil, Ersoy, Pervasive and Mobile Computing 81, 2022).
public enum TetamSet: RecordedSet {
    public static let name = "tetam"
    public static let title = "the Tetam room"
    public static let explanation = """
        DIR is the folder of Position-Annotated-BLE-RSSI-Dataset, with the counts of each strength in \
        fingerprints/set_1_hist.csv. Each point becomes 40 scans that share its packets out; the nine walks are kept for \
        tests, in windows of a second.
        """

    /// So many scans stand for the thousands of packets of a point: enough for its mean and deviation.
    public static let scansPerPoint = 40

    /// Reads `cnf/tetam.dev`, `fingerprints/set_1_hist.csv` and the walks in `trk`.
    public static func read(folder: String) throws -> RecordedSurvey {
        let devices = "\(folder)/cnf/tetam.dev"
        let receivers = try receivers(FileContents.read(devices), path: devices)
        let histogram = "\(folder)/fingerprints/set_1_hist.csv"
        let survey = try fingerprints(FileContents.readCompressed(histogram), path: histogram)
        var (tests, impossible): ([ScanLine], Int) = ([], survey.impossible)
        for file in try FileContents.names(in: "\(folder)/trk") where file.hasSuffix("_all_sensors.mbd") {
            let path = "\(folder)/trk/\(file)"
            let walk = String(file.dropLast("_all_sensors.mbd".count))
            let track = try self.walk(FileContents.read(path), path: path, name: walk, receivers: receivers)
            tests += track.lines
            impossible += track.impossible
        }
        return RecordedSurvey(
            name: name,
            floors: [RecordedFloor(name: floor)],
            beacons: receivers.values.sorted { $0.label < $1.label },
            scans: survey.lines,
            tests: tests,
            notes: [
                "\(impossible) strengths of 0 dBm or more are left out.",
                "The packets of each point are shared out over \(scansPerPoint) scans.",
                "The second survey (set_2_hist.csv) and the picture of the room are left out.",
            ]
        )
    }

    /// Reads the receivers by address: a line `Dongles:` with a JSON object of `[[x, y, z], colour, alias]`.
    public static func receivers(_ bytes: [UInt8], path: String) throws(ImportError) -> [String: RecordedBeacon] {
        let prefix = Array("Dongles:".utf8)
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where line.starts(with: prefix) {
            let document: JSONValue
            do { document = try JSONValue(parsing: line.dropFirst(prefix.count)) } catch {
                throw .notJSON(path: path, error)
            }
            var receivers: [String: RecordedBeacon] = [:]
            for (address, entry) in document.members ?? [:] {
                guard let fields = entry.elements, fields.count == 3, let alias = fields[2].text,
                    (1...200).contains(alias.count), let place = fields[0].elements?.compactMap(\.double),
                    place.count == 3, place.allSatisfy({ $0.magnitude < 1_000 })
                else {
                    let reason = "The receiver \(address.prefix(40)) is not [[x, y, z], colour, alias]."
                    throw .malformed(path: path, line: index + 1, reason: reason)
                }
                receivers[address] = RecordedBeacon(
                    label: alias,
                    identity: BeaconIdentity(.name(alias)),
                    floor: floor,
                    position: MountPosition(point: Point(x: place[0], y: place[1]), height: place[2])
                )
            }
            return receivers
        }
        throw .malformed(path: path, line: nil, reason: "It has no line that begins with \"Dongles:\".")
    }

    /// Reads one walk: time in s, receiver, beacon, dBm, true x, y, z, rotation; without a head.
    ///
    /// Packets of one second from the first one on are one scan: the mean per receiver, at the mean of the true places.
    public static func walk(
        _ bytes: [UInt8],
        path: String,
        name: String,
        receivers: [String: RecordedBeacon]
    ) throws(ImportError) -> (lines: [ScanLine], impossible: Int) {
        var windows: [Int: WindowTally] = [:]
        var start: Double?
        var impossible = 0
        for row in try CommaSeparatedRow.rows(of: bytes, path: path) {
            guard row.fields.count >= 7 else { throw row.malformed("It has fewer than 7 fields.") }
            let time: Double = try row.number(row.fields[0])
            guard (0...1e11).contains(time) else { throw row.malformed("Its time is none in seconds since 1970.") }
            let first = start ?? time
            start = first
            guard let receiver = receivers[row.fields[1]] else {
                throw row.malformed("\"\(row.fields[1].prefix(40))\" is no receiver of the set.")
            }
            guard let rssi = try row.heardStrength(row.fields[3], impossible: &impossible) else { continue }
            let point = Point(x: try row.finite(row.fields[4]), y: try row.finite(row.fields[5]))
            windows[Int((time - first).rounded(.down)), default: WindowTally()]
                .add(receiver.identity, dBm: rssi.dBm, at: point)
        }
        let base = start ?? 0
        let lines = windows.sorted { $0.key < $1.key }.map { number, window in
            ScanLine(
                time: Timestamp(milliseconds: Int64((base * 1_000).rounded()) + Int64(number + 1) * 1_000),
                floor: floor,
                point: window.point,
                walk: name,
                readings: window.readings
            )
        }
        return (lines, impossible)
    }

    static let floor = "room"
}
