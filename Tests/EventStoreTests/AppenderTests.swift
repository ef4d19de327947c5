import Crypto
import EventStore
import PostgresSupport
import Survey
import Sync
import TestSupport
import Testing

@Suite("Appending", .needsPostgres)
struct AppenderTests {
    @Test("events come back byte for byte, with dense positions and the chain that follows from them")
    func roundTrip() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 1))
            let project = try await TestProject(pool, using: &random)
            var author = try await project.join(using: &random)
            for kind in [EventKind.trackDrawn, .scanSampled, .scanSampled, .floorAdded] {
                author.write(random.bytes(300), kind: kind, basis: Basis(position: 7, chainPrefix: 7))
            }
            let answer = try await project.appender().append(author.push(), in: project.id)
            #expect(answer == .pushed(through: 4))

            let structure = try await project.read(.structure)
            let scans = try await project.read(.scans)
            let all = (structure + scans).sorted { $0.event.commitment.position < $1.event.commitment.position }
            #expect(all.map(\.event.commitment.position) == [1, 2, 3, 4])
            #expect(structure.map(\.event.commitment.position) == [1, 4])
            #expect(all.map(\.event.envelope) == author.events)
            #expect(all.map(\.event.hash) == author.hashes)
            var chain = Digest.zero
            for event in all.map(\.event) {
                chain = .chain(after: chain, event: event.hash, event.commitment, with: SHA256())
            }
            let head = try await EventReader(pool: pool).head(of: project.id)
            #expect(all.last?.chain == chain)
            #expect(head?.position == 4 && head?.chain == chain)
        }
    }

    @Test("resending the same push, whole or in part, gets the same answer and changes nothing")
    func resend() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 2))
            let project = try await TestProject(pool, using: &random)
            var author = try await project.join(using: &random)
            for _ in 0..<10 { author.write() }
            let appender = project.appender()
            for _ in 0..<3 {
                let answer = try await appender.append(author.push(), in: project.id)
                #expect(answer == .pushed(through: 10))
            }
            let part = try await appender.append(author.push(from: 4, through: 7), in: project.id)
            #expect(part == .pushed(through: 7))
            let stored = try await project.read(.scans)
            #expect(stored.count == 10)
        }
    }

    @Test("a gap and a fork are told, and nothing is stored")
    func refusals() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 3))
            let project = try await TestProject(pool, using: &random)
            var author = try await project.join(using: &random)
            for _ in 0..<5 { author.write() }
            let appender = project.appender()
            let gap = try await appender.append(author.push(from: 3), in: project.id)
            #expect(gap == .gap(expected: 1))
            _ = try await appender.append(author.push(through: 3), in: project.id)
            var clone = author.restored(to: 2)
            for _ in 0..<4 { clone.write([9]) }
            let fork = try await appender.append(clone.push(from: 2), in: project.id)
            #expect(fork == .fork(at: 3))
            let stored = try await project.read(.scans)
            #expect(stored.count == 3)
        }
    }

    @Test("an unknown project and an agent that never said Hello store nothing")
    func unknown() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 4))
            let project = try await TestProject(pool, using: &random)
            var stranger = Author(in: project.id, using: &random)
            stranger.write()
            let first = try await project.appender().append(stranger.push(), in: project.id)
            #expect(first == .notAdmitted)
            let second = try await project.appender().append(stranger.push(), in: ProjectID(high: 1, low: 1))
            #expect(second == .notAdmitted)
        }
    }

    @Test("of a revoked agent nothing is stored, until it is let in again")
    func revoked() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 5))
            let project = try await TestProject(pool, using: &random)
            var author = try await project.join(using: &random)
            author.write()
            let agents = AgentStore(pool: pool)
            let wasKnown = try await agents.revoke(author.id, in: project.id)
            #expect(wasKnown)
            let refused = try await project.appender().append(author.push(), in: project.id)
            #expect(refused == .notAdmitted)
            let unread = try await EventReader(pool: pool).read(
                .scans,
                of: project.id,
                after: .start,
                maximumBytes: 1_000,
                for: author.id
            )
            #expect(unread == nil)
            _ = try await agents.revoke(author.id, in: project.id, undo: true)
            let answer = try await project.appender().append(author.push(), in: project.id)
            #expect(answer == .pushed(through: 1))
        }
    }

    @Test("a recovery's copy of a stored event is marked as a duplicate, and so is a second copy")
    func duplicates() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 6))
            let project = try await TestProject(pool, using: &random)
            var author = try await project.join(using: &random)
            for _ in 0..<2 { author.write() }
            _ = try await project.appender().append(author.push(through: 1), in: project.id)
            for number in 0..<2 {
                var recovered = author.emptied(Incarnation(UInt64(number)))
                for sequence in 1...2 {
                    let origin = Origin(
                        incarnation: author.incarnation,
                        sequence: UInt64(sequence),
                        hash: author.hashes[sequence - 1]
                    )
                    recovered.write(origin: origin)
                }
                try await project.greet(recovered)
                _ = try await project.appender().append(recovered.push(), in: project.id)
            }
            let stored = try await project.read(.scans)
            #expect(stored.map(\.event.commitment.isDuplicate) == [false, true, false, true, true])
        }
    }

    @Test("what an author had seen counts where the chain confirms it, and bounds the date")
    func seen() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 7))
            let project = try await TestProject(pool, using: &random)
            var first = try await project.join(using: &random)
            first.write()
            _ = try await project.appender().append(first.push(), in: project.id)
            let chain = try await EventReader(pool: pool).chain(of: project.id, at: [0, 1, 2])
            #expect(chain.keys.sorted() == [0, 1])
            var second = try await project.join(using: &random)
            second.write(basis: Basis(position: 1, chainPrefix: chain[1]?.prefix ?? 0))
            second.write(basis: Basis(position: 1, chainPrefix: 12345))
            _ = try await project.appender().append(second.push(reference: 0), in: project.id)
            let stored = try await project.read(.scans).map(\.event.commitment)
            #expect(stored.map(\.seen) == [0, 1, 0])
            #expect(stored[1].occurredAt == stored[0].receivedAt)
        }
    }

    @Test("a blob that an event names is wanted once the event is stored, and not before")
    func blobs() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 8))
            let project = try await TestProject(pool, using: &random)
            var author = try await project.join(using: &random)
            let plan = WantedBlob(hash: random.digest(), byteCount: 100)
            author.write(kind: .floorPlanAttached)
            let appender = Appender(
                pool: pool,
                rules: AppendRules(hashing: SHA256()),
                references: { _ in [plan, plan] },
                onCommit: { _, _ in }
            )
            let blobs = BlobStore(pool: pool)
            let before = try await blobs.missing(in: project.id)
            _ = try await appender.append(author.push(), in: project.id)
            let after = try await blobs.missing(in: project.id)
            #expect(before == [])
            #expect(after == [plan])
        }
    }
}

extension Author {
    /// The same installation with an older copy of its log.
    func restored(to count: Int) -> Author {
        var copy = emptied(incarnation)
        for event in events.prefix(count) { copy.write(event.payload) }
        return copy
    }

    /// The same installation with an empty log.
    func emptied(_ incarnation: Incarnation) -> Author { Author(copying: self, incarnation: incarnation) }

    private init(copying other: Author, incarnation: Incarnation) {
        project = other.project
        id = other.id
        publicKey = other.publicKey
        self.incarnation = incarnation
    }
}
