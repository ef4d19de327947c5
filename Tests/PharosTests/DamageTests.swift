import Foundation
import JSON
import Testing

@Suite("Damage at the server", .serialized)
struct DamageTests {
    @Test("a bit that flips in a stored event or plan is named by pharosd verify, and by whoever pulled it")
    func flippedBits() throws {
        let playground = try Playground()
        let server = try RunningServer(in: playground)
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall 3")
        try ada.tell("floor", "add", "Hall")
        try ada.tell("track", "draw", "A", "--floor", "Hall", "0,0", "40,0")
        try ada.tell("walk", "simulate", "A")
        let plan = playground.path + "/plan.png"
        try Playground.plan.write(to: URL(filePath: plan))
        try ada.tell("floor", "plan", "Hall", plan)
        try ada.tell("join", server.invite(), "--name", "ada")
        try ada.tell("sync")
        let before = try JSONValue(parsing: server.tell("verify", "--json"))
        #expect(before["intact"] == true && before.integer("events") == 46 && before.integer("plans") == 1)

        let flip = "set_byte(%, octet_length(%) - 1, get_byte(%, octet_length(%) - 1) # 1)"
        try server.ask("ALTER TABLE event DISABLE TRIGGER USER")
        try server.ask("UPDATE event SET envelope = \(flip.replacing("%", with: "envelope")) WHERE position = 20")
        try server.ask("UPDATE blob_chunk SET bytes = \(flip.replacing("%", with: "bytes"))")
        let verify = try run("pharosd", ["verify", "--json", "--data", server.data])
        #expect(verify.status == 65 && verify.err.contains("restore the newest backup"))
        let found = try verify.answer
        #expect(found["damage"]?.text == "the event at position 20 does not have the hash it was stored with")
        #expect(found.integer("events") == 19 && found.integer("damagedPlans") == 1)

        let ben = Surveyor("ben", in: playground)
        try ben.tell("join", #require(ada.tell("invite")["link"]?.text))
        #expect(try ben.tell("sync").integer("plansMissing") == 1)
        let log = try ben.type("log", "verify", "--json")
        #expect(log.status == 65)
        let damage = try #require(try log.answer["damage"]?.text)
        #expect(damage.contains("does not end the chain that the server has told"), "\(damage)")
        #expect(try ada.tell("log", "verify")["intact"] == true, "who wrote it still has it")
    }

    @Test("the newest event is lost from the table, but not from the project's row: pharosd verify says so")
    func lostEnd() throws {
        let playground = try Playground()
        let server = try RunningServer(in: playground)
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall 3")
        try ada.tell("floor", "add", "Hall")
        try ada.tell("join", server.invite())
        try ada.tell("sync")
        #expect(try JSONValue(parsing: server.tell("verify", "--json"))["intact"] == true)
        let head = try #require(try JSONValue(parsing: server.tell("verify", "--json")).integer("events"))
        try server.ask("ALTER TABLE event DISABLE TRIGGER USER")
        try server.ask("DELETE FROM event WHERE position = \(head)")
        let verify = try run("pharosd", ["verify", "--json", "--data", server.data])
        #expect(verify.status == 65)
        let end = "the events end at position \(head - 1), before the project's head at \(head)"
        #expect(try verify.answer["damage"]?.text == end)
    }

    @Test("a plan that is none, one that is too large, and an expired link: a clear error each, and nothing is written")
    func badInput() throws {
        let playground = try Playground()
        let server = try RunningServer(in: playground)
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall 3")
        try ada.tell("floor", "add", "Hall")
        let before = try ada.tell("log", "info").integer("events")
        let file = playground.path + "/plan.png"
        try Data("GIF89a".utf8).write(to: URL(filePath: file))
        let gif = try ada.type("floor", "plan", "Hall", file)
        #expect(gif.status == 65 && gif.out.isEmpty && gif.err.contains("PNG"), "\(gif.err)")
        try Playground.plan.prefix(40).write(to: URL(filePath: file))
        let cut = try ada.type("floor", "plan", "Hall", file)
        #expect(cut.status == 65 && cut.out.isEmpty && !cut.err.isEmpty)
        try FileHandle(forWritingTo: URL(filePath: file)).truncate(atOffset: (64 << 20) + 1)
        let large = try ada.type("floor", "plan", "Hall", file)
        #expect(large.status != 0 && large.out.isEmpty && !large.err.isEmpty)
        #expect(try ada.tell("log", "info").integer("events") == before)

        let link = try server.invite("--valid", "1h")
        try server.ask("UPDATE invite SET expires_at = now() - interval '1 second'")
        let late = try ada.type("join", link)
        #expect(late.status == 77 && late.err.contains("expired") && late.err.contains("new link"), "\(late.err)")
        try ada.tell("join", server.invite())
        try ada.tell("sync")
        #expect(try ada.type("status", "--json").answer["health"]?.text == "in step")
    }
}
