import Agent
import EdgeLog
import Survey
import Sync

/// A surveyor's installation, used from this process by the same code as `pharos`.
struct Surveyor {
    /// Events appended in one transaction while a log is filled.
    private static let group = 1_000

    let home: String
    let project: ProjectID
    private let workshop: Workshop

    /// Makes a project offline, and joins the server with it as its admin.
    init(founding name: String, in workshop: Workshop) async throws {
        var random = SystemRandomNumberGenerator()
        self.workshop = workshop
        project = ProjectID.random(using: &random)
        home = workshop.newPath(name)
        _ = try LocalAgent(creating: home, project: project)
        _ = try await Joining.join(
            try workshop.server().invite(),
            into: Installation(at: home),
            as: name,
            on: workshop.loop
        )
    }

    /// Joins a project that the server knows.
    init(joining project: ProjectID, as name: String, in workshop: Workshop) async throws {
        (self.workshop, self.project) = (workshop, project)
        home = workshop.newPath(name)
        _ = try await Joining.join(
            try workshop.server().invite("\(project)", "--role", "surveyor"),
            into: Installation(at: home),
            as: name,
            on: workshop.loop
        )
    }

    /// Appends events, in as many transactions as it takes.
    func append(_ events: [SurveyEvent]) throws {
        try append(events.count) { Array(events[$0]) }
    }

    /// Appends many events, which are made as they are needed.
    func append(_ count: Int, _ make: (Range<Int>) -> [SurveyEvent]) throws {
        let log = try LocalAgent(opening: home).log
        for first in stride(from: 0, to: count, by: Self.group) {
            try log.append(make(first..<min(first + Self.group, count)))
        }
    }

    /// Delivers what is here, and pulls some lanes; then has requests answered.
    @discardableResult
    func sync(pulling lanes: [Lane] = [], _ requests: [ClientRequest] = []) async throws -> SyncReport {
        let options = SyncOptions(.once(requests), lanes: lanes)
        return try await SyncAgent(opening: home, on: workshop.loop, options) { _ in }.run()
    }

    /// Publishes the project; returns the release's number.
    func publish() async throws -> UInt64 {
        guard case .published(let release, _)? = try await sync(pulling: [], [.publish]).answers.first else {
            throw BenchError.wrong("the founder of a project may publish it")
        }
        return release
    }
}
