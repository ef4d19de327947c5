import Foundation
import JSON
import TestSupport
import Testing

@Suite("Beacons that are replaced, verified and watched, without a server")
struct UpkeepCommandTests {
    private static let beacon = "ibeacon:50484152-4F53-4D49-8000-000000000001/1/"

    /// The simulated hall, surveyed.
    private func hall(_ playground: Playground) throws -> Surveyor {
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall")
        try ada.tell("import", "simulated", "--seed", "1")
        return ada
    }

    @Test("a replacement is verified by scans at the points that the command names, and its verdict is recorded")
    func verify() throws {
        let playground = try Playground()
        let ada = try hall(playground)
        let first = try ada.type("beacon", "verify", "C2")
        #expect(first.status == 65 && first.err.contains("nothing to verify"))
        let old = try #require(
            try ada.type("slot", "list", "--json").answers.first { $0["label"]?.text == "C2" }?["beacon"]?.text
        )
        let new = Self.beacon + "777"
        try ada.tell("beacon", "replace", "C2", new)
        let points = try ada.type("beacon", "verify", "C2", "--dry-run", "--json").answer["points"]?.elements ?? []
        #expect(points.count == 20)
        // What the surveyor heard there: the hall itself says so, under the new name and 6 dB quieter.
        let heard = try ada.type("log", "show", "--json")
        #expect(heard.status == 0)
        let lines = try scans(of: ada, at: points, renaming: old, to: new, quieter: 6)
        #expect(lines.count >= 15)
        let file = playground.path + "/walk.jsonl"
        try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
        let verified = try ada.tell("beacon", "verify", "C2", "--scans", file)
        #expect(verified["estimate"]?["verdict"]?.text == "verified")
        let offset = try #require(verified["estimate"]?["offset"]?.double)
        #expect(abs(offset + 6) < 2.5)
        #expect(verified.integer("events") == 1 && verified.integer("visited") ?? 0 >= 15)
        let events = try ada.type("log", "show", "--json").answers
        #expect(events.last?["kind"]?.text == "OffsetVerified")
    }

    /// Scans as a visitor of the simulated hall hears them near some points.
    private func scans(
        of ada: Surveyor,
        at points: [JSONValue],
        renaming old: String,
        to new: String,
        quieter: Int
    ) throws -> [String] {
        let all = try run("pharos", ["scans", "simulated", "--seed", "1", "--visitors", "2000"]).answers
        return points.compactMap { point in
            guard let x = point["x"]?.double, let y = point["y"]?.double else { return nil }
            func distance(_ scan: JSONValue) -> Double {
                hypot((scan["x"]?.double ?? 1e9) - x, (scan["y"]?.double ?? 1e9) - y)
            }
            guard let nearest = all.min(by: { distance($0) < distance($1) }), distance(nearest) < 1.4 else {
                return nil
            }
            var members = nearest.members ?? [:]
            members["readings"] = .array(
                (nearest["readings"]?.elements ?? []).map { reading in
                    guard reading["id"]?.text == old, let rssi = reading.integer("rssi") else { return reading }
                    return ["id": .string(new), "rssi": .integer(rssi - Int64(quieter))]
                }
            )
            return JSONValue.object(members).description
        }
    }

    @Test("health by a file of scans finds a dead beacon and the unknown one in its place, and exits with 1")
    func health() throws {
        let playground = try Playground()
        let ada = try hall(playground)
        let slots = try ada.type("slot", "list", "--json").answers
        let dead = try #require(slots.first { $0["label"]?.text == "C2" }?["beacon"]?.text)
        let file = playground.path + "/visitors.jsonl"
        func write(_ words: [String]) throws {
            let scans = try run("pharos", ["scans", "simulated", "--seed", "1", "--visitors", "300"] + words)
            try #require(scans.status == 0, "\(scans.err)")
            try scans.out.write(toFile: file, atomically: true, encoding: .utf8)
        }
        try write([])
        let healthy = try ada.type("beacon", "health", "--scans", file, "--json")
        #expect(healthy.status == 0, "\(healthy.out)")
        try write(["--as", "\(dead)=\(Self.beacon)888"])
        let ill = try ada.type("beacon", "health", "--scans", file, "--json")
        #expect(ill.status == 1)
        let states = try ill.answer["slots"]?.elements ?? []
        #expect(states.filter { $0["state"]?.text == "silent" }.map { $0["slot"]?.text } == ["C2"])
        #expect(try ill.answer["proposals"]?.elements?.first?["slot"]?.text == "C2")
        #expect(try ada.type("beacon", "health", "--scans", file).out.contains("C2 is silent"))
    }

    @Test("a moved beacon leaves its slot masked and takes another's place")
    func move() throws {
        let playground = try Playground()
        let ada = try hall(playground)
        let before = try ada.type("slot", "list", "--json").answers
        let moved = try #require(before.first { $0["label"]?.text == "A1" }?["beacon"]?.text)
        let answer = try ada.tell("beacon", "move", "A1", "B2")
        #expect(answer.integer("events") == 2)
        let after = try ada.type("slot", "list", "--json").answers
        #expect(after.first { $0["label"]?.text == "B2" }?["beacon"]?.text == moved)
        #expect(after.first { $0["label"]?.text == "A1" }?["beacon"]?.isNull ?? true)
        #expect(try ada.type("beacon", "move", "A1", "B2").status == 65)
    }
}
