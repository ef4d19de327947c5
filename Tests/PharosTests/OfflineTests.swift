import Foundation
import JSON
import Testing

@Suite("Without a server")
struct OfflineTests {
    private static let beacon = "ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1/"

    @Test("a survey is made offline: project, floor, track, slots, beacons, walks, and a replacement")
    func survey() throws {
        let playground = try Playground()
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Выставка 3")
        try ada.tell("floor", "add", "Hall")
        try ada.tell("floor", "calibrate", "Hall", "--scale", "0.1")
        try ada.tell("track", "draw", "A", "--floor", "Hall", "0,0", "20,0")
        try ada.tell("slot", "create", "S1", "--floor", "Hall", "--at", "5,1", "--height", "3")
        try ada.tell("beacon", "register", "S1", Self.beacon + "1", "--since-start")
        #expect(try ada.tell("walk", "simulate", "A").integer("samples") == 20)
        try ada.tell("beacon", "replace", "S1", Self.beacon + "2", "--reason", "dead")
        let project = try ada.tell("project", "show")
        #expect(project["name"]?.text == "Выставка 3")
        #expect(project.integer("beacons") == 1 && project.integer("walks") == 1 && project.integer("problems") == 0)
        #expect(try ada.tell("slot", "list")["beacon"]?.text == Self.beacon + "2")
        #expect(try ada.tell("log", "verify")["intact"] == true)
        let events = try ada.type("log", "show", "--json").answers
        #expect(events.count == 29)
        #expect(events.last?["kind"]?.text == "BeaconReplaced")
        #expect(events.map { $0.integer("sequence") } == (1...29).map(Int64.init))
        let map = try ada.tell("map", playground.path + "/map")
        let file = try #require(map["file"]?.text)
        let drawing = try String(contentsOfFile: file, encoding: .utf8)
        #expect(drawing.contains("A 100 %") && drawing.contains(">S1</text>"))
    }

    @Test("what makes no sense as things stand is refused with a reason and a remedy, and writes nothing")
    func refusals() throws {
        let playground = try Playground()
        let ada = Surveyor("ada", in: playground)
        #expect(try ada.type("project", "show").status == 64)
        try ada.tell("project", "create", "Hall")
        let again = try ada.type("project", "create", "Hall")
        #expect(again.status == 64 && again.err.contains("already"))
        try ada.tell("slot", "create", "S1")
        try ada.tell("slot", "create", "S2")
        try ada.tell("beacon", "register", "S1", Self.beacon + "1")
        let before = try ada.tell("log", "info").integer("events")
        for (words, complaint) in [
            (["beacon", "register", "S1", Self.beacon + "2"], "Replace it"),
            (["beacon", "register", "S2", Self.beacon + "1"], "already"),
            (["beacon", "replace", "S2", Self.beacon + "2"], "Register"),
            (["beacon", "replace", "S9", Self.beacon + "2"], "There are: S1, S2"),
            (["slot", "create", "S1"], "already"),
            (["track", "draw", "A", "--floor", "Nowhere", "0,0", "1,1"], "no floor"),
        ] {
            let ended = try run("pharos", words + ["--home", ada.home])
            #expect(ended.status == 65, "\(words)")
            #expect(ended.err.contains(complaint), "\(words): \(ended.err)")
            #expect(ended.out.isEmpty)
        }
        #expect(try ada.type("beacon", "register", "S2", "nonsense").status == 64)
        #expect(try ada.type("sync").status == 64)
        #expect(try ada.tell("log", "info").integer("events") == before)
    }

    @Test("a dry run says what would be done and writes nothing")
    func dryRun() throws {
        let playground = try Playground()
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall")
        let answer = try ada.tell("floor", "add", "First", "--dry-run")
        #expect(answer["dryRun"] == true && answer.integer("events") == 1)
        #expect(try ada.tell("log", "info").integer("events") == 1)
    }

