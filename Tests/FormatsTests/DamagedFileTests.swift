import Crypto
import Formats
import Survey
import TestSupport
import Testing

@Suite("Damaged files")
struct DamagedFileTests {
    private static let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: SHA256())

    /// A reader with a file that it reads.
    struct Reader: CustomStringConvertible, Sendable {
        let description: String
        let sample: String
        let read: @Sendable ([UInt8]) throws -> ImportedSurvey
    }

    private static func lines(
        _ name: String,
        _ sample: String,
        _ read: @escaping @Sendable ([UInt8]) throws -> [ScanLine]
    ) -> Reader {
        Reader(description: name, sample: sample) { bytes in
            let lines = try read(bytes)
            guard lines.contains(where: { $0.floor != nil && $0.point != nil }) else {
                return ImportedSurvey(batches: [])
            }
            return try ScanSurvey(lines, policy: .frame).recorded(digest: .zero).survey(ids: ids)
        }
    }

    static let readers: [Reader] = [
        lines("scan lines", #"{"t":1,"floor":"a","x":1,"y":2,"readings":[{"id":"name:a","rssi":-70}]}"#) {
            try ScanReader.scans(of: $0)
        },
        lines("FIND3", #"{"d":"a","f":"b","t":1,"l":"a 1 2","s":{"bluetooth":{"30:ae:a4:40:5d:bd":-70}}}"#) {
            try Find3File.scans($0, path: "f")
        },
        lines(
            "HULOP",
            #"[{"information":{"x":1,"y":2,"floor":"1"},"beacons":[{"timestamp":1,"uuid":"00000000-30A4-1001-B000-001C4D1E8637","data":[{"major":1,"minor":2,"rssi":-70}]}]}]"#
        ) { try HULOPTraining.scans($0, path: "f") },
        lines(
            "Anyplace",
            "# Timestamp\n1 35.1 33.4 0 30:ae:a4:40:5d:bd -70 0 b\n2 35.1 33.4 0 30:ae:a4:40:5d:bd -7 0 b\n"
        ) {
            try AnyplaceLog.scans($0, path: "f")
        },
        lines("flat", ",ts,x,heading,y,rssi_1\n0,1e18,1,2,3,-50.5\n1,2e18,1,-2,3,\n") {
            try FlatSet.run($0, path: "f", walk: "w")
        },
        lines("NavCog", "a :\n0.0,1,2,65535,17,-80,65535,18,-100\n") {
            try NavCogSet.scans($0, path: "f", uuid: ProximityUUID(high: 1, low: 2))
        },
        lines("Tetam points", "x_m,y_m,z_m,sensor,rssi_dbm,count\n1,2,3,s,-80,9\n1,2,3,s,-81,900\n") {
            try TetamSet.fingerprints($0, path: "f").lines
        },
        lines("Tetam walk", "1.5,a,b,-80,1,2,3\n2.5,a,b,-80,1,2,3\n") {
            let receiver = RecordedBeacon(label: "a", identity: BeaconIdentity(.name("a")))
            return try TetamSet.walk($0, path: "f", name: "w", receivers: ["a": receiver]).lines
        },
        lines("SAL", "superframe,O-E,Label\n0,-60,1\n1,-61,0\n") {
            let receiver = RecordedBeacon(label: "O-E", identity: BeaconIdentity(.name("O-E")), floor: "outside")
            return try SALSet.walk($0, path: "f", name: "w", receivers: [receiver]).lines
        },
        lines("Wi-Fi", "1,2,3\n4,5,3\n") {
            let strengths = Array("-50,100\n-60,-70\n".utf8)
            return try UJIWiFiSet.scans(strengths: strengths, path: "s", places: $0, path: "f", walk: "w")
        },
        Reader(
            description: "MS traces",
            sample: "#\tFloorName:F1\n1\tTYPE_WAYPOINT\t1\t2\n"
                + "2\tTYPE_BEACON\tFB349B5F-8000-0080-0010-00003CFE0000\t1\t2\t-75\t-80\t7.1\t30:AE:A4:40:5D:BD\t2\n"
                + "9000\tTYPE_WAYPOINT\t1\t2\n"
        ) { bytes in
            let traces = try MSTrace.traces(bytes, path: "f.txt")
            let floor = MSSet.Floor(name: "F", width: 9, height: 9, plan: nil, traces: traces)
            return MSSet(floors: [floor]).survey().survey(ids: ids)
        },
        Reader(description: "slots", sample: "label,floor,x,y,height,identity\r\n\"a, b\",F,1,2,3,name:x\r\n") {
            bytes in
            try BeaconRegister(bytes, path: "f").survey(
                floors: [:],
                labels: [],
                identities: [],
                policy: .frame,
                ids: ids
            )
        },
        Reader(
            description: "OpenStreetMap",
            sample: #"<osm><node id="1" lat="1" lon="2"/><node id="2" lat="1.001" lon="2"/><way id="2"><nd ref="1"/>"#
                + #"<nd ref="2"/><tag k="level" v="-1-2;4"/><tag k="indoor" v="corridor"/></way></osm>"#
        ) { bytes in try OSMImport(bytes, path: "f", ids: ids).venue.survey(ids: ids) },
    ]

    @Test("every sample is read whole", arguments: readers)
    func whole(reader: Reader) throws {
        let survey = try reader.read(Array(reader.sample.utf8))
        #expect(survey.summary.events > 0)
    }

    @Test("damage gives a typed error or a valid survey, never a crash", arguments: readers, Seed.forThisRun(3))
    func damaged(reader: Reader, seed: Seed) throws {
        var random = SeededGenerator(seed)
        for _ in 0..<150 {
            var bytes = Array(reader.sample.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) { bytes.damage(using: &random) }
            do {
                for event in try reader.read(bytes).batches.joined() { try event.validate() }
            } catch let error as ImportError {
                #expect(!error.description.isEmpty)
            } catch let error as ScanLineError {
                #expect(!error.description.isEmpty)
            }
        }
    }
}

extension [UInt8] {
    private static let numbers = [
        "1e308", "-1e308", "nan", "inf", "-9223372036854775808", "9223372036854775807", "0", "-0", "4294967296", "1e5",
    ]

    /// Changes, drops or doubles a part, or writes an extreme number over it.
    fileprivate mutating func damage(using random: inout SeededGenerator) {
        guard let place = indices.randomElement(using: &random) else { return }
        let end = Swift.min(place + Int.random(in: 1...8, using: &random), count)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: self[place] = UInt8.random(in: 0...255, using: &random)
        case 1: removeSubrange(place..<end)
        case 2: insert(contentsOf: self[place..<end], at: place)
        case 3: self[place] = Array("\n\r\",\t;&<>{}[]- ".utf8).randomElement(using: &random) ?? 0
        default:
            guard let start = self[place...].firstIndex(where: { (0x30...0x39).contains($0) }) else { return }
            let stop = self[start...].firstIndex { !(0x30...0x39).contains($0) } ?? count
            replaceSubrange(start..<stop, with: Array((Self.numbers.randomElement(using: &random) ?? "0").utf8))
        }
    }
}
