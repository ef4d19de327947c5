import Foundation
import PostgresSupport
import Testing

@testable import EventStore

@Suite("Plans of the hot statements", .needsPostgres)
struct PlanTests {
    private static let hot = [
        ("lock the project", AppendFlights.lockProject),
        ("read streams", AppendFlights.readStreams),
        ("read bases", AppendFlights.readBases),
        ("read events", AppendFlights.readEvents),
        ("read copies", AppendFlights.readCopies),
        ("write", AppendFlights.write),
        ("read the scans lane", EventReader.readScans),
        ("read the structure lane", EventReader.readStructure),
        ("read hashes", EventReader.readHashes),
        ("read heads", EventReader.readHeads),
        ("read a place", EventReader.readPlace),
        ("read admission", EventReader.readAdmission),
    ]

    @Test("each goes through an index, and as the golden file says")
    func plans() throws {
        let database = try TestDatabase()
        let session = try Session(database.conninfo)
        try ConnectionSettings.apply(to: session)
        var text = ""
        for (name, sql) in Self.hot {
            let statement = "p\(abs(name.hashValue))"
            try session.run("PREPARE \(statement) AS \(sql)")
            let count = (1...26).last { sql.contains("$\($0)") } ?? 0
            let nulls = Array(repeating: "NULL", count: count).joined(separator: ", ")
            let plan = try session.run("EXPLAIN (COSTS OFF) EXECUTE \(statement)(\(nulls))").map { $0.text(0) }
            text += "-- \(name)\n" + plan.joined(separator: "\n") + "\n\n"
        }
        #expect(!text.contains("Seq Scan"))
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/plans.txt")
        if ProcessInfo.processInfo.environment["PHAROS_GOLDEN"] == "rewrite" {
            try FileManager.default.createDirectory(
                at: golden.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try text.write(to: golden, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: golden, encoding: .utf8)
        #expect(text == expected)
    }
}
