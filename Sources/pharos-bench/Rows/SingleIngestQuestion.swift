import Survey
import Sync

/// `ingest-single-8`: eight agents of one project, each pushing one event at a time and waiting for its acknowledgement.
///
/// The limit is `pgbench` with one client that inserts the same rows one by one, each in a transaction of its own.
struct SingleIngestQuestion: Question {
    private static let agents = 8

    private let row = Row(
        "ingest-single-8",
        "events/s",
        beside: "pgbench -M prepared, one client",
        .ratioAtLeast(2)
    )

    var rows: [Row] { [row] }

    func measure(in workshop: Workshop) async throws -> [Figure] {
        let server = try workshop.server()
        let each = workshop.sizes.singlePushes
        let surveyor = try await Surveyor(founding: "single", in: workshop)
        try surveyor.append(MadeUpSurvey(points: 250, scans: 1).structure(of: surveyor.project))
        try await surveyor.sync()
        var clients: [LinkClient] = []
        for _ in 0..<Self.agents {
            let invitation = try server.invite("\(surveyor.project)", "--role", "surveyor")
            clients.append(try await LinkClient(invitation, project: surveyor.project, on: workshop.loop))
        }
        for client in clients { try await client.greet(asAgent: true) }
        try makeTable(on: server)
        let payload = [UInt8](repeating: 7, count: 80)
        var (rates, pgbenchRates): ([Double], [Double]) = ([], [])
        for _ in 0..<repetitions {
            try server.settle()
            let own = try await time {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for client in clients {
                        group.addTask(executorPreference: workshop.loop) {
                            try await client.push(each, payload: payload)
                        }
                    }
                    try await group.waitForAll()
                }
            }
            rates.append(Double(Self.agents * each) / own.inSeconds)
            try server.settle()
            pgbenchRates.append(try pgbench(server, workshop))
        }
        for client in clients { await client.finish() }
        try server.psql("DROP TABLE bench_single;", "DROP SEQUENCE bench_number;")
        return [Figure(row, median(rates), beside: median(pgbenchRates))]
    }

    private func makeTable(on server: BenchServer) throws {
        try server.psql(
            "CREATE TABLE bench_single (LIKE pharos.event INCLUDING ALL);",
            "CREATE SEQUENCE bench_number;"
        )
    }

    /// Transactions per second.
    private func pgbench(_ server: BenchServer, _ workshop: Workshop) throws -> Double {
        func bytes(_ count: Int) -> String { "'\\x" + String(repeating: "07", count: count) + "'" }
        let script = workshop.newPath("insert") + ".sql"
        try TextFile.write(
            """
            INSERT INTO bench_single (position, incarnation, sequence, scans, received_at, occurred_at, seen, kind, \
            is_estimated, is_duplicate, project_id, agent_id, hash, chain, envelope) \
            VALUES (nextval('bench_number'), 1, currval('bench_number'), 0, 0, 0, 0, 70, false, false, \
            \(bytes(16)), \(bytes(16)), \(bytes(32)), \(bytes(32)), \(bytes(200)));

            """,
            to: script
        )
        let answer = try workshop.runTool([
            "pgbench", "--no-vacuum", "--protocol=prepared", "--client=1",
            "--time=\(workshop.sizes.pgbenchSeconds)", "--file=\(script)", server.conninfo,
        ])
        // Such as "tps = 2345.678901 (without initial connection time)".
        guard let line = answer.split(separator: "\n").first(where: { $0.hasPrefix("tps = ") }),
            let rate = Double(line.split(separator: " ")[2])
        else { throw BenchError.unexpectedAnswer(of: "pgbench", answer) }
        return rate
    }
}
