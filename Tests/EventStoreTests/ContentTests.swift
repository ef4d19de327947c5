import Crypto
import EventStore
import PostgresSupport
import Survey
import Sync
import TestSupport
import Testing

@Suite("Blobs and releases", .needsPostgres)
struct ContentTests {
    @Test("a blob arrives in pieces, in whatever order they are tried, and comes back whole")
    func blob() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 1))
            let bytes = random.bytes(100_000)
            let (project, offer) = try await wanted(bytes, on: pool, using: &random)
            let blobs = BlobStore(pool: pool)
            let pieces = chunks(of: bytes, offer.hash)
            let early = try await blobs.add(pieces[1], in: project.id)
            #expect(early == .partial(received: 0))
            for (index, piece) in pieces.enumerated() {
                let progress = try await blobs.add(piece, in: project.id)
                let end = piece.offset + UInt64(piece.bytes.count)
                #expect(progress == (index == pieces.count - 1 ? .complete : .partial(received: end)))
                let repeated = try await blobs.add(piece, in: project.id)
                #expect(repeated == progress)
                let state = try await blobs.state(of: offer, in: project.id)
                #expect(state == progress)
            }
            var received: [UInt8] = []
            while received.count < bytes.count {
                let chunk = try await blobs.chunk(of: offer.hash, from: UInt64(received.count), in: project.id)
                received += try #require(chunk).bytes.prefix(10_000)  // pieces may be asked for from anywhere
            }
            let isSame = received == bytes
            #expect(isSame)
            let behind = try await blobs.chunk(of: offer.hash, from: offer.byteCount, in: project.id)
            #expect(behind == nil)
        }
    }

    @Test("a blob that came over a slow link in small pieces is read in pieces of the full size")
    func smallPieces() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 4))
            let bytes = random.bytes(70_000)
            let (project, offer) = try await wanted(bytes, on: pool, using: &random)
            let blobs = BlobStore(pool: pool)
            let content = ContentReference(kind: .blob, hash: offer.hash)
            for offset in stride(from: 0, to: bytes.count, by: 3_000) {
                let piece = Array(bytes[offset..<min(offset + 3_000, bytes.count)])
                let chunk = Chunk(content: content, offset: UInt64(offset), total: offer.byteCount, bytes: piece)
                _ = try await blobs.add(chunk, in: project.id)
            }
            for offset in [0, 1, 2_999, 32_768, 65_536, 69_999] {
                let chunk = try #require(try await blobs.chunk(of: offer.hash, from: UInt64(offset), in: project.id))
                let isSame = chunk.bytes == Array(bytes[offset..<min(offset + Chunk.maximumSize, bytes.count)])
                #expect(isSame, "from \(offset)")
            }
        }
    }

    @Test("a blob with another hash is thrown away, counted, and may come again")
    func corrupted() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 2))
            let bytes = random.bytes(40_000)
            let (project, offer) = try await wanted(bytes, on: pool, using: &random)
            let blobs = BlobStore(pool: pool)
            var wrong = bytes
            wrong[39_999] ^= 1
            let pieces = chunks(of: wrong, offer.hash)
            _ = try await blobs.add(pieces[0], in: project.id)
            let progress = try await blobs.add(pieces[1], in: project.id)
            #expect(progress == .corrupted)
            let status = try await StatusStore(pool: pool).status(of: project.id)
            #expect(status?.missingBlobs == 1 && status?.corruptedBlobs == 1)
            for piece in chunks(of: bytes, offer.hash) { _ = try await blobs.add(piece, in: project.id) }
            let state = try await blobs.state(of: offer, in: project.id)
            #expect(state == .complete)
        }
    }

    @Test("what no event names, or at another size, is not wanted")
    func unwanted() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 3))
            let bytes = random.bytes(100)
            let (project, offer) = try await wanted(bytes, on: pool, using: &random)
            let blobs = BlobStore(pool: pool)
            let longer = BlobOffer(hash: offer.hash, byteCount: 101)
            let state = try await blobs.state(of: longer, in: project.id)
            #expect(state == .notWanted)
            let content = ContentReference(kind: .blob, hash: random.digest())
            let chunk = Chunk(content: content, offset: 0, total: 100, bytes: bytes)
            let progress = try await blobs.add(chunk, in: project.id)
            #expect(progress == .notWanted)
        }
    }

    @Test("an unfinished blob expires and stays wanted; a finished one stays")
    func expiry() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 4))
            let bytes = random.bytes(40_000)
            let (project, offer) = try await wanted(bytes, on: pool, using: &random)
            let blobs = BlobStore(pool: pool)
            let pieces = chunks(of: bytes, offer.hash)
            _ = try await blobs.add(pieces[0], in: project.id)
            let young = try await blobs.expire(in: project.id, olderThan: .seconds(3_600))
            let old = try await blobs.expire(in: project.id, olderThan: .zero)
            #expect([young, old] == [0, 1])
            let state = try await blobs.state(of: offer, in: project.id)
            #expect(state == .partial(received: 0))
            for piece in pieces { _ = try await blobs.add(piece, in: project.id) }
            let finished = try await blobs.expire(in: project.id, olderThan: .zero)
            #expect(finished == 0)
        }
    }

    @Test("release numbers only rise, above every one that a device has shown")
    func releases() async throws {
        let database = try TestDatabase()
        try await database.withPool { pool in
            var random = SeededGenerator(Seed(value: 5))
            let project = try await TestProject(pool, using: &random)
            let releases = ReleaseStore(pool: pool)
            let block = ReleaseStore.Block(hash: random.digest(), bytes: random.bytes(70_000))
            let none = try await releases.newest(of: project.id)
            #expect(none == nil)
            for number in [1, 2] as [UInt64] {
                let next = try await releases.nextNumber(of: project.id)
                #expect(next == number)
                let release = ReleaseStore.Release(
                    number: next,
                    position: 0,
                    manifestHash: random.digest(),
                    manifest: random.bytes(100)
                )
                let isPublished = try await releases.publish(release, blocks: [block], by: nil, in: project.id)
                let isRepeated = try await releases.publish(release, blocks: [], by: nil, in: project.id)
                #expect(isPublished && !isRepeated)
                let newest = try await releases.newest(of: project.id)
                let found = try await releases.release(withManifest: release.manifestHash, of: project.id)
                #expect(newest == release && found == release)
            }
            try await releases.raiseFloor(to: 9, of: project.id)
            try await releases.raiseFloor(to: 5, of: project.id)
            let next = try await releases.nextNumber(of: project.id)
            #expect(next == 10)
            var received: [UInt8] = []
            while let chunk = try await releases.chunk(of: block.hash, from: UInt64(received.count), in: project.id) {
                received += chunk.bytes
            }
            let isSame = received == block.bytes
            #expect(isSame)
        }
    }

    private func chunks(of bytes: [UInt8], _ hash: Digest) -> [Chunk] {
        stride(from: 0, to: bytes.count, by: Chunk.maximumSize).map { start in
            Chunk(
                content: ContentReference(kind: .blob, hash: hash),
                offset: UInt64(start),
                total: UInt64(bytes.count),
                bytes: Array(bytes[start..<min(start + Chunk.maximumSize, bytes.count)])
            )
        }
    }

    /// A project in which an event names these bytes.
    private func wanted(
        _ bytes: [UInt8],
        on pool: Pool,
        using random: inout SeededGenerator
    ) async throws -> (TestProject, BlobOffer) {
        let project = try await TestProject(pool, using: &random)
        var author = try await project.join(using: &random)
        author.write(kind: .floorPlanAttached)
        let reference = WantedBlob(hash: SHA256().sha256(bytes), byteCount: UInt64(bytes.count))
        let appender = Appender(
            pool: pool,
            rules: AppendRules(hashing: SHA256()),
            references: { _ in [reference] },
            onCommit: { _, _ in }
        )
        _ = try await appender.append(author.push(), in: project.id)
        return (project, BlobOffer(hash: reference.hash, byteCount: reference.byteCount))
    }
}
