import Formats
import JSON
import Survey
import TestSupport

/// A reader of other people's files.
///
/// It gives what it read or a typed error; it never traps, and what it gives is valid.
enum FuzzedImport: UInt8, CaseIterable {
    case scanLines, register, prints, geoJSON, osm, hulop, find3, anyplaceLog, anyplaceMap, traces, flat, navCog
    case tetamPoints, tetamWalk, sal, wifi

    /// A valid file.
    var sample: String {
        switch self {
        case .scanLines: #"{"t":1,"floor":"a","x":1,"y":2,"readings":[{"id":"name:a","rssi":-70}]}"# + "\n"
        case .register: "label,floor,x,y,identity\r\n\"a, b\",F,1,2,name:x\r\n"
        case .prints:
            #"{"format":"pharos prints 1","floors":{},"spans":[],"points":[],"strayReadings":0,"scans":0}"#
        case .geoJSON: #"{"features":[{"id":"1","properties":{"kind":"track"},"geometry":{"coordinates":[[1,2]]}}]}"#
        case .osm:
            #"<osm><node id="1" lat="1" lon="2"/><way id="2"><nd ref="1"/><tag k="level" v="-1-2;4"/></way></osm>"#
        case .hulop: #"[{"information":{"x":1,"y":2,"floor":"1"},"beacons":[{"timestamp":1,"uuid":"","data":[]}]}]"#
        case .find3: #"{"d":"a","f":"b","t":1,"l":"a 1 2","s":{"bluetooth":{"30:ae:a4:40:5d:bd":-70}}}"#
        case .anyplaceLog: "# Timestamp\n1 35.1 33.4 0 30:ae:a4:40:5d:bd -70 0 b\n"
        case .anyplaceMap: "# NaN -110\n# X, Y, HEADING, 30:ae:a4:40:5d:bd\n1, 2, 3, -70\n"
        case .traces: "#\tstartTime:1\n1\tTYPE_WAYPOINT\t1\t2\n"
        case .flat: ",ts,x,heading,y,rssi_1\n0,1e18,1,2,3,-50.5\n"
        case .navCog: "a :\n0.0,1,1,65535,17,-80\n"
        case .tetamPoints: "x_m,y_m,z_m,sensor,rssi_dbm,count\n1,2,3,s,-80,9\n"
        case .tetamWalk: "1.5,a,b,-80,1,2,3\n"
        case .sal: "superframe,O-E,Label\n0,-60,1\n"
        case .wifi: "-50,100\n"
        }
    }

    /// Reads a file; what is wrong with it does not matter here.
    func read(_ bytes: [UInt8]) {
        let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: FoldingHash())
        let path = "fuzz"
        do {
            switch self {
            case .scanLines: check(try ScanReader.scans(of: bytes), ids)
            case .register:
                check(
                    try BeaconRegister(bytes, path: path).survey(
                        floors: [:],
                        labels: [],
                        identities: [],
                        policy: .frame,
                        ids: ids
                    )
                )
            case .prints:
                let document = try PrintsDocument(bytes, path: path)
                let again = try PrintsDocument(document.json.utf8, path: path)
                precondition(again.index == document.index)
            case .geoJSON: check(try VenueShape(geoJSON: bytes, path: path, floors: []).survey(ids: ids))
            case .osm: check(try OSMImport(bytes, path: path, ids: ids).venue.survey(ids: ids))
            case .hulop: check(try HULOPTraining.scans(bytes, path: path), ids)
            case .find3: check(try Find3File.scans(bytes, path: path), ids)
            case .anyplaceLog: check(try AnyplaceLog.scans(bytes, path: path), ids)
            case .anyplaceMap: _ = try AnyplaceRadioMap(bytes, path: path)
            case .traces:
                let traces = try MSTrace.traces(bytes, path: path)
                let floor = MSSet.Floor(name: "F", width: 9, height: 9, plan: nil, traces: traces)
                check(MSSet(floors: [floor]).survey().survey(ids: ids))
            case .flat: check(try FlatSet.run(bytes, path: path, walk: "w"), ids)
            case .navCog: check(try NavCogSet.scans(bytes, path: path, uuid: ProximityUUID(high: 1, low: 2)), ids)
            case .tetamPoints: check(try TetamSet.fingerprints(bytes, path: path).lines, ids)
            case .tetamWalk:
                let receiver = RecordedBeacon(label: "a", identity: BeaconIdentity(.name("a")))
                check(try TetamSet.walk(bytes, path: path, name: "w", receivers: ["a": receiver]).lines, ids)
            case .sal:
                let receiver = RecordedBeacon(label: "O-E", identity: BeaconIdentity(.name("O-E")), floor: "outside")
                check(try SALSet.walk(bytes, path: path, name: "w", receivers: [receiver]).lines, ids)
            case .wifi:
                let places = Array("1,2,3\n".utf8)
                check(
                    try UJIWiFiSet.scans(strengths: bytes, path: path, places: places, path: path, walk: "w"),
                    ids
                )
            }
        } catch {
            precondition(!"\(error)".isEmpty)
        }
    }

    /// Scans must make a survey of valid events.
    private func check(_ lines: [ScanLine], _ ids: ImportIdentifiers) {
        let survey = try? ScanSurvey(lines, policy: .frame).recorded(digest: .zero)  // lines without a place are none
        if let survey { check(survey.survey(ids: ids)) }
    }

    private func check(_ survey: ImportedSurvey) {
        for event in survey.batches.joined() {
            do { try event.validate() } catch { preconditionFailure("\(event.kind.name): \(error)") }
        }
    }
}

/// A hash that tells contents apart well enough to name things, without a library.
private struct FoldingHash: Hashing {
    func sha256(_ bytes: [UInt8]) -> Digest {
        let folded = bytes.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        var random = SeededGenerator(Seed(value: folded))
        return Digest(bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })!
    }
}
