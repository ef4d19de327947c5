import Foundation
import JSON
import TestSupport
import Testing

@Suite("Places, spots, regions, policies and routes, without a server")
struct PlaceCommandTests {
    private func venue(_ playground: Playground) throws -> Surveyor {
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall")
        try ada.tell("floor", "add", "Hall")
        try ada.tell("floor", "calibrate", "Hall", "--scale", "0.1")
        try ada.tell("track", "draw", "A", "--floor", "Hall", "0,0", "20,0", "20,30")
        try ada.tell("slot", "create", "S1", "--floor", "Hall", "--at", "5,1")
        return ada
    }

    @Test("a place hangs on a point or a slot, has text and pictures, and is edited and removed")
    func places() throws {
        let playground = try Playground()
        let ada = try venue(playground)
        let picture = playground.path + "/a.jpg"
        try Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]).write(to: URL(filePath: picture))
        let added = try ada.tell("place", "add", "Robot", "--slot", "S1", "--text", "It walks.", "--picture", picture)
        #expect(added.integer("pictures") == 1)
        try ada.tell("place", "add", "Café", "--at", "Hall:18,28")
        try ada.tell("place", "edit", "Robot", "--text", "It runs.")
        let listed = try ada.type("place", "list", "--json").answers
        #expect(listed.map { $0["title"]?.text } == ["Café", "Robot"])
        #expect(listed[1]["text"]?.text == "It runs." && listed[1].integer("pictures") == 1)
        try ada.tell("place", "remove", "Café")
        #expect(try ada.type("place", "list", "--json").answers.count == 1)
        #expect(try ada.type("place", "remove", "Café").status == 65)
        #expect(try ada.type("place", "add", "Nowhere").status == 64)
        let text = playground.path + "/a.txt"
        try "text".write(toFile: text, atomically: true, encoding: .utf8)
        let bad = try ada.type("place", "add", "X", "--slot", "S1", "--picture", text)
        #expect(bad.status == 65 && bad.err.contains("neither a PNG nor a JPEG"))
    }

    @Test("what is proposed is shown once it is approved")
    func proposals() throws {
        let playground = try Playground()
        let ada = try venue(playground)
        try ada.tell("place", "add", "Fountain", "--at", "Hall:3,3", "--propose")
        #expect(try ada.type("place", "list", "--json").answer["state"]?.text == "proposed")
        #expect(try ada.type("place", "near", "Hall:3,4", "--json").answers.isEmpty)
        try ada.tell("place", "reject", "Fountain", "--reason", "dry")
        try ada.tell("place", "approve", "Fountain")
        #expect(try ada.type("place", "list", "--json").answer["state"]?.text == "shown")
        let near = try ada.type("place", "near", "Hall:3,4", "--json").answer
        #expect(near["distance"]?.double == 1 && near["bearing"]?.double == 0)
        #expect(near["nearness"]?.text == "augmented")
        #expect(try ada.type("place", "approve", "Fountain").status == 65)
    }

    @Test("spots are removed by name, all of a name, the last added, or all")
    func spots() throws {
        let playground = try Playground()
        let ada = try venue(playground)
        for name in ["gate", "gate", "desk"] { try ada.tell("spot", "add", "Hall:1,1", "--name", name) }
        try ada.tell("spot", "remove", "gate")
        #expect(try ada.type("spot", "list", "--json").answers.map { $0["name"]?.text } == ["gate", "desk"])
        try ada.tell("spot", "remove", "--last")
        #expect(try ada.type("spot", "list", "--json").answers.map { $0["name"]?.text } == ["gate"])
        try ada.tell("spot", "remove", "--all")
        #expect(try ada.type("spot", "list", "--json").answers.isEmpty)
        #expect(try ada.type("spot", "remove", "gate").status == 65)
        #expect(try ada.type("spot", "remove").status == 64)
    }

    @Test("regions and policies are set, shown and refused where they make no sense")
    func policies() throws {
        let playground = try Playground()
        let ada = try venue(playground)
        let uuid = "F7826DA6-4FA2-4E98-8024-BC5B71E0893E"
        try ada.tell("region", "define", "Gate", uuid, "--major", "1", "--only", "entry")
        let region = try ada.type("region", "list", "--json").answer
        #expect(region["uuid"]?.text == uuid && region.integer("major") == 1 && region["onExit"] == false)
        #expect(try ada.type("region", "define", "Gate", uuid).status == 65)
        #expect(try ada.type("region", "define", "B", uuid, "--minor", "1").status == 64)
        try ada.tell("region", "remove", "Gate")
        #expect(try ada.type("region", "list").out.isEmpty)

        try ada.tell("beacon", "register", "S1", "ibeacon:\(uuid)/1/1")
        let warned = try ada.type("policy", "identity", "mac", "--json")
        #expect(warned.err.contains("lacks what") && warned.status == 0)
        let dates = ["--from", "2026-06-12", "--to", "2026-06-14T22:00:00Z"]
        let set = try run("pharos", ["policy", "scan", "--around", "59.93,30.31", "--home", ada.home] + dates)
        #expect(set.status == 0)
        let shown = try ada.tell("policy", "show")
        #expect(shown["identity"]?.text == "mac")
        #expect(shown["scan"]?["from"]?.text == "2026-06-12T00:00:00Z")
        #expect(shown["scan"]?["to"]?.text == "2026-06-14T22:00:00Z")
        #expect(shown["scan"]?["radius"]?.double == 3_000)
        #expect(try ada.type("policy", "scan", "--from", "2026-02-30").status == 64)
        #expect(try ada.type("policy", "identity", "name").status == 64)
    }

    @Test("a route leads along tracks between points, places and slots")
    func route() throws {
        let playground = try Playground()
        let ada = try venue(playground)
        try ada.tell("place", "add", "Café", "--at", "Hall:18,28")
        let route = try ada.tell("route", "--from", "S1", "--to", "Café")
        #expect(route["length"]?.double == 43 && route["toTrack"]?.double == 2 && route["fromTrack"]?.double == 1)
        let words = try ada.type("route", "--from", "Hall:0,0", "--to", "Hall:20,30").out
        #expect(words.hasPrefix("Go 20.0 m\nTurn right\nGo 30.0 m\nYou are there\n50.0 m"))
        try ada.tell("floor", "add", "Attic", "--ordinal", "1")
        let none = try ada.type("route", "--from", "Hall:0,0", "--to", "Attic:1,1", "--json")
        #expect(try none.status == 1 && none.answer["route"]?.isNull == true)
        #expect(try ada.type("route", "--from", "Hall:0,0", "--to", "Bar").status == 65)
    }

    @Test(
        "Westport House is routed over its three floors that have paths, by stairs or by lift",
        .enabled(if: RecordedData.folder != nil, "\(RecordedData.absence)")
    )
    func westport() throws {
        let playground = try Playground()
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Westport House")
        let folder = try #require(RecordedData.folder).appending(path: "westport-house-map").path
        let made = try ada.tell("import", "wrld", folder)
        #expect(made["made"]?.integer("floors") == 7 && made["made"]?.integer("tracks") == 43)
        func taken(_ words: String...) throws -> [String?] {
            let route = try run("pharos", ["route"] + words + ["--json", "--home", ada.home])
            #expect(route.status == 0, "\(route.out)")
            return try (route.answer["legs"]?.elements ?? []).compactMap { leg in
                leg["kind"]?.text == "walk" ? nil : leg["kind"]?.text.map { "\($0) \(leg["to"]?.text ?? "")" }
            }
        }
        let stepFree = try taken("--from", "Bash st entrance", "--to", "Kitchen", "--step-free")
        #expect(stepFree == ["lift 2"])
        let toFirst = try taken("--from", "Bash st entrance", "--to", "stairs")
        #expect(toFirst == ["stairs 1"])
        let none = try ada.type("route", "--from", "Bash st entrance", "--to", "stairs", "--step-free", "--json")
        #expect(none.status == 1, "the first floor has stairs alone")
        let shown = try ada.type("route", "--from", "Kitchen", "--to", "5:1,1")
        #expect(shown.status == 1 && shown.out.contains("no tracks"))
        #expect(try ada.type("floor", "list", "--json").answers.count == 7)
    }
}
