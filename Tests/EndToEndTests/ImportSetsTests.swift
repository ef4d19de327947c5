import Foundation
import JSON
import TestSupport
import Testing

@Suite("pharos import, each recorded set", .enabled(if: RecordedData.folder != nil, "\(RecordedData.absence)"))
struct ImportSetsTests {
    private let home = Installation()

    /// A set, its folder, and what comes in with and without the test scans.
    struct Expected: CustomStringConvertible, Sendable {
        let set: String
        let folder: String
        let floors: Int
        let slots: Int
        let walks: Int
        let scans: Int
        let tests: Int

        var description: String { folder }
    }

    @Test(
        "comes in as its provenance counts it, once, and holds back its test scans",
        arguments: [
            Expected(
                set: "flat",
                folder: "flat-ble-calib2021",
                floors: 1,
                slots: 6,
                walks: 1,
                scans: 4_104,
                tests: 719
            ),
            Expected(
                set: "navcog",
                folder: "navcog-logreplay",
                floors: 1,
                slots: 18,
                walks: 1,
                scans: 840,
                tests: 840
            ),
            Expected(set: "tetam", folder: "tetam-ble", floors: 1, slots: 12, walks: 1, scans: 3_240, tests: 698),
            Expected(set: "sal", folder: "sal-ble-testbed", floors: 2, slots: 10, walks: 1, scans: 2_450, tests: 2_073),
            Expected(
                set: "ms",
                folder: "ms-indoor-location-20/site2",
                floors: 9,
                slots: MSCounts.slots,
                walks: MSCounts.walks,
                scans: MSCounts.scans,
                tests: MSCounts.tests
            ),
        ]
    )
    func counts(expected: Expected) throws {
        let folder = try #require(RecordedData.folder).appending(path: expected.folder).path
        #expect(try home.pharos("project", "create", expected.set).status == 0)
        let run = try home.pharos("import", expected.set, folder, "--json", "--quiet")
        try #require(run.status == 0, "\(run.err)")
        let made = try #require(JSONValue(parsing: run.out)["made"])
        #expect(made["floors"]?.integer == Int64(expected.floors))
        #expect(made["slots"]?.integer == Int64(expected.slots))
        #expect(made["beacons"]?.integer == Int64(expected.slots))
        #expect(made["walks"]?.integer == Int64(expected.walks))
        #expect(made["scans"]?.integer == Int64(expected.scans))
        let again = try home.pharos("import", expected.set, folder, "--json", "--quiet")
        #expect(try JSONValue(parsing: again.out)["made"]?["events"]?.integer == 0)
        let tests = try home.pharos("scans", expected.set, folder)
        #expect(tests.out.split(separator: "\n").count == expected.tests)
        #expect(try home.pharos("log", "verify").status == 0)
    }

    @Test("the test scans of one set survey another project, line by line")
    func scans() throws {
        let folder = try #require(RecordedData.folder).appending(path: "navcog-logreplay").path
        let file = FileManager.default.temporaryDirectory.appending(path: "pharos-scans-\(UUID()).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }  // it lies in the temporary folder
        let lines = try home.pharos("scans", "navcog", folder).out
        try Data(lines.utf8).write(to: file)
        #expect(try home.pharos("project", "create", "corridor").status == 0)
        let run = try home.pharos("import", "scans", file.path)
        #expect(run.out.hasPrefix("Imported 1 floor, 18 slots, 18 beacons, 1 walk, 840 scans"), "\(run.err)")
        let again = try home.pharos("import", "scans", file.path)
        #expect(again.out.hasPrefix("Nothing new in "))
        try Data((lines + "{\"t\":1,\"readings\":[{\"id\":\"name:a\",\"rssi\":300}]}\n").utf8).write(to: file)
        let broken = try home.pharos("import", "scans", file.path)
        #expect(broken.status == 65 && broken.out.isEmpty)
        #expect(broken.err.contains("Line 841: readings[0].rssi is 300"))
    }
}

/// What the mall's 417 traces come to: counted by another program from the same files.
private enum MSCounts {
    static let slots = 32
    static let walks = 223
    static let scans = 1_991
    static let tests = 791
}
