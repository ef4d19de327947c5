import Crypto
import Formats
import Foundation
import Survey
import TestSupport
import Testing

@Suite("Recorded sets as they were published", .enabled(if: RecordedData.folder != nil, "\(RecordedData.absence)"))
struct RecordedSetCountTests {
    /// What a set holds, by its provenance.
    struct Expected: CustomStringConvertible, Sendable {
        let set: any RecordedSet.Type
        let folder: String
        let floors: Int
        let beacons: Int
        let scans: Int
        let tests: Int
        var walks = 1

        var description: String { folder }
    }

    @Test(
        "every scan comes in, or is counted as left out",
        arguments: [
            Expected(set: FlatSet.self, folder: "flat-ble-calib2021", floors: 1, beacons: 6, scans: 4_104, tests: 719),
            Expected(set: NavCogSet.self, folder: "navcog-logreplay", floors: 1, beacons: 18, scans: 840, tests: 840),
            Expected(set: TetamSet.self, folder: "tetam-ble", floors: 1, beacons: 12, scans: 3_240, tests: 698),
            Expected(set: SALSet.self, folder: "sal-ble-testbed", floors: 2, beacons: 10, scans: 2_450, tests: 2_073),
            Expected(
                set: UJIWiFiSet.self,
                folder: "uji-wifi-longterm",
                floors: 2,
                beacons: 77,
                scans: 576,
                tests: 9_360
            ),
        ]
    )
    func counts(expected: Expected) throws {
        let folder = try #require(RecordedData.folder).appending(path: expected.folder).path
        let survey = try expected.set.read(folder: folder)
        #expect(survey.floors.count == expected.floors)
        #expect(survey.beacons.count == expected.beacons)
        #expect(survey.scans.count == expected.scans)
        #expect(survey.tests.count == expected.tests)
        let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: SHA256())
        let imported = survey.survey(ids: ids)
        #expect(imported.summary.walks == expected.walks && imported.summary.scans == expected.scans)
        for event in imported.batches.joined() { try event.validate() }
    }

    @Test("the mall's 417 traces come in with all their waypoints and advertisements")
    func mall() throws {
        let folder = try #require(RecordedData.folder).appending(path: "ms-indoor-location-20/site2").path
        let set = try MSSet(folder: folder)
        let traces = set.floors.flatMap(\.traces)
        #expect(set.floors.count == 9 && traces.count == 417)
        #expect(traces.reduce(0) { $0 + $1.waypoints.count } == 3_054)
        #expect(traces.reduce(0) { $0 + $1.adverts.count } == 8_676)
        #expect(Set(traces.flatMap(\.adverts).compactMap(\.identity.address)).count == 464)
        let survey = set.survey()
        let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: SHA256())
        let whole = survey.survey(holdingBack: false, ids: ids)
        #expect(whole.summary.floors == 9 && whole.summary.plans == 9)
        #expect(whole.summary.scans == survey.scans.count + survey.tests.count)
        for event in whole.batches.joined() { try event.validate() }
        let shared = survey.survey(ids: ids).sharedFrames(policy: .frame, registered: [])
        #expect(
            shared.contains { $0.contains("share ibeacon:") && $0.hasSuffix("only their addresses tell them apart.") }
        )
        let parts = try ["1/3", "2/3", "3/3"].map {
            survey.survey(part: try #require(ImportPart($0)), holdingBack: false, ids: ids).summary
        }
        #expect(parts.map(\.walks).reduce(0, +) == whole.summary.walks)
        #expect(parts.map(\.scans).reduce(0, +) == whole.summary.scans)
    }
}
