import Foundation
import JSON
import Testing

@Suite("A walk in step with the clock")
struct LiveWalkTests {
    private let playground: Playground
    private let ada: Surveyor

    init() throws {
        playground = try Playground()
        ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall")
        try ada.tell("floor", "add", "Hall")
        try ada.tell("track", "draw", "A", "--floor", "Hall", "0,0", "500,0")
    }

    private var state: String? {
        get throws { try ada.type("walk", "list", "--json").answers.last?["state"]?.text }
    }

    /// Waits until the walk is in a state; the test's time limit is the end of patience.
    private func wait(for wanted: String) throws {
        while try state != wanted { usleep(20_000) }
    }

    @Test("p rests, r goes on, s stops: the walk is abandoned, and its events stay", .timeLimit(.minutes(1)))
    func controls() throws {
        let walk = program("pharos", ["walk", "simulate", "A", "--live", "--home", ada.home])
        let keys = Pipe()
        walk.standardInput = keys
        (walk.standardOutput, walk.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try walk.run()
        func press(_ key: String) throws { try keys.fileHandleForWriting.write(contentsOf: Data("\(key)\n".utf8)) }
        try wait(for: "recording")
        try press("p")
        try wait(for: "paused")
        try press("r")
        try wait(for: "recording")
        try press("s")
        walk.waitUntilExit()
        #expect(walk.terminationStatus == 1)
        #expect(try state == "abandoned")
        let kinds = try ada.type("log", "show", "--json").answers.compactMap { $0["kind"]?.text }
        #expect(kinds.filter { $0.hasPrefix("Walk") } == ["WalkStarted", "WalkPaused", "WalkResumed", "WalkAbandoned"])
        let rest = try #require(kinds.firstIndex(of: "WalkPaused"))
        #expect(kinds[rest + 1] == "WalkResumed", "while it rests, nothing is heard")
    }

    @Test("Ctrl-C on a terminal, where progress is drawn: the walk is abandoned, and the status is 130")
    func interrupted() throws {
        let command = [Self.quoted(program("pharos", []).executableURL?.path ?? ""), "walk", "simulate", "A", "--live"]
        let terminal = Process()
        terminal.executableURL = URL(filePath: "/usr/bin/script")
        let typed = (command + ["--home", Self.quoted(ada.home)]).joined(separator: " ")
        terminal.arguments = ["--quiet", "--return", "--command", typed, "/dev/null"]
        let (keys, screen) = (Pipe(), Pipe())
        (terminal.standardInput, terminal.standardOutput) = (keys, screen)
        try terminal.run()
        try wait(for: "recording")
        while try ada.tell("log", "info").integer("events") ?? 0 < 5 { usleep(20_000) }  // until it has sampled
        try keys.fileHandleForWriting.write(contentsOf: Data([3]))  // what the key sends
        let drawn = String(decoding: screen.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        terminal.waitUntilExit()
        #expect(terminal.terminationStatus == 130)
        #expect(try state == "abandoned")
        #expect(drawn.contains("/500 m") || drawn.contains("of 500 m"), "\(drawn)")
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}
