import Crypto
import EventStore
import PostgresSupport
import Survey
import Sync
import TestSupport
import Testing

@Suite("Concurrent appends", .needsPostgres)
struct ConcurrencyTests {
    /// Two servers on one database, and eight surveyors, each of whom sends some of its pushes again.
    ///
    /// One COMMIT in ten fails, after its INSERT had answered OK. A reader of each lane follows all the while.
    @Test("a reader misses nothing while writers resend and commits fail", arguments: Seed.forThisRun(2))
    func soak(seed: Seed) async throws {
        let database = try TestDatabase()
        try failCommits(of: database, oneIn: 10)
        let eventsEach = 300
        try await database.withPool(size: 8) { pool in
            var random = SeededGenerator(seed)
            let project = try await TestProject(pool, using: &random)
            var authors: [(Author, Seed)] = []
            for _ in 0..<8 {
                var author = try await project.join(using: &random)
                for number in 0..<eventsEach {
                    author.write(random.bytes(20), kind: number.isMultiple(of: 5) ? .trackDrawn : .scanSampled)
                }
                authors.append((author, Seed(value: random.next())))
            }
            let appenders = [project.appender(), project.appender()]
            let expected = 8 * eventsEach
            let lanes = try await withThrowingTaskGroup(of: [StoredEvent].self) { group in
                for (index, (author, seed)) in authors.enumerated() {
                    let appender = appenders[index % 2]
                    group.addTask {
                        try await deliver(author, to: appender, seed: seed)
                        return []
                    }
                }
                for lane in Lane.allCases {
                    let count = lane == .structure ? expected / 5 : expected - expected / 5
                    group.addTask { try await follow(lane, of: project, until: count) }
                }
                return try await group.reduce(into: []) { $0.append($1) }.filter { !$0.isEmpty }
            }
            let all = lanes.flatMap { $0 }.sorted { $0.event.commitment.position < $1.event.commitment.position }
            #expect(all.map(\.event.commitment.position) == (1...UInt64(expected)).map { $0 })
            for (author, _) in authors {
                let stored = all.map(\.event).filter { $0.envelope.agent == author.id }
                let isSame = stored.map(\.envelope) == author.events
                #expect(isSame, "the stream of \(author.id)")
                let dates = stored.map(\.commitment.occurredAt)
                let isOrdered = dates == dates.sorted()
                #expect(isOrdered)
            }
            var chain = Digest.zero
            for event in all.map(\.event) {
                chain = .chain(after: chain, event: event.hash, event.commitment, with: SHA256())
            }
            #expect(all.last?.chain == chain)
        }
    }

    /// Makes commits fail at random: a deferred trigger is asked when everything else has succeeded.
    private func failCommits(of database: TestDatabase, oneIn share: Int) throws {
        let session = try database.session()
        try session.run(
            """
            CREATE FUNCTION fail_sometimes() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF random() < 1.0 / \(share) THEN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END IF;
                RETURN NULL;
            END
            $$
            """
        )
        try session.run(
            """
            CREATE CONSTRAINT TRIGGER project_fails AFTER UPDATE ON project DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION fail_sometimes()
            """
        )
    }
}

/// Pushes a whole log in pieces, some of them twice, until everything was acknowledged.
private func deliver(_ author: Author, to appender: Appender<SHA256>, seed: Seed) async throws {
    var random = SeededGenerator(seed)
    var acknowledged: UInt64 = 0
    let end = UInt64(author.events.count)
    while acknowledged < end {
        let first = acknowledged - min(acknowledged, UInt64.random(in: 0...3, using: &random)) + 1
        let last = min(end, acknowledged + UInt64.random(in: 1...20, using: &random))
        do {
            let answer = try await appender.append(author.push(from: first, through: last), in: author.project)
            #expect(answer == .pushed(through: last))
            acknowledged = last
        } catch let error as EventStoreError {
            #expect(error.isTransient, "\(error)")
        }
    }
}

/// Follows a lane as a server's session does, until so many events were seen.
private func follow(_ lane: Lane, of project: TestProject, until count: Int) async throws -> [StoredEvent] {
    let reader = EventReader(pool: project.pool)
    var place = LanePlace.start
    var events: [StoredEvent] = []
    while events.count < count {
        let batch = try await reader.read(lane, of: project.id, after: place, maximumBytes: 4_000)
        events += batch?.events ?? []
        place = batch?.place ?? place
    }
    return events
}
