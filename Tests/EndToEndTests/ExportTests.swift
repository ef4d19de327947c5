import Foundation
import JSON
import Testing

@Suite("pharos export")
struct ExportTests {
    private let home = Installation()
    private let scratch = FileManager.default.temporaryDirectory.appending(path: "pharos-export-\(UUID())")

    private func write(_ name: String, _ text: String) throws -> String {
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        let file = scratch.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Three places, three scans each, heard from two beacons.
    private var scanLines: String {
        (0..<9).map { index in
            let (place, noise) = (index / 3, index % 3)
            let readings = [
                #"{"id":"ibeacon:00000000-30A4-1001-B000-001C4D1E8637/1/1","rssi":\#(-60 - 5 * place - noise)}"#,
                #"{"id":"name:b","rssi":\#(-80 + 5 * place + noise)}"#,
            ]
            let list = readings.joined(separator: ",")
            return
                #"{"t":\#(1_000 * (index + 1)),"floor":"F1","x":\#(place * 4),"y":2,"walk":"w","readings":[\#(list)]}"#
                + "\n"
        }.joined()
    }

    @Test("what was imported comes out again, and prints read back have the same digest")
    func roundTrip() throws {
        defer { try? FileManager.default.removeItem(at: scratch) }  // it lies in the temporary folder
        #expect(try home.pharos("project", "create", "House").status == 0)
        let made = try home.pharos("import", "scans", write("in.jsonl", "\u{FEFF}" + scanLines))
        #expect(made.out.hasPrefix("Imported 1 floor, 2 slots, 2 beacons, 1 walk, 9 scans, 18 readings"), "\(made.err)")

        let prints = try home.pharos("export", "prints", "--json")
        try #require(prints.status == 0, "\(prints.err)")
        let digest = try #require(prints.err.split(separator: " ").last?.dropLast())
        let back = try home.pharos("import", "prints", write("p.json", prints.out), "--json")
        #expect(try JSONValue(parsing: back.out)["digest"]?.text == String(digest))
        #expect(try JSONValue(parsing: back.out)["points"] == 3)

        for format in ["lines", "find3", "hulop"] {
            let other = Installation()
            let out = try home.pharos("export", "scans", "--format", format)
            try #require(out.status == 0, "\(out.err)")
            #expect(try other.pharos("project", "create", "Other").status == 0)
            let again = try other.pharos("import", "scans", write(format, out.out), "--format", format, "--json")
            let counts = try JSONValue(parsing: again.out)["made"]
            #expect(counts?["scans"] == 9 && counts?["floors"] == 1, "\(format): \(again.err)")
            #expect(counts?["readings"] == (format == "hulop" ? 9 : 18))
        }
        let none = try home.pharos("export", "scans", "--format", "anyplace")
        #expect(none.status == 0 && none.err.contains("9 scans have no place in this format"))
    }

    @Test("slots go through a spreadsheet, tracks through GeoJSON, and IMDF tells what it lacks")
    func venue() throws {
        defer { try? FileManager.default.removeItem(at: scratch) }  // it lies in the temporary folder
        #expect(try home.pharos("project", "create", "House").status == 0)
        #expect(try home.pharos("import", "simulated", "--part", "1/9").status == 0)
        let slots = try home.pharos("export", "slots")
        #expect(slots.out.split(whereSeparator: \.isNewline).count == 25)
        let map = try home.pharos("export", "geojson")
        #expect(try JSONValue(parsing: map.out)["features"]?.elements?.count == 33)
        let nothing = try home.pharos("import", "geojson", write("map.json", map.out))
        #expect(nothing.out.hasPrefix("Nothing new in "), "\(nothing.err)")

        let other = Installation()
        #expect(try other.pharos("project", "create", "Other").status == 0)
        #expect(try other.pharos("floor", "add", "hall").status == 0)
        let copied = try other.pharos("import", "slots", write("slots.csv", slots.out))
        #expect(copied.out.hasPrefix("Imported 24 slots, 24 beacons"), "\(copied.err)")
        let broken = try other.pharos("import", "slots", write("bad.csv", "label,x\nA,1\n"))
        #expect(broken.status == 65 && broken.err.contains("bad.csv, line 2: x and y come together."))

        let archive = scratch.appending(path: "venue.imdf.zip").path
        let imdf = try home.pharos("export", "imdf", archive, "--strict")
        #expect(imdf.status == 0 && imdf.err.contains("Floor hall has no plan or no geographic anchor"))
        #expect(FileManager.default.fileExists(atPath: archive))
    }
}
