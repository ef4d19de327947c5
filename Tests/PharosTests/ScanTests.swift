import Foundation
import JSON
import TestSupport
import Testing

@Suite("pharos scan")
struct ScanTests {
    /// Two beacons and something that is none, as `hcidump -R -t` writes them.
    private static let dump = """
        1420070400.000000 > 04 3E 2A 02 01 03 01 26 9B 29 DE 99 EA 1E 02 01 06 1A FF 4C
          00 02 15 DA F2 46 CE 83 63 11 E4 B1 16 12 3B 93 F7 5C BA 00
          00 00 01 C2 BF
        1420070400.100000 > 04 3E 2A 02 01 03 01 26 9B 29 DE 99 EA 1E 02 01 06 1A FF 4C
          00 02 15 DA F2 46 CE 83 63 11 E4 B1 16 12 3B 93 F7 5C BA 00
          00 00 02 C2 7F
        1420070402.600000 > 04 3E 0F 02 01 03 01 26 9B 29 DE 99 EA 03 02 01 06 BF
        1420070402.700000 > 04 3E 2A 02 01 03 01 26 9B

        """

    @Test("a dump on a pipe gives one line per beacon frame, with the keys of ranging")
    func frames() throws {
        let ended = try run("pharos", ["scan", "--source", "-", "--json"], input: Self.dump)
        #expect(ended.status == 0)
        let lines = try ended.answers
        #expect(lines.count == 2)
        let line = try #require(lines.first)
        #expect(line["uuid"]?.text == "DAF246CE-8363-11E4-B116-123B93F75CBA")
        #expect(line.integer("major") == 0)
        #expect(line.integer("minor") == 1)
        #expect(line.integer("rssi") == -65)
        #expect(line.integer("power") == -62)
        #expect(line.integer("t") == 1_420_070_400_000)
        #expect(line["proximity"]?.text == "near")
        #expect(lines[1]["rssi"]?.isNull == true)
        #expect(lines[1]["proximity"]?.text == "unknown")
        #expect(ended.err.contains("1 truncatedReport"))
    }

    @Test("rangings come at every tick, empty where nothing was heard; a fast pace changes nothing in them")
    func rangings() throws {
        let playground = try Playground()
        let file = playground.path + "/dump.txt"
        try Self.dump.write(toFile: file, atomically: true, encoding: .utf8)
        for pace in ["none", "50"] {
            let ended = try run("pharos", ["scan", "--source", file, "--json", "--every", "1s", "--pace", pace])
            let counts = try ended.answers.map { $0["beacons"]?.elements?.count }
            #expect(counts == [1, 0, 0], "after two seconds it is silent")
        }
    }

    @Test("what is recorded can be replayed with the same totals, and JSON lines can be read back")
    func recording() throws {
        let playground = try Playground()
        let recording = playground.path + "/recording.btsnoop"
        let first = try run(
            "pharos",
            ["scan", "--source", "-", "--json", "--count", "--record", recording],
            input: Self.dump
        )
        let again = try run("pharos", ["scan", "--source", recording, "--json", "--count"])
        #expect(try first.answer == again.answer)
        #expect(try again.answer.integer("reports") == 3)
        let lines = try run("pharos", ["scan", "--source", recording, "--json"])
        let back = try run("pharos", ["scan", "--source", "-", "--json", "--count"], input: lines.out)
        #expect(try back.answer["beacons"]?.elements?.count == 2)
    }

    /// A beacon heard every `step` milliseconds for ten seconds.
    private func steady(every step: Int) -> String {
        stride(from: 0, to: 10_000, by: step).map { time in
            "\(1_420_070_400 + time / 1_000).\(String(1_000_000 + time % 1_000 * 1_000).dropFirst()) "
                + "> 04 3E 0F 02 01 03 01 26 9B 29 DE 99 EA 03 02 01 06 BF\n"
        }
        .joined()
    }

    @Test("a recording is tested over the time that it recorded", arguments: [(100, 0), (400, 1)])
    func recordedSelfTest(step: Int, status: Int32) throws {
        let playground = try Playground()
        let file = playground.path + "/dump.txt"
        try steady(every: step).write(toFile: file, atomically: true, encoding: .utf8)
        let ended = try run("pharos", ["scan", "--source", file, "--self-test", "100ms", "--json"])
        #expect(ended.status == status)
        let answer = try ended.answer
        #expect(answer["sound"] == .bool(status == 0))
        #expect(answer["expected"]?.double == Double(10_000 - step) / 100)
        #expect(answer["heard"]?.double == Double(10_000 / step))
    }

