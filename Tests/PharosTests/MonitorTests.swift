import Foundation
import JSON
import Testing

@Suite("pharos monitor")
struct MonitorTests {
    private static let uuid = "DAF246CE-8363-11E4-B116-123B93F75CBA"
    private static let start: Int64 = 1_700_000_000_000

    /// JSON lines of a beacon that is heard at some seconds.
    private func lines(_ seconds: [Int], minor: Int = 1) -> String {
        seconds.map { second in
            #"{"uuid":"\#(Self.uuid)","major":7,"minor":\#(minor),"rssi":-60,"t":\#(Self.start + Int64(second) * 1000)}"#
        }
        .joined(separator: "\n") + "\n"
    }

    private func monitor(_ input: String, in playground: Playground, _ arguments: String...) throws -> Ended {
        let file = playground.path + "/heard.jsonl"
        try input.write(toFile: file, atomically: true, encoding: .utf8)
        return try run("pharos", ["monitor", "--source", file, "--json"] + arguments)
    }

    @Test("a visit is one enter and one exit, however the beacon flickers; a wildcard takes every minor")
    func visit() throws {
        let playground = try Playground()
        let ended = try monitor(
            lines([0, 1, 9, 18]) + lines([40], minor: 2),
            in: playground,
            "--region",
            "\(Self.uuid)/7/1",
            "--region",
            "\(Self.uuid)/7"
        )
        #expect(ended.status == 0)
        let events = try ended.answers.map { "\($0["event"]?.text ?? "") \($0["name"]?.text?.suffix(4) ?? "")" }
        #expect(
            events == ["enter /7/*", "enter /7/1", "exit /7/*", "exit /7/1", "enter /7/*"]
                || events == ["enter /7/1", "enter /7/*", "exit /7/1", "exit /7/*", "enter /7/*"]
        )
        let exit = try #require(try ended.answers.first { $0["event"]?.text == "exit" }?.integer("t"))
        #expect((Self.start + 28_000...Self.start + 28_500).contains(exit))
    }

    @Test("the state outlives a restart: no second enter, and what is so is told once more")
    func restart() throws {
        let playground = try Playground()
        let state = playground.path + "/state.json"
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let region = try #require(
            try run("pharos", ["monitor", "--plan", "--region", Self.uuid, "--json"]).answer["regions"]?.elements?
                .first?["region"]?.text
        )
        try #"{"regions":{"\#(region)":{"heard":\#(now)}},"pending":[]}"#
            .write(toFile: state, atomically: true, encoding: .utf8)
        let ended = try monitor(lines([0, 1]), in: playground, "--region", Self.uuid, "--state", state)
        #expect(try ended.answers.map { $0["event"]?.text } == ["inside"])
        #expect(try JSONValue(parsing: String(contentsOfFile: state, encoding: .utf8))["regions"]?[region] != nil)
    }

    @Test(
        "a command runs for each event, unless notifications are denied; one that hangs is cut off and its event kept"
    )
    func command() throws {
        let playground = try Playground()
        let told = playground.path + "/told"
        let state = playground.path + "/state.json"
        let words = #"echo "$PHAROS_EVENT $PHAROS_REGION" >> \#(told)"#
        let denied = try monitor(
            lines([0]),
            in: playground,
            "--region",
            Self.uuid,
            "--command",
            words,
            "--notifications",
            "denied"
        )
        #expect(try denied.answers.count == 1)
        #expect(!FileManager.default.fileExists(atPath: told))
        let hanging = try monitor(
            lines([0]),
            in: playground,
            "--region",
            Self.uuid,
            "--command",
            "sleep 60 & wait",
            "--state",
            state
        )
        #expect(hanging.status == 0)
        #expect(hanging.err.contains("cut off"))
        #expect(try hanging.answers.map { $0["event"]?.text } == ["enter"])
        _ = try monitor(lines([0]), in: playground, "--region", Self.uuid, "--command", words, "--state", state)
        let text = try String(contentsOfFile: told, encoding: .utf8)
        #expect(text.hasPrefix("enter \(Self.uuid)/*/*\n"), "the event that was cut off is handed over again")
    }

    @Test("an event that was cut off stays kept over runs that run nothing, until one runs its command")
    func keptOver() throws {
        let playground = try Playground()
        let (told, state) = (playground.path + "/told", playground.path + "/state.json")
        let words = #"echo "$PHAROS_EVENT" >> \#(told)"#
        func watch(_ arguments: String...) throws -> Ended {
            let file = playground.path + "/heard.jsonl"
            try lines([0]).write(toFile: file, atomically: true, encoding: .utf8)
            let common = ["monitor", "--source", file, "--json", "--region", Self.uuid, "--state", state]
            return try run("pharos", common + arguments)
        }
        #expect(try watch("--command", "exit 3").err.contains("status 3"))
        #expect(try watch().status == 0)
        #expect(try watch("--command", words, "--notifications", "denied").status == 0)
        #expect(!FileManager.default.fileExists(atPath: told))
        #expect(try watch("--command", words).status == 0)
        #expect(try String(contentsOfFile: told, encoding: .utf8).hasPrefix("enter\n"))
    }

    @Test("with a duty cycle only what is on the air while it listens is heard, and silences between leave nothing")
    func duty() throws {
        let ended = try monitor(
            lines([0], minor: 3) + lines([4, 31, 61]) + lines([75], minor: 2) + lines([200], minor: 3),
            in: try Playground(),
            "--region",
            "\(Self.uuid)/7/1",
            "--region",
            "\(Self.uuid)/7/2",
            "--every",
            "30s",
            "--for",
            "3s"
        )
        let events = try ended.answers
        #expect(
            events.map { "\($0["event"]?.text ?? "") \($0["name"]?.text?.suffix(4) ?? "")" } == [
                "enter /7/1", "exit /7/1",
            ]
        )
        let times = events.compactMap { $0.integer("t") }.map { $0 - Self.start }
        #expect(times.first == 31_000)
        // Two periods and a listening are a silence.
        #expect((124_000...124_500).contains(times.last ?? 0))
    }

    @Test("a plan says its reaction time, and when phones cannot watch it all")
    func plan() throws {
        let few = try run(
            "pharos",
            ["monitor", "--plan", "--region", Self.uuid, "--every", "30s", "--for", "3s", "--json"]
        )
        #expect(few.status == 0)
        #expect(try few.answer.integer("reaction") == 33_000)
        let dwelling = try run("pharos", ["monitor", "--plan", "--region", Self.uuid, "--dwell", "20s", "--json"])
        #expect(try dwelling.answer.integer("reaction") == 23_000, "it must be heard for so long first")
        let many = (0..<21).flatMap { ["--region", "DAF246CE-8363-11E4-B116-123B93F75C\(String($0 + 16, radix: 16))"] }
        let ended = try run("pharos", ["monitor", "--plan", "--json"] + many)
        #expect(ended.status == 1)
        #expect(try ended.answer["reason"]?.text == "uuid_limit_20")
    }

    @Test("a walk along a track can be recorded from a pipe of readings")
    func walk() throws {
        let playground = try Playground()
        let surveyor = Surveyor("ana", in: playground)
        try surveyor.tell("project", "create", "Hall")
        try surveyor.tell("floor", "add", "hall")
        try surveyor.tell("track", "draw", "aisle", "--floor", "hall", "0,0", "5,0")
        let file = playground.path + "/heard.jsonl"
        try lines(Array(0...20)).write(toFile: file, atomically: true, encoding: .utf8)
        let answer = try surveyor.tell("walk", "record", "aisle", "--source", file)
        #expect(answer["completed"] == .bool(true))
        #expect(answer.integer("samples") == 5)
    }
}
