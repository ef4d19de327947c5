import EventLoop
import Foundation
import PostgresSupport
import Survey
import Sync
import TestSupport
import Testing

@Suite("pharosd", .serialized, .timeLimit(.minutes(5)))
struct ServerTests {
    private var random = SeededGenerator(Seed(value: 1))

    /// A server on a directory of its own, with a project and its founder connected.
    private func serve(
        _ scratch: borrowing Scratch,
        _ body: (RunningServer, TestClient, EventLoop) async throws -> Void
    ) async throws {
        let server = try await RunningServer(in: scratch.data)
        let loop = try EventLoop()
        let founder = try TestClient(project: ProjectID(high: 7, low: 7), on: loop)
        let link = try server.invite()
        try await founder.connect(link)
        guard case .joined(let joined) = try await founder.join(link) else {
            Issue.record("the founder was not let in")
            return
        }
        #expect(joined.role == .admin && joined.project == founder.project)
        guard case .welcome = try await founder.greet() else {
            Issue.record("the founder was not welcomed")
            return
        }
        try await body(server, founder, loop)
        await founder.close()
        #expect(server.stop() == 0)
        await loop.shutdown()
    }

    @Test("a founder joins, pushes, and pulls what it pushed; SIGTERM ends the server cleanly and its database with it")
    func wholePath() async throws {
        let scratch = try Scratch()
        try await serve(scratch) { server, founder, _ in
            founder.write(10)
            let pushed = try await founder.push()
            #expect(pushed == .pushed(incarnation: founder.incarnation, through: 10))
            let again = try await founder.push(from: 4)
            #expect(again == .pushed(incarnation: founder.incarnation, through: 10))
            let cursor = Cursor(lane: .scans, position: 0, chain: .zero)
            try await founder.send(.pull(Pull(cursor: cursor, credit: 1 << 20)))
            guard case .events(let batch) = try await founder.receive() else {
                Issue.record("no events came")
                return
            }
            #expect(batch.from == 0 && batch.to == 10 && batch.entries.count == 10)
            let status = RunningServer.run
            let report = try status(["status", "--json", "--data", server.directory.path]).output
            #expect(report.contains("\"head\":10"))
        }
        #expect(scratch.postmaster == nil)
    }

    @Test("while a survey is tried before its release, the server answers everybody else")
    func publishing() async throws {
        let scratch = try Scratch()
        try await serve(scratch) { server, founder, loop in
            founder.write(SurveyedHall.events)
            for first in stride(from: 1, through: founder.events.count, by: 100) {
                _ = try await founder.push(from: first, through: min(first + 99, founder.events.count))
            }
            let other = try TestClient(project: founder.project, on: loop)
            let link = try server.invite("0000", "--role", "surveyor")
            try await other.connect(link)
            _ = try await other.join(link)
            _ = try await other.greet()

            let clock = ContinuousClock()
            let begin = clock.now
            try await founder.send(.publish)
            var (waits, longest) = (0, Duration.zero)
            var answer: ServerMessage? = .pong
            while answer == .pong {
                let asked = clock.now
                try await other.send(.ping)
                let pong = try await other.receive()
                #expect(pong == .pong)
                longest = max(longest, clock.now - asked)
                waits += 1
                try await founder.send(.ping)
                answer = try await founder.receive()
            }
            let duration = clock.now - begin
            guard case .published(1, let matching?) = answer else {
                Issue.record("not published: \(String(describing: answer))")
                return
            }
            #expect(!matching.metric.isEmpty && matching.expectedError > 0)
            #expect(longest < duration / 2, "one of \(waits) answers took \(longest), publishing \(duration)")
            await other.close()
        }
    }

