import Foundation
import JSON
import Testing

@Suite("With a server that was restored from its backup", .serialized)
struct RestoreTests {
    @Test("every event of every agent comes back once, cursors go back once, and devices accept the next release")
    func restored() throws {
        let playground = try Playground()
        let server = try RunningServer(in: playground)
        let ada = try Surveyor.founder(of: server, in: playground)
        let team = try [ada] + ["ben", "eve"].map { try newcomer($0, ada, in: playground) }
        let device = Surveyor("device", in: playground)
        try device.tell("join", #require(ada.tell("invite", "--role", "device")["link"]?.text))
        for surveyor in team { try surveyor.tell("walk", "simulate", "A") }
        for surveyor in team { try surveyor.tell("sync") }
        #expect(try ada.tell("publish").integer("release") == 1)

        let backup = playground.path + "/backup"
        try server.tell("backup", backup)
        for surveyor in team { try surveyor.tell("walk", "simulate", "A") }
        for _ in 0..<2 { for surveyor in team { try surveyor.tell("sync") } }
        #expect(try ada.tell("publish").integer("release") == 2)
        #expect(try device.tell("pull").integer("to") == 2)
        server.stop()

        let restored = playground.path + "/restored"
        let said = try run("pharosd", ["restore", backup, "--data", restored])
        #expect(said.status == 0)
        let again = try RunningServer(in: playground, data: "restored", at: server.address)
        let written: Int64 = 5 + 3 * 2 * 42
        #expect(try again.count("SELECT count(*) FROM event") < written)
        for surveyor in team { #expect(try surveyor.tell("sync")["rewinds"]?.elements?.count == 1) }
        for surveyor in team { #expect(try surveyor.tell("sync")["rewinds"]?.elements?.count == 0) }
        #expect(try again.count("SELECT count(*) FROM event") == written)
        #expect(try again.count("SELECT count(DISTINCT hash) FROM event") == written)
        #expect(try again.count("SELECT max(position) FROM event") == written)
        let statuses = try team.map { try $0.type("status", "--json").answer }
        #expect(Set(statuses.map { $0["digest"]?.text }).count == 1)
        for surveyor in team {
            #expect(try surveyor.tell("log", "info").integer("pulled") == written)
            #expect(try surveyor.tell("log", "verify")["intact"] == true)
        }

        let next = try #require(try ada.tell("publish").integer("release"))
        #expect(next > 2)
        #expect(try device.tell("pull").integer("to") == next)
    }

    private func newcomer(_ name: String, _ admin: Surveyor, in playground: Playground) throws -> Surveyor {
        let surveyor = try admin.invite(name, in: playground)
        try surveyor.tell("sync")
        return surveyor
    }
}
