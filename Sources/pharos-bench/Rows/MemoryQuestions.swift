import Survey
import Sync

/// `backlog-memory`: what `pharos sync` holds at most while it delivers a million events, and hears where they went.
///
/// Measured once: it is the peak of minutes, which the kernel keeps.
struct BacklogMemoryQuestion: Question {
    private let row = Row("backlog-memory", "bytes", .atMost(64 * 1_048_576))

    var rows: [Row] { [row] }

    func measure(in workshop: Workshop) async throws -> [Figure] {
        [Figure(row, Double(try await workshop.surveyedProject().agentMemory))]
    }
}

/// `idle-memory`: what a connection that only waits costs the server's process, with a thousand of them open.
struct IdleMemoryQuestion: Question {
    private let row = Row("idle-memory", "bytes", .atMost(64 * 1_024))

    var rows: [Row] { [row] }

    func measure(in workshop: Workshop) async throws -> [Figure] {
        let server = try workshop.server()
        let founder = try await Surveyor(founding: "doors", in: workshop)
        try founder.append(MadeUpSurvey(points: 250, scans: 1).structure(of: founder.project))
        try await founder.sync()
        let door = try server.invite("\(founder.project)", "--role", "device", "--uses", "unlimited")
        var costs: [Double] = []
        for _ in 0..<repetitions {
            let before = try server.residentMemory()
            var clients: [LinkClient] = []
            for _ in 0..<workshop.sizes.idleConnections {
                let client = try await LinkClient(door, project: founder.project, on: workshop.loop)
                try await client.greet(asAgent: false)
                clients.append(client)
            }
            let growth = try server.residentMemory() - before
            costs.append(Double(max(growth, 0)) / Double(workshop.sizes.idleConnections))
            for client in clients { await client.finish() }
        }
        // What the first round left behind is used again by the next: only the first one shows what a connection costs.
        return [Figure(row, costs.max() ?? .nan)]
    }
}