    @Test("an event that cannot be applied is stored, and status says which and why")
    func unappliable() async throws {
        let scratch = try Scratch()
        try await serve(scratch) { server, founder, _ in
            founder.write(1, kind: .trackDrawn)
            founder.write(1)
            let pushed = try await founder.push()
            #expect(pushed == .pushed(incarnation: founder.incarnation, through: 2))
            let words = ["status", "--data", server.directory.path]
            let (status, text) = try RunningServer.run(words)
            #expect(status == 1)
            #expect(text.contains("! 1 events are stored and could not be applied."), "\(text)")
            #expect(text.contains("1: TrackDrawn: The payload is not valid: "), "\(text)")
            let json = try RunningServer.run(words + ["--json"]).output
            #expect(json.contains(#""pending":false,"position":1,"reason":"TrackDrawn: The payload is not valid:"#))
        }
    }

    @Test("what one agent pushes reaches another that follows, at once")
    func liveTail() async throws {
        let scratch = try Scratch()
        try await serve(scratch) { server, founder, loop in
            let reader = try TestClient(project: founder.project, on: loop)
            let link = try server.invite("0000", "--role", "surveyor")
            try await reader.connect(link)
            _ = try await reader.join(link)
            _ = try await reader.greet()
            try await reader.send(.pull(Pull(cursor: Cursor(lane: .scans, position: 0, chain: .zero), credit: 1 << 20)))
            var seen: UInt64 = 0
            for round in 1...5 {
                founder.write(3)
                _ = try await founder.push(from: 3 * round - 2)
                while seen < UInt64(3 * round) {
                    guard case .events(let batch) = try await reader.receive() else { continue }
                    #expect(batch.from == seen)
                    seen = batch.to
                }
            }
            await reader.close()
        }
    }

    @Test("a link is used once; an unknown key, a forged signature and a device's push are refused")
    func refusals() async throws {
        let scratch = try Scratch()
        try await serve(scratch) { server, founder, loop in
            let link = try server.invite("0000", "--role", "device")
            let device = try TestClient(project: founder.project, on: loop)
            let stranger = try TestClient(project: founder.project, on: loop)
            try await stranger.connect(link)
            let unknown = try await stranger.greet()
            #expect(unknown == .refused(.unknownAgent))
            try await device.connect(link)
            _ = try await device.join(link)
            try await stranger.connect(link)
            let used = try await stranger.join(link)
            #expect(used == .refused(.invalidCode))
            _ = try await device.greet()
            device.write(1)
            let notAllowed = try await device.push()
            #expect(notAllowed == .refused(.notAllowed))
        }
    }

    @Test("a revoked agent's session ends within five seconds, and it stays out until that is undone")
    func revocation() async throws {
        let scratch = try Scratch()
        try await serve(scratch) { server, founder, loop in
            let link = try server.invite("0000")
            let surveyor = try TestClient(project: founder.project, on: loop)
            try await surveyor.connect(link)
            _ = try await surveyor.join(link)
            _ = try await surveyor.greet()
            try server.run("revoke", surveyor.id.description)
            let clock = ContinuousClock()
            let begin = clock.now
            let last = try await surveyor.receive()
            #expect(last == .refused(.revoked))
            #expect(clock.now - begin < .seconds(5))
            try await surveyor.connect(link)
            let refused = try await surveyor.greet()
            #expect(refused == .refused(.revoked))
            try server.run("revoke", surveyor.id.description, "--undo")
            try await surveyor.connect(link)
            guard case .welcome = try await surveyor.greet() else {
                Issue.record("it was not let in again")
                return
            }
            await surveyor.close()
        }
    }

