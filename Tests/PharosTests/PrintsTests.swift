import Foundation
import JSON
import Testing

@Suite("Fingerprints that leave a project")
struct PrintsTests {
    @Test("exported prints, imported elsewhere, are the same index: by digest, by what is exported again, and by fixes")
    func roundTrip() throws {
        let playground = try Playground()
        let (ana, bob) = (Surveyor("ana", in: playground), Surveyor("bob", in: playground))
        try ana.tell("project", "create", "Hall")
        try ana.tell("import", "simulated")
        let exported = try ana.type("export", "prints", "--json")
        #expect(exported.status == 0)
        let file = playground.path + "/prints.json"
        try exported.out.write(toFile: file, atomically: true, encoding: .utf8)
        try bob.tell("project", "create", "Elsewhere")
        #expect(try bob.tell("import", "prints", file, "--dry-run")["kept"] == .bool(false))
        #expect(try bob.type("locate", "-", input: "").status != 0, "nothing is here to locate by")
        let imported = try bob.tell("import", "prints", file)
        let digest = try #require(imported["digest"]?.text)
        #expect(exported.err.contains(digest))
        #expect(imported["kept"] == .bool(true))
        let again = try bob.type("export", "prints", "--json")
        #expect(again.out == exported.out)
        #expect(again.err.contains(digest))
        let scans = try run("pharos", ["scans", "simulated", "--visitors", "40"]).out
        let kept = try bob.type("locate", "--score", "--json", input: scans)
        let named = try run("pharos", ["locate", "--prints", file, "--score", "--json"], input: scans)
        #expect(try kept.answer == named.answer)
        #expect(try kept.answer.integer("fixes") == 40)
        #expect(try #require(kept.answer["mean"]?.double) < 6)
        #expect(try #require(kept.answer["floor_right"]?.double) == 1)

        try "{}".write(toFile: bob.home + "/server", atomically: true, encoding: .utf8)
        let damaged = try bob.type("locate", "--score", "--json", input: scans)
        #expect(damaged.status != 0 && damaged.out.isEmpty, "prints stand in for no release, not for a damaged one")
    }

    @Test("a radio map for Anyplace can be surveyed from: the same places and means, in whole dBm")
    func radioMap() throws {
        let playground = try Playground()
        let (ana, bob) = (Surveyor("ana", in: playground), Surveyor("bob", in: playground))
        let (map, side) = (playground.path + "/map.txt", playground.path + "/side.json")
        let lines = (0..<4).map { number in
            #"{"t":\#(number * 1_000),"floor":"F1","x":\#(number / 2 * 3),"y":2,"heading":90,"readings":"#
                + #"[{"id":"name:a","rssi":\#(-60 - number)},{"id":"ibeacon:DAF246CE-8363-11E4-B116-123B93F75CBA/1/2","rssi":-70}]}"#
        }
        let file = playground.path + "/scans.jsonl"
        try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        for one in [ana, bob] {
            try one.tell("project", "create", "Hall")
            try one.tell("floor", "add", "F1")
            let place = ["--latitude", "59.93", "--longitude", "30.31", "--north", "20"]
            let words = ["floor", "calibrate", "F1", "--scale", "0.05"] + place
            try #require(try run("pharos", words + ["--home", one.home]).status == 0)
        }
        try ana.tell("import", "scans", file)
        let exported = try ana.type(
            "export",
            "prints",
            "--format",
            "anyplace",
            "--floor",
            "F1",
            "--addresses",
            side
        )
        #expect(exported.out.hasPrefix("# NaN -110\n# X, Y, HEADING, "))
        #expect(exported.out.split(separator: "\n").count == 4, "two heads, two places")
        try exported.out.write(toFile: map, atomically: true, encoding: .utf8)
        let words = ["import", "scans", map, "--format", "anyplace-map", "--floor", "F1", "--addresses", side]
        let imported = try run("pharos", words + ["--home", bob.home, "--json"])
        #expect(try imported.answer["made"]?.integer("scans") == 2, "\(imported.err)")
        let back = try bob.type("export", "scans").answers
        #expect(back.map { $0["readings"]?.elements?.count } == [2, 2])
        #expect(back.map { $0["heading"]?.double } == [90, 90])
        for (line, x) in zip(back, [0.0, 3.0]) {
            #expect(abs(try #require(line["x"]?.double) - x) < 0.01)
            #expect(abs(try #require(line["y"]?.double) - 2) < 0.01)
        }
        let strengths = back.map { line in
            (line["readings"]?.elements ?? []).first { $0["id"]?.text == "name:a" }?.integer("rssi")
        }
        #expect(strengths == [-61, -63], "means −60.5 and −62.5, halves away from zero")
    }
}
