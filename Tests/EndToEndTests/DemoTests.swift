import Foundation
import JSON
import Testing

@Suite("The whole story", .enabled(if: hasPostgres, "no PostgreSQL is installed: see tools/setup"))
struct DemoTests {
    @Test("surveyors offline, a release, dead beacons, one event each: the error falls back for 200 bytes or less")
    func story() throws {
        let run = try ProgramRun(
            "pharos-demo",
            ["tell", "--programs", ProgramRun.folder.path, "--simulated", "--json", "--quiet"]
        )
        #expect(run.status == 0, "\(run.err)")
        let chapter = try #require(JSONValue(parsing: run.out)["chapters"]?.elements?.first)
        let means = (chapter["findings"]?.elements ?? []).compactMap { $0["mean"]?.double }
        try #require(means.count == 3)
        #expect(means[1] > 1.5 * means[0])
        #expect(means[2] < 1.15 * means[0])
        let deltas = (chapter["facts"]?["deltaBytes"]?.elements ?? []).compactMap(\.integer)
        #expect(deltas.count == 6 && deltas.allSatisfy { $0 <= 200 })
        #expect(chapter["facts"]?["newEvents"] == 6)
    }
}

private let hasPostgres = FileManager.default.fileExists(atPath: "/usr/lib/postgresql")
