import JSON
import RadioSimulator
import Survey

/// Three surveyors, one release, a visitor; then beacons die, are replaced with one event each, and nobody re-surveys.
struct ErrorStory {
    /// What a replacement may cost a device.
    private static let deltaLimit = 200

    let set: StorySet
    let stage: Stage
    let seed: UInt64
    let deaths: Int

    func tell() throws -> Chapter {
        try survey()
        let dead = try casualties()
        stage.say("A visitor's device pulls the release and locates scans that nobody surveyed with")
        try stage.admit("device", as: "device", to: set.project)
        try stage.pharos("pull", "--home", "device")
        try stage.write("alive.jsonl", set.scanWords)
        let before = try stage.locate("alive.jsonl", on: "device")
        let held = try stage.holdings(of: set.project)

        stage.say("\(deaths) of \(try set.slots().count) beacons die: \(dead.map(\.label).joined(separator: ", "))")
        let silent = dead.flatMap { ["--without", "\($0.identity)"] }
        try stage.write("dead.jsonl", set.scanWords + silent)
        let during = try stage.locate("dead.jsonl", on: "device")

        stage.say("Ana hangs new ones: one event each, and nobody walks")
        let deltas = try dead.enumerated().map { try replace($0.element, number: $0.offset) }
        let renamed = dead.enumerated().flatMap { index, slot in
            ["--as", "\(slot.identity)=\(set.successor(of: slot.label, number: index))"]
        }
        try stage.write("replaced.jsonl", set.scanWords + renamed)
        let after = try stage.locate("replaced.jsonl", on: "device")
        let now = try stage.holdings(of: set.project)
        try check(before, during, after, deltas: deltas, held: held, now: now)
        return Chapter(
            title: set.title,
            findings: [
                Chapter.Finding(moment: "all beacons alive", errors: before),
                Chapter.Finding(moment: "\(deaths) dead", errors: during),
                Chapter.Finding(moment: "\(deaths) replaced", errors: after),
            ],
            facts: facts(deltas: deltas, held: held, now: now)
        )
    }

    private func facts(
        deltas: [Int],
        held: (events: Int, scans: Int),
        now: (events: Int, scans: Int)
    ) -> [(name: String, value: JSONValue, text: String)] {
        let bytes = deltas.map { "\($0)" }.joined(separator: ", ")
        return [
            ("deltaBytes", .array(deltas.map { JSONValue($0) }), "each replacement cost the device \(bytes) bytes"),
            (
                "newEvents", JSONValue(now.events - held.events),
                "\(now.events - held.events) new events on the server, one for each replacement"
            ),
            ("scans", JSONValue(now.scans), "\(now.scans) scans on the server, as before: none was rewritten"),
        ]
    }

    /// Three surveyors join, survey a third each without the network, and meet at the server.
    private func survey() throws {
        let surveyors = ["ana", "ben", "chloe"]
        stage.say("Three surveyors join a project")
        try stage.begin(set.project, by: surveyors[0])
        for surveyor in surveyors.dropFirst() { try stage.admit(surveyor, as: "surveyor", to: set.project) }
        stage.say("Each surveys a third of the venue, offline")
        for (index, surveyor) in surveyors.enumerated() {
            try stage.pharos(set.importWords(part: index + 1, of: surveyors.count) + ["--home", surveyor])
        }
        stage.say("Back on the network, they sync; Ana publishes")
        for surveyor in surveyors { try stage.pharos(["sync", "--home", surveyor]) }
        try stage.pharos(["publish", "--home", surveyors[0]])
    }

    /// The beacons that die, drawn by the seed.
    private func casualties() throws -> [(label: String, identity: BeaconIdentity)] {
        var random = SeededRandom(seed: seed)
        let slots = try set.slots().shuffled(using: &random).prefix(deaths)
        return slots.sorted { $0.label < $1.label }
    }

    /// Replaces one beacon; gives the bytes of the update that a device then pulled.
    private func replace(_ slot: (label: String, identity: BeaconIdentity), number: Int) throws -> Int {
        let successor = set.successor(of: slot.label, number: number)
        try stage.pharos(["beacon", "replace", slot.label, "\(successor)"] + set.radioWords + ["--home", "ana"])
        try stage.pharos("sync", "--home", "ana")
        try stage.pharos("publish", "--home", "ana")
        let bytes = try stage.ask("pull", "--home", "device").integer("bytes")
        stage.remark("The device pulled \(bytes) bytes.")
        return bytes
    }

    private func check(
        _ before: ErrorFigures,
        _ during: ErrorFigures,
        _ after: ErrorFigures,
        deltas: [Int],
        held: (events: Int, scans: Int),
        now: (events: Int, scans: Int)
    ) throws(DemoError) {
        guard during.mean > before.mean else { throw .storyBroken("the error rises when beacons die.") }
        // Under a metric in dB a beacon that nobody verified counts less than the one before: it need not fall all the way.
        guard after.mean <= (before.mean + during.mean) / 2 else {
            throw .storyBroken("the error falls back once they are replaced.")
        }
        guard deltas.allSatisfy({ $0 <= Self.deltaLimit }) else {
            throw .storyBroken("a replacement costs a device at most \(Self.deltaLimit) bytes.")
        }
        guard now.events == held.events + deaths, now.scans == held.scans else {
            throw .storyBroken("a replacement is one event, and no scan is rewritten.")
        }
    }
}