    @Test("a recording without times is not sound, and says why")
    func timelessSelfTest() throws {
        let packet = "> 04 3E 0F 02 01 03 01 26 9B 29 DE 99 EA 03 02 01 06 BF\n"
        let ended = try run(
            "pharos",
            ["scan", "--source", "-", "--pace", "none", "--self-test", "100ms"],
            input: packet
        )
        #expect(ended.status == 1)
        #expect(ended.out.contains("without times"))
    }

    @Test("the answer of a self-test is one line, whatever the adapter has to tell")
    func liveSelfTest() throws {
        let ended = try run(
            "pharos",
            ["scan", "--source", "hci77", "--self-test", "100ms", "--for", "600ms", "--json"]
        )
        #expect(ended.status == 1)
        #expect(try ended.answers.count == 1)
        #expect(try ended.answer["sound"] == .bool(false))
        #expect(!ended.err.isEmpty)
    }

    @Test("a capture of which nothing can be read is bad input; one that is damaged later gives what came before")
    func unreadable() throws {
        let playground = try Playground()
        let file = playground.path + "/capture"
        let header = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
        let report: [UInt8] = [4, 0x3E, 0x0F, 2, 1, 3, 1, 0x26, 0x9B, 0x29, 0xDE, 0x99, 0xEA, 3, 2, 1, 6, 0xBF]
        let record: [UInt8] = [0, 0, 0, 18, 0, 0, 0, 18, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0xE2, 0x0A, 0xAA, 0, 0, 0, 0]
        let lie = Array(repeating: UInt8(0xFF), count: 24)
        for (bytes, status, reports) in [
            (header + lie, 65, 0), (header.dropLast() + [0], 65, 0), (header + record + report + lie, 0, 1),
        ] as [([UInt8], Int32, Int64)] {
            try Data(bytes).write(to: URL(filePath: file))
            let ended = try run("pharos", ["scan", "--source", file, "--json", "--count"])
            #expect(ended.status == status)
            #expect(try ended.answer.integer("reports") == reports)
            #expect(try ended.answer["problems"]?.members?.count == 1)
        }
    }

    @Test("JSON lines may begin with a byte order mark; an empty file holds nothing, and that is no error")
    func textFiles() throws {
        let line = #"{"uuid":"DAF246CE-8363-11E4-B116-123B93F75CBA","major":7,"minor":1,"rssi":-60}"#
        let marked = try run(
            "pharos",
            ["scan", "--source", "-", "--json"],
            input: "\u{FEFF}\(line)\r\n\r\n\(line)\r\n"
        )
        #expect(marked.status == 0)
        #expect(try marked.answers.count == 2)
        let empty = try run("pharos", ["scan", "--source", "-", "--json", "--count"], input: "")
        #expect(empty.status == 0)
        #expect(try empty.answer.integer("packets") == 0)
    }

    @Test("a file that is no capture is refused with what to give instead")
    func refusal() throws {
        let ended = try run("pharos", ["scan", "--source", "-"], input: String(repeating: "nothing ", count: 100))
        #expect(ended.status == 65)
        #expect(ended.err.contains("btsnoop"))
        #expect(try run("pharos", ["scan", "--source", "/nowhere/at/all"]).status == 74)
    }

    @Test(
        "the recorded capture: 242 reports, 113 iBeacon frames of two beacons",
        .enabled(if: RecordedData.folder != nil, "the recordings are not beside the package: set PHAROS_DATA")
    )
    func recorded() throws {
        let folder = try #require(RecordedData.folder)
        let file = folder.appending(path: "hci-captures/hcidump-ibeacon.txt").path
        let answer = try run("pharos", ["scan", "--source", file, "--json", "--count"]).answer
        #expect(answer.integer("reports") == 242)
        #expect(answer["frames"]?.integer("ibeacon") == 113)
        #expect(answer["problems"] == .object([:]))
        let beacons = try #require(answer["beacons"]?.elements)
        let expected: [JSONValue] = [
            ["major": 0, "minor": 1, "power": -62, "packets": 79],
            ["major": 12_345, "minor": 65_535, "power": -59, "packets": 34],
        ]
        let found = beacons.map { beacon in
            JSONValue.object(
                (beacon.members ?? [:]).filter { ["major", "minor", "power", "packets"].contains($0.key) }
            )
        }
        #expect(found == expected)
    }
}
