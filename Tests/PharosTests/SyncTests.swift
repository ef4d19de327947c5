import Foundation
import JSON
import Testing

@Suite("With a server", .serialized)
struct SyncTests {
    private let playground: Playground
    private let server: RunningServer
    private let ada: Surveyor

    /// Ada has a project with a track of 40 m, and is its admin.
    init() throws {
        playground = try Playground()
        server = try RunningServer(in: playground)
        ada = try Surveyor.founder(of: server, in: playground)
    }

    /// Syncs, and checks that both hold the same venue and that each own event of all came exactly once.
    private func expectEqual(_ surveyors: [Surveyor], events: Int64) throws {
        for surveyor in surveyors { try surveyor.tell("sync") }
        for surveyor in surveyors { try surveyor.tell("sync") }  // what the later ones delivered
        let statuses = try surveyors.map { try $0.type("status", "--json").answer }
        #expect(Set(statuses.map { $0["digest"]?.text }).count == 1)
        for (surveyor, status) in zip(surveyors, statuses) {
            #expect(status["health"]?.text == "in step", "\(status["reasons"] ?? .null)")
            #expect(try surveyor.tell("log", "info").integer("pulled") == events)
            #expect(try surveyor.tell("log", "verify")["intact"] == true)
        }
    }

    @Test("two surveyors see the same venue, plan included, and status says so only then")
    func two() throws {
        let ben = try ada.invite("ben", in: playground)
        #expect(try ben.type("status").status == 1)
        try ben.tell("sync")
        try ben.tell("walk", "simulate", "A")
        let plan = playground.path + "/plan.png"
        try Self.plan.write(to: URL(filePath: plan))
        try ada.tell("floor", "plan", "Hall", plan)
        let before = try ada.type("status", "--json")
        #expect(before.status == 1)
        #expect(try before.answer.integer("plansNotSafe") == 1)
        #expect(try ada.tell("sync").integer("plansSent") == 1)
        #expect(try ben.tell("sync").integer("plansFetched") == 1)
        try expectEqual([ada, ben], events: 5 + 1 + 42)
    }

    @Test("a restored log says so, goes on in a new incarnation, and nothing is lost")
    func rolledBack() throws {
        let ben = try ada.invite("ben", in: playground)
        try ben.tell("sync")
        try ben.tell("walk", "simulate", "A")
        try ben.copy(["log"], to: playground.path + "/backup")
        try ben.tell("walk", "simulate", "A")
        try ben.tell("sync")
        try ben.restore(["log"], from: playground.path + "/backup")
        let walk = try ben.type("walk", "simulate", "A")
        #expect(walk.status == 0 && walk.err.contains("restored from a backup or copied"))
        try expectEqual([ada, ben], events: 5 + 3 * 42)
    }

    @Test("a log restored with its sidecar gets Fork at the first sync, and recover keeps both histories")
    func rolledBackWithSidecar() throws {
        let ben = try ada.invite("ben", in: playground)
        try ben.tell("sync")
        try ben.tell("walk", "simulate", "A")
        try ben.tell("sync")
        try ben.copy(["log", "acknowledged"], to: playground.path + "/backup")
        try ben.tell("walk", "simulate", "A")
        try ben.tell("sync")
        try ben.restore(["log", "acknowledged"], from: playground.path + "/backup")
        #expect(try ben.tell("walk", "simulate", "A").integer("samples") == 40)
        let sync = try ben.type("sync", "--json")
        #expect(sync.status == 1 && sync.err.contains("pharos recover"))
        #expect(try ben.type("status", "--json").answer["health"]?.text != "in step")
        try ben.tell("recover")
        try ben.tell("recover")
        try expectEqual([ada, ben], events: 5 + 3 * 42)
    }

    @Test("a cloned log: the second clone gets Fork, recovers, and both go on")
    func cloned() throws {
        let ben = try ada.invite("ben", in: playground)
        try ben.tell("sync")
        try ben.tell("walk", "simulate", "A")
        try ben.tell("sync")
        let twin = Surveyor("twin", in: playground)
        try ben.clone(to: twin)
        try ben.tell("walk", "simulate", "A")
        try twin.tell("walk", "simulate", "A")
        try ben.tell("sync")
        #expect(try twin.type("sync").status == 1)
        try twin.tell("recover")
        try ben.tell("walk", "simulate", "A")
        try expectEqual([ada, ben, twin], events: 5 + 4 * 42)
    }

    @Test("a sync that is killed again and again delivers everything once")
    func killed() throws {
        let ben = try ada.invite("ben", in: playground)
        try ben.tell("sync")
        for _ in 0..<20 { try ben.tell("walk", "simulate", "A", "--speed", "0.5") }
        for round in 0..<5 {
            let sync = program("pharos", ["sync", "--home", ben.home])
            (sync.standardOutput, sync.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try sync.run()
            usleep(UInt32(20_000 + round * 15_000))  // any moment will do: each round dies at another
            kill(sync.processIdentifier, SIGKILL)
            sync.waitUntilExit()
        }
        try expectEqual([ada, ben], events: 5 + 20 * 82)
    }

    @Test("watching delivers what another process writes, and SIGINT ends it with 130")
    func watching() throws {
        let ben = try ada.invite("ben", in: playground)
        let watch = program("pharos", ["sync", "--watch", "--home", ben.home])
        (watch.standardOutput, watch.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try watch.run()
        while try ben.tell("log", "info").integer("pulled") != 5 { usleep(20_000) }  // until it has caught up
        try ben.tell("walk", "simulate", "A")
        while try ben.tell("log", "info").integer("unsent") != 0 { usleep(20_000) }  // until it has delivered
        kill(watch.processIdentifier, SIGINT)
        watch.waitUntilExit()
        #expect(watch.terminationStatus == 130)
        try expectEqual([ada, ben], events: 5 + 42)
    }

    @Test("only the invited come in: a used link, a revoked key and a surveyor who publishes get 77")
    func admission() throws {
        let link = try #require(try ada.tell("invite")["link"]?.text)
        let ben = Surveyor("ben", in: playground)
        try ben.tell("join", link)
        try ben.tell("join", link)  // the same key: the same answer
        let mallory = try Surveyor("mallory", in: playground).type("join", link)
        #expect(mallory.status == 77 && mallory.err.contains("new link"))
        try ben.tell("sync")
        #expect(try ben.type("publish").status == 77)
        let agent = try #require(try ben.tell("project", "show")["agent"]?.text)
        try ada.tell("revoke", agent)
        try ben.tell("walk", "simulate", "A")  // capture needs nobody's permission
        let sync = try ben.type("sync")
        #expect(sync.status == 77 && sync.err.contains("revoked"))
        try ada.tell("revoke", agent, "--undo")
        try expectEqual([ada, ben], events: 5 + 42)
    }

    /// A grey picture of 8 × 8 pixels.
    private static let plan = Data(
        base64Encoded: """
            iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR4nGM4AQUMlDEACLEyAaio5RMAAAAASUVORK5CYII=
            """
    )!
}
