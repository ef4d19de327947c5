import Foundation
import JSON
import TestSupport
import Testing

/// Real processes, real signals: what was acknowledged is there afterwards, whoever dies when.
///
/// `PHAROS_ROUNDS` says how many rounds; `PHAROS_SEED` replays their choices (not the system's timing).
@Suite("Killed at random moments", .serialized, .timeLimit(.minutes(12)))
struct KillRoundsTests {
    private static let rounds = ProcessInfo.processInfo.environment["PHAROS_ROUNDS"].flatMap(Int.init) ?? 5

    private enum Victim: CaseIterable { case agent, server, database }

    @Test(
        "SIGKILL of agents, pharosd and PostgreSQL during sync: every acknowledged event is there once, in order",
        arguments: [Seed.forThisRun(1)[0]]
    )
    func rounds(seed: Seed) throws {
        var random = SeededGenerator(seed)
        let playground = try Playground()
        let server = try RunningServer(in: playground)
        let surveyors = try Self.team(of: server, in: playground)
        for round in 0..<Self.rounds {
            for surveyor in surveyors { try surveyor.tell("walk", "simulate", "A") }
            var syncs = try surveyors.map { try $0.start("sync") }
            usleep(UInt32.random(in: 0..<400_000, using: &random))  // any moment will do: a seed chooses it
            // Each kind in turn, so that few rounds have all of them; within a round, chance decides.
            switch Victim.allCases[round % Victim.allCases.count] {
            case .agent:
                let victim = syncs.remove(at: Int.random(in: 0..<syncs.count, using: &random))
                kill(victim.processIdentifier, SIGKILL)
                victim.waitUntilExit()
            case .server:
                server.kill()
                try server.start()
            case .database: server.killDatabase()
            }
            for sync in syncs { sync.waitUntilExit() }
            // Before anybody could push again: what an agent was told to be stored has to be there.
            for surveyor in surveyors {
                for stream in try surveyor.tell("log", "info")["streams"]?.elements ?? [] {
                    let (agent, acknowledged) = try (surveyor.id, #require(stream.integer("acknowledged")))
                    let stored = try server.count(
                        "SELECT count(*) FROM event WHERE agent_id = '\\x\(agent)' AND sequence <= \(acknowledged)"
                    )
                    #expect(stored == acknowledged, "\(seed), round \(round)")
                }
            }
        }
        try Self.expectWhole(server, surveyors)
    }

    /// Ada, who founds the project, and two whom she invites.
    private static func team(of server: RunningServer, in playground: Playground) throws -> [Surveyor] {
        let ada = try Surveyor.founder(of: server, in: playground)
        return try [ada]
            + ["ben", "eve"].map { name in
                let surveyor = try ada.invite(name, in: playground)
                try surveyor.tell("sync")
                return surveyor
            }
    }

    /// The server holds every event once, in order and without a gap; everybody has pulled them all and sees the same.
    private static func expectWhole(_ server: RunningServer, _ surveyors: [Surveyor]) throws {
        for _ in 0..<2 { for surveyor in surveyors { try surveyor.tell("sync") } }
        let infos = try surveyors.map { try $0.tell("log", "info") }
        let written = infos.reduce(0) { $0 + ($1.integer("events") ?? 0) }
        #expect(try server.count("SELECT count(*) FROM event") == written)
        #expect(try server.count("SELECT max(position) FROM event") == written)
        #expect(try server.count("SELECT count(DISTINCT (agent_id, incarnation, sequence)) FROM event") == written)
        let steps = "SELECT sequence - lag(sequence, 1, 0::bigint) OVER w AS step FROM event"
        let window = "WINDOW w AS (PARTITION BY agent_id, incarnation ORDER BY position)"
        #expect(try server.count("SELECT count(*) FROM (\(steps) \(window)) AS stream WHERE step <> 1") == 0)
        for (surveyor, info) in zip(surveyors, infos) {
            #expect(info.integer("pulled") == written && info.integer("unsent") == 0)
            #expect(try surveyor.tell("log", "verify")["intact"] == true)
        }
        let statuses = try surveyors.map { try $0.type("status", "--json").answer }
        #expect(Set(statuses.map { $0["digest"]?.text }).count == 1)
        for status in statuses { #expect(status["health"]?.text == "in step", "\(status["reasons"] ?? .null)") }
    }
}
