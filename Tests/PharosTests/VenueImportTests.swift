import Foundation
import JSON
import Testing

@Suite("Venues of others, imported")
struct VenueImportTests {
    @Test("an extract imported twice makes nothing twice, lifts neither")
    func again() throws {
        let playground = try Playground()
        let ana = Surveyor("ana", in: playground)
        try ana.tell("project", "create", "Hall")
        let file = playground.path + "/extract.json"
        try """
        {"elements":[{"type":"node","id":1,"lat":50.0,"lon":8.0},
        {"type":"node","id":2,"lat":50.0001,"lon":8.0,"tags":{"highway":"elevator","level":"0;1"}},
        {"type":"way","id":10,"nodes":[1,2],"tags":{"highway":"corridor","level":"0"}}]}
        """
        .write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try ana.tell("import", "osm", file)["made"]?.integer("floors") == 2)
        let again = try ana.tell("import", "osm", file)
        #expect(again["made"]?.integer("events") == 0)
        #expect(try ana.type("connector", "list", "--json").answers.count == 1)
    }

    @Test("a table of slots may call a floor by its identifier; parts share the rows")
    func floors() throws {
        let playground = try Playground()
        let ana = Surveyor("ana", in: playground)
        try ana.tell("project", "create", "Hall")
        let floor = try #require(try ana.tell("floor", "add", "Ground")["floor"]?.text)
        let file = playground.path + "/slots.csv"
        try "label,floor,x,y\nA,\(floor),1,2\nB,Ground,3,4\n".write(toFile: file, atomically: true, encoding: .utf8)
        for part in ["1/2", "2/2"] {
            #expect(try ana.tell("import", "slots", file, "--part", part)["made"]?.integer("slots") == 1)
        }
        let slots = try ana.type("slot", "list", "--json").answers
        #expect(
            slots.map { $0["floor"]?.text } == ["Ground", "Ground"]
                || slots.map { $0["floor"]?.text } == [floor, floor]
        )
    }
}
