import Foundation
import JSON
import Testing

@Suite("Publishing", .serialized)
struct PublishTests {
    private static let beacon = "ibeacon:F7826DA6-4FA2-4E98-8024-BC5B71E0893E/1/"

    /// Three scans at each metre of a hall of 12 × 6 m, in whose corners and middles beacons hang.
    private func scans() -> String {
        let beacons = [(0, 0), (6, 0), (12, 0), (0, 6), (6, 6), (12, 6)]
        var lines: [String] = []
        for (number, place) in (0..<72).flatMap({ place in (0..<3).map { (3 * place + $0, place) } }) {
            let (x, y) = (Double(place % 12) + 0.5, Double(place / 12) + 0.5)
            let readings = beacons.enumerated().map { beacon, mount in
                let distance =
                    ((x - Double(mount.0)) * (x - Double(mount.0)) + (y - Double(mount.1)) * (y - Double(mount.1)))
                    .squareRoot()
                // Receivers scatter: −2, 0 or 2 dB.
                let level = -50 - Int(2 * distance) + 2 * ((number + beacon) % 3 - 1)
                return #"{"id":"\#(Self.beacon)\#(beacon + 1)","rssi":\#(level)}"#
            }
            lines.append(
                #"{"t":\#(number * 1_000),"floor":"Hall","x":\#(x),"y":\#(y),"walk":"1","readings":"#
                    + "[\(readings.joined(separator: ","))]}"
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test("a release carries how the survey is located best: publish tells, devices locate so, replacements keep it")
    func advice() throws {
        let playground = try Playground()
        let server = try RunningServer(in: playground)
        let ada = Surveyor("ada", in: playground)
        try ada.tell("project", "create", "Hall 3")
        try ada.tell("floor", "add", "Hall")
        try ada.tell("join", server.invite(), "--name", "ada")
        let device = Surveyor("device", in: playground)
        try device.tell("join", #require(ada.tell("invite", "--role", "device")["link"]?.text))

        let empty = try ada.type("publish")
        #expect(empty.status == 0 && empty.out.contains("without advice"), "\(empty.out)\(empty.err)")
        let file = playground.path + "/scans.jsonl"
        try scans().write(toFile: file, atomically: true, encoding: .utf8)
        try ada.tell("import", "scans", file)

        let published = try ada.tell("publish")
        let metric = try #require(published["metric"]?.text)
        let error = try #require(published["expectedError"]?.double)
        #expect(error > 0 && error < 3, "a hall full of beacons")
        #expect(published.integer("neighbours") != nil)
        try device.tell("pull")
        let fixes = try device.type("locate", file, "--json").answers
        #expect(fixes.count == 216 && fixes.allSatisfy { $0["metric"]?.text == metric })
        let other = metric == "absolute" ? "level-removed" : "absolute"
        let asked = try device.type("locate", file, "--metric", other, "--json").answers
        #expect(asked.allSatisfy { $0["metric"]?.text == other })

        let slot = try #require(ada.type("slot", "list", "--json").answers.first?["label"]?.text)
        try ada.tell("beacon", "replace", slot, Self.beacon + "99", "--reason", "dead")
        let again = try ada.tell("publish")
        #expect(again["metric"] == published["metric"] && again["expectedError"] == published["expectedError"])
        let change = try device.tell("pull")
        #expect(change["kind"]?.text == "changed" && (change.integer("bytes") ?? 999) <= 200, "\(change)")
        let told = try device.type("locate", file, "--json").answers
        #expect(told.allSatisfy { $0["metric"]?.text == metric && $0.integer("release") == again.integer("release") })
    }

    @Test(
        "options of locate that would have no effect are refused",
        arguments: [
            ["--metric", "auto", "--nearest"], ["--metric", "auto", "--neighbours", "3"],
            ["--metric", "auto", "--region", "5"], ["--metric", "auto", "--headings"],
            ["--track", "--metric", "absolute"], ["--track", "--nearest"], ["--track", "--headings"],
            ["--track", "--mode", "trilateration"], ["--mode", "proximity", "--metric", "absolute"],
            ["--mode", "trilateration", "--region", "5"], ["--mode", "trilateration", "--headings"],
        ]
    )
    func refusals(options: [String]) throws {
        let playground = try Playground()
        let ended = try run("pharos", ["locate"] + options + ["--home", playground.path + "/nobody"])
        #expect(ended.status == 64 && ended.out.isEmpty)
        #expect(options.contains { ended.err.contains($0) } && !ended.err.contains("nobody"), "\(ended.err)")
    }
}