    @Test("ways between floors are added, listed and removed by their kind and floors")
    func connectors() throws {
        let playground = try Playground()
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall")
        try ada.tell("floor", "add", "First", "--ordinal", "1")
        try ada.tell("floor", "add", "Ground: west", "--ordinal", "0")
        let lift = try ada.tell("connector", "add", "lift", "First:3,4", "Ground: west:1.5,2", "--cost", "12")
        #expect(lift["label"]?.text == "lift Ground: west–First")
        try ada.tell("connector", "add", "stairs", "First:1,1", "Ground: west:1,1")
        try ada.tell("connector", "add", "stairs", "First:9,1", "Ground: west:9,1", "--step-free")
        let list = try ada.type("connector", "list", "--json").answers
        #expect(list.map { $0["label"]?.text?.prefix(6) } == ["lift G", "stairs", "stairs"])
        #expect(list[0]["cost"]?.double == 12 && list[0]["stepFree"] == true)
        #expect(list[0]["landings"]?.elements?.first?["floor"]?.text == "First")
        let which = try ada.type("connector", "remove", "stairs", "Ground: west", "First")
        #expect(which.status == 65 && which.err.contains("Give the identifier instead"))
        try ada.tell("connector", "remove", #require(list[1]["connector"]?.text))
        try ada.tell("connector", "remove", "stairs", "Ground: west", "First")
        #expect(try ada.type("connector", "list", "--json").answers.count == 1)
        #expect(try ada.type("connector", "add", "lift", "First:3,4", "First:1,2").status == 65)
        #expect(try ada.type("connector", "add", "ladder", "First:3,4", "First:1,2").status == 64)
    }

    @Test("scan lines become walks, and a bad line is named")
    func replay() throws {
        let playground = try Playground()
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall")
        try ada.tell("floor", "add", "Hall")
        let file = playground.path + "/scans.jsonl"
        let lines = (1...30).map { second in
            let walk = second <= 20 ? 1 : 2
            let readings = #"[{"id":"\#(Self.beacon)7","rssi":-6\#(second % 10)}]"#
            return
                #"{"t":\#(second * 1_000),"floor":"Hall","x":\#(second),"y":1,"walk":"\#(walk)","readings":\#(readings)}"#
        }
        try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
        let walks = try ada.type("walk", "replay", file, "--json").answers
        #expect(walks.map { $0.integer("samples") } == [20, 10])
        try (lines[0] + "\n{\"t\":1}\n").write(toFile: file, atomically: true, encoding: .utf8)
        let bad = try ada.type("walk", "replay", file)
        #expect(bad.status == 65 && bad.err.contains("Line 2"))
    }

    @Test("a walk that SIGINT stops is abandoned, ends with 130, and its events stay")
    func interrupted() throws {
        let playground = try Playground()
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall")
        try ada.tell("floor", "add", "Hall")
        try ada.tell("track", "draw", "A", "--floor", "Hall", "0,0", "500,0")
        let walk = program("pharos", ["walk", "simulate", "A", "--live", "--home", ada.home])
        walk.standardError = FileHandle.nullDevice
        try walk.run()
        while try ada.tell("log", "info").integer("events") ?? 0 < 5 { usleep(20_000) }  // until it has sampled
        kill(walk.processIdentifier, SIGINT)
        walk.waitUntilExit()
        #expect(walk.terminationStatus == 130)
        #expect(try ada.tell("walk", "list")["state"]?.text == "abandoned")
        #expect(try ada.tell("log", "info").integer("events") ?? 0 >= 6)
    }

    @Test("every command explains itself")
    func help() throws {
        let overview = try run("pharos", ["--help"])
        #expect(overview.status == 0)
        let commands = overview.out.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("  --") }
            .map { line in line.dropFirst(2).components(separatedBy: "  ")[0] }
        #expect(commands.count >= 30)
        for command in commands {
            let help = try run("pharos", command.split(separator: " ").map(String.init) + ["--help"])
            #expect(help.status == 0 && help.out.contains("usage: pharos \(command)"), "\(command)")
        }
    }
}
