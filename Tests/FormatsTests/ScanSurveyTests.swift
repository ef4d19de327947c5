import Crypto
import Formats
import Survey
import Testing

@Suite("Scan lines as a survey")
struct ScanSurveyTests {
    private let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: SHA256())

    private func line(_ time: Int64, _ walk: String, _ heard: [String], floor: String? = "F1") throws -> ScanLine {
        ScanLine(
            time: Timestamp(milliseconds: time),
            floor: floor,
            point: Point(x: Double(time), y: 2),
            walk: walk,
            readings: try heard.map {
                Reading(identity: try #require(BeaconIdentity($0)), rssi: try #require(RSSI(dBm: -70)))
            }
        )
    }

    private func recorded(_ lines: [ScanLine], _ rule: Registration = .automatic) throws -> RecordedSurvey {
        try ScanSurvey(lines, policy: .frame).recorded(digest: .zero, registering: rule)
    }

    @Test("floors, slots and walks are made as the lines name them, and again with the same identifiers")
    func structure() throws {
        let lines = [
            try line(1, "a", ["name:x", "name:y"]), try line(2, "b", ["name:x"], floor: "B1"),
            try line(3, "a", ["name:10"]), try line(4, "a", ["name:9"], floor: nil),
        ]
        let recorded = try recorded(lines)
        #expect(recorded.floors.map(\.name) == ["F1", "B1"] && recorded.floors.map(\.ordinal) == [0, -1])
        #expect(recorded.beacons.map(\.label) == ["x", "y", "10"])
        #expect(recorded.notes == ["1 scans without a place are left out."])
        let survey = recorded.survey(ids: ids)
        #expect(survey.summary.walks == 2 && survey.summary.scans == 3 && survey.summary.slots == 3)
        #expect(recorded.survey(ids: ids).batches == survey.batches)
        for event in survey.batches.joined() { try event.validate() }
    }

    @Test("what the project has is used, not made again")
    func existing() throws {
        let floor = FloorID(high: 9, low: 9)
        let existing = ExistingThings(
            floors: ["F1": floor],
            identities: [try #require(BeaconIdentity("name:x"))]
        )
        let survey = try recorded([line(1, "a", ["name:x", "name:y"])]).survey(existing: existing, ids: ids)
        #expect(survey.summary.floors == 0 && survey.summary.slots == 1)
        #expect(survey.batches.joined().compactMap(\.scan).map(\.floor) == [floor])
    }

    @Test("a bare address becomes a slot only where it recurs, if the walks lie an hour apart")
    func registration() throws {
        let (fixed, random) = ("mac:30:AE:A4:40:5D:BD", "mac:71:00:00:00:00:01")
        let short = [try line(0, "a", [fixed, random]), try line(60_000, "b", [fixed])]
        #expect(try recorded(short).beacons.count == 2)
        #expect(try recorded(short, .recurring).beacons.isEmpty)
        let long = short + [try line(3_600_000, "c", [fixed, "name:x"])]
        #expect(try recorded(long).beacons.map(\.label) == ["x", fixed])
        #expect(try recorded(long).notes == ["1 beacons were heard and are not registered."])
        #expect(try recorded(long, .none).beacons.isEmpty && recorded(long, .heard).beacons.count == 3)
    }

    @Test("several fixed addresses behind one frame are told, whatever is imported and however beacons are told apart")
    func sharedFrames() throws {
        let triple = "ibeacon:DAF246CE-8363-11E4-B116-123B93F75CBA/1/2"
        let lines = [
            try line(1, "a", ["\(triple)+mac:30:AE:A4:40:5D:01", "\(triple)+mac:30:AE:A4:40:5D:02", "name:x"])
        ]
        let survey = try recorded(lines).survey(ids: ids)
        let told = survey.sharedFrames(policy: .frame, registered: [])
        #expect(told.count == 1)
        #expect(told[0].hasPrefix("2 fixed addresses share \(triple): the project takes them for one beacon"))
        let byAddress = survey.sharedFrames(policy: .address, registered: [])
        #expect(byAddress.isEmpty, "the address that was not registered is a stray")
        let other = try #require(BeaconIdentity("mac:30:AE:A4:40:5D:02"))
        #expect(survey.sharedFrames(policy: .address, registered: [other]).count == 1)
    }

    @Test("lines without any place are no survey")
    func nothing() throws {
        let lines = [try line(1, "a", ["name:x"], floor: nil)]
        #expect(throws: ImportError.self) { try recorded(lines) }
    }

    @Test("parts share floors and slots, and together hold each scan once")
    func parts() throws {
        let lines = try (0..<10).map { try line(Int64($0), "w\($0 / 2)", ["name:x"]) }
        let parts = try ["1/2", "2/2"].map {
            try recorded(lines).survey(part: #require(ImportPart($0)), ids: ids).summary
        }
        #expect(parts.map(\.slots) == [1, 0] && parts.map(\.walks) == [3, 2] && parts.map(\.scans) == [6, 4])
    }
}
