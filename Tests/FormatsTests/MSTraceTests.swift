import Crypto
import Formats
import Survey
import Testing

@Suite("Traces of the MS Indoor Location Competition")
struct MSTraceTests {
    private static let uuid = "FB349B5F-8000-0080-0010-00003CFE0000"

    private static func beacon(_ time: Int, _ address: String, rssi: Int = -80) -> String {
        "\(time)\tTYPE_BEACON\t\(uuid)\t1\t2\t-75\t\(rssi)\t7.1\t\(address)\t\(time)\n"
    }

    /// A published trace that walks 10 m along x in 10 s, hearing one address at each second.
    private static func trace(from start: Int, hearing addresses: [String]) -> String {
        var text = "#\tstartTime:\(start)\n#\tSiteID:5d\tFloorName:F1\n#\tBrand:OPPO\tModel:PBCM10\n"
        text += "\(start)\tTYPE_WAYPOINT\t0\t5\n\(start)\tTYPE_ACCELEROMETER\t1\t2\t3\t2\n"
        for address in addresses { text += beacon(start + 1_500, address) }
        return text + "\(start + 10_000)\tTYPE_WAYPOINT\t10\t5\n"
    }

    private func traces(_ text: String, _ path: String = "folder/a.txt") throws -> [MSTrace] {
        try MSTrace.traces(Array(text.utf8), path: path)
    }

    @Test("a published trace and one with its id before each line read alike")
    func forms() throws {
        let text = Self.trace(from: 1_000_000, hearing: ["30:AE:A4:40:5D:BD"])
        let published = try #require(try traces(text).first)
        let prefixed = text.split(separator: "\n").map { "a\t\($0)" }.joined(separator: "\r\n")
        #expect(try traces(prefixed, "lines.tsv") == [published])
        #expect(published.id == "a" && published.floor == "F1" && published.receiver == "OPPO PBCM10")
        #expect(published.waypoints.count == 2 && published.adverts.count == 1 && published.otherLines == 1)
    }

    @Test("a line that is none is refused with its number")
    func refusals() throws {
        for line in [
            "1\tTYPE_WAYPOINT\t1", "x\tTYPE_WAYPOINT\t1\t2", "9223372036854775807\tTYPE_WAYPOINT\t1\t2",
            "1\tTYPE_WAYPOINT\tinf\t2", "1\tTYPE_BEACON\tnone", "a\t1\tOTHER\t2",
        ] {
            #expect(throws: ImportError.self, "\(line)") { try traces("#\tstartTime:1\n\(line)\n") }
        }
        do {
            _ = try traces("#\tstartTime:1\n5\tTYPE_WAYPOINT\t1\t2\n4\tTYPE_WAYPOINT\t1\t2\n")
        } catch let error as ImportError {
            #expect("\(error)" == "folder/a.txt, line 3: Waypoints are not in their order.")
        }
    }

    @Test("a window lies at the place of its middle, y down, and what was heard outside the walk has no place")
    func windows() throws {
        var text = Self.trace(from: 1_000_000, hearing: ["30:AE:A4:40:5D:BD"])
        text += Self.beacon(1_001_700, "30:AE:A4:40:5D:BD", rssi: -70) + Self.beacon(1_010_001, "30:AE:A4:40:5D:BD")
        let trace = try #require(try traces(text).first)
        let floor = MSSet.Floor(name: "F1", width: 100, height: 50, plan: nil, traces: [trace])
        let scans = MSSet(floors: [floor]).scans(of: trace, on: floor)
        #expect(scans.outside == 1 && scans.empty == 5)
        #expect(scans.lines.map(\.point) == [Point(x: 1, y: 45)])
        #expect(scans.lines.first?.readings.map(\.rssi.dBm) == [-75])
        #expect(scans.lines.first?.readings.map(\.packets) == [2])
    }

    @Test("an address becomes a beacon when two walks an hour apart heard it; shared triples are told")
    func registration() throws {
        let (fixed, other, random) = ("30:AE:A4:40:5D:BD", "30:AE:A4:40:5D:BE", "71:00:00:00:00:01")
        let hour = 3_600_000
        let floor = MSSet.Floor(
            name: "F1",
            width: 100,
            height: 50,
            plan: nil,
            traces: try traces(Self.trace(from: hour, hearing: [fixed, other, random]), "a.txt")
                + traces(Self.trace(from: hour + 60_000, hearing: [random]), "b.txt")
                + traces(Self.trace(from: 2 * hour, hearing: [fixed, other]), "c.txt")
        )
        let survey = MSSet(floors: [floor]).survey()
        #expect(survey.beacons.map(\.label) == [fixed, other])
        #expect(
            survey.notes.contains { $0.hasPrefix("2 addresses were heard") && $0.hasSuffix("1 others are strays.") }
        )
        let triple = "ibeacon:\(Self.uuid)/1/2"
        let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: SHA256())
        #expect(
            survey.survey(ids: ids).sharedFrames(policy: .frame, registered: [])
                == ["2 fixed addresses share \(triple): only their addresses tell them apart."]
        )
        #expect(survey.identityPolicy == .address)
        #expect(survey.scans.count == 3 && survey.tests.isEmpty)
    }
}