    @Test("when PostgreSQL is killed, nothing is acknowledged that is not there afterwards, and the server goes on")
    func databaseKilled() async throws {
        let scratch = try Scratch()
        try await serve(scratch) { server, founder, _ in
            let link = try server.invite("0000")  // where to connect, and the pin
            var acknowledged = 0
            var sinceKill = 0
            founder.write(400)
            var kills = 0
            while acknowledged < 400 {
                if kills < 3, sinceKill >= 20, let postmaster = scratch.postmaster {
                    kill(postmaster, SIGKILL)
                    kills += 1
                    sinceKill = 0
                }
                do {
                    let last = min(acknowledged + 5, 400)
                    switch try await founder.push(from: acknowledged + 1, through: last) {
                    case .pushed(_, let through):
                        acknowledged = Int(through)
                        sinceKill += 5
                    case .busy: continue
                    default: try await reconnect(founder, link)
                    }
                } catch {
                    try await reconnect(founder, link)
                }
            }
            #expect(kills == 3)
            let report = try server.run("status", "--json")
            #expect(report.contains("\"head\":400"))
        }
    }

    private func reconnect(_ client: TestClient, _ link: JoinLink) async throws {
        while true {
            await client.close()
            do {
                try await client.connect(link)
                if case .welcome = try await client.greet() { return }
            } catch {}  // the database is not back yet
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    @Test("a killed server's database goes on, and the next server takes it over with the same key")
    func serverKilled() async throws {
        let scratch = try Scratch()
        let server = try await RunningServer(in: scratch.data)
        let pin = try server.invite().pin
        server.kill()
        let next = try await RunningServer(in: scratch.data)
        #expect(try next.invite().pin == pin)
        let second = try RunningServer.run(["run", "--data", scratch.data.path, "--listen", "127.0.0.1:0"])
        #expect(second.status == 69)
        #expect(next.stop() == 0)
    }

    @Test("a backup restored into a new directory has everything, and the commands need no running server")
    func backup() async throws {
        let scratch = try Scratch()
        let file = scratch.directory.appending(path: "backup").path
        try await serve(scratch) { server, founder, _ in
            founder.write(5)
            _ = try await founder.push()
            try server.run("backup", file)
        }
        let other = scratch.directory.appending(path: "other").path
        #expect(try RunningServer.run(["restore", file, "--data", other]).status == 0)
        #expect(try RunningServer.run(["restore", file, "--data", other]).status == 74)
        let status = try RunningServer.run(["status", "--json", "--data", other])
        #expect(status.output.contains("\"head\":5"))
        let same = try RunningServer.run(["status", "--json", "--data", scratch.data.path])
        #expect(
            status.output.split(separator: "\"chain\":").last?.prefix(66)
                == same.output.split(separator: "\"chain\":").last?.prefix(66)
        )
    }

    @Test("two servers on one database: what is pushed to one is read from the other", .needsPostgres)
    func twoServers() async throws {
        let scratch = try Scratch()
        let database = try TestDatabase()
        let servers = [
            try await RunningServer(in: scratch.data, database: database.conninfo),
            try await RunningServer(in: scratch.data, database: database.conninfo),
        ]
        let loop = try EventLoop()
        let link = try servers[0].invite()
        let ends = servers.map { JoinLink(host: "127.0.0.1", port: $0.port, pin: link.pin, code: link.code) }
        let writer = try TestClient(project: ProjectID(high: 8, low: 8), on: loop)
        try await writer.connect(ends[0])
        _ = try await writer.join(link)
        _ = try await writer.greet()
        let second = try servers[1].invite("0000")
        let reader = try TestClient(project: writer.project, on: loop)
        try await reader.connect(ends[1])
        _ = try await reader.join(second)
        _ = try await reader.greet()
        try await reader.send(.pull(Pull(cursor: Cursor(lane: .scans, position: 0, chain: .zero), credit: 1 << 20)))
        writer.write(50)
        let pushed = try await writer.push()
        #expect(pushed == .pushed(incarnation: writer.incarnation, through: 50))
        var seen: UInt64 = 0
        while seen < 50 {
            guard case .events(let batch) = try await reader.receive() else { continue }
            seen = batch.to
        }
        await writer.close()
        await reader.close()
        for server in servers { #expect(server.stop() == 0) }
        await loop.shutdown()
    }
}
