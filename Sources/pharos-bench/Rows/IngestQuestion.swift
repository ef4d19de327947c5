import Agent
import Survey

/// `ingest-500`: what one agent delivers from its log, 500 events of 200 bytes to a push, until all is acknowledged.
///
/// The limit is psql's `\copy` of the same rows into an equal table on the same PostgreSQL.
struct IngestQuestion: Question {
    private let row = Row("ingest-500", "events/s", beside: "psql \\copy of the same rows", .ratioAtLeast(0.6))

    var rows: [Row] { [row] }

    func measure(in workshop: Workshop) async throws -> [Figure] {
        let server = try workshop.server()
        let count = workshop.sizes.ingestedEvents
        let surveyor = try await Surveyor(founding: "ingest", in: workshop)
        let structure = MadeUpSurvey(points: 250, scans: 1).structure(of: surveyor.project)
        try surveyor.append(structure)
        try await surveyor.sync()
        var head = structure.count
        var (rates, copyRates): ([Double], [Double]) = ([], [])
        for _ in 0..<repetitions {
            try surveyor.append(count) { MadeUpSurvey.smallScans($0) }
            try server.settle()
            var pushed: UInt64 = 0
            let own = try await time { pushed = try await surveyor.sync().pushed }
            guard pushed == count else { throw BenchError.wrong("\(count) events are delivered, not \(pushed)") }
            rates.append(Double(count) / own.inSeconds)
            let copy = try CopyPeer.copy(count, after: head, of: surveyor.project, on: server, in: workshop)
            copyRates.append(Double(count) / copy.inSeconds)
            head += count
        }
        return [Figure(row, median(rates), beside: median(copyRates))]
    }
}

/// PostgreSQL's own way to bring many rows in.
enum CopyPeer {
    /// How long psql's `\copy` takes for rows of the event table, into a table with the same columns and indexes.
    static func copy(
        _ count: Int,
        after position: Int,
        of project: ProjectID,
        on server: BenchServer,
        in workshop: Workshop
    ) throws -> Duration {
        let file = workshop.newPath("rows")
        let wanted = "project_id = '\\x\(project.bytes.hexadecimal)' AND position > \(position)"
        let answer = try server.psql(
            "\\copy (SELECT * FROM pharos.event WHERE \(wanted) ORDER BY position) TO '\(file)'",
            "DROP TABLE IF EXISTS bench_copy;",
            "CREATE TABLE bench_copy (LIKE pharos.event INCLUDING ALL);",
            "CHECKPOINT;",
            "\\timing on",
            "\\copy bench_copy FROM '\(file)'",
            "\\timing off",
            "SELECT count(*) FROM bench_copy;",
            "DROP TABLE bench_copy;"
        )
        let lines = answer.split(separator: "\n")
        // Such as "Time: 1234.567 ms (00:01.235)".
        guard let line = lines.first(where: { $0.hasPrefix("Time:") }), lines.contains("\(count)"),
            let milliseconds = Double(line.split(separator: " ")[1])
        else { throw BenchError.unexpectedAnswer(of: "psql", answer) }
        return .milliseconds(milliseconds)
    }
}
