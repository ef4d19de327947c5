import Crypto
import Device
import EdgeLog
import Fingerprints
import Foundation
import Survey
import Sync
import Testing

@Suite("Pulling releases")
struct PullTests {
    private let hall: Hall
    private let directory: TemporaryDirectory
    private let cache: ReleaseCache

    init() throws {
        hall = try Hall(points: 3_000)
        directory = try TemporaryDirectory()
        cache = ReleaseCache(at: directory.path + "/releases", project: hall.project, projectKey: hall.key.publicKey)
    }

    @discardableResult
    private func pull(_ releases: [EncodedRelease], _ failing: ReleaseServer.Failing = .init()) async throws
        -> PullOutcome
    {
        try await pull(from: ReleaseServer(releases, failing))
    }

    private func pull(from server: ReleaseServer) async throws -> PullOutcome {
        let key = try SigningKey()
        return try await DeviceSession(over: server, as: key, in: hall.project, filling: cache, clock: SystemClock())
            .run()
    }

    private var inUse: UInt64 { get throws { try cache.release().manifest.release } }

    @Test("the first pull brings the whole release, the next one finds that it is the newest")
    func first() async throws {
        let release = try hall.release(1)
        let outcome = try await pull([release])
        #expect(outcome.kind == .downloaded)
        #expect(outcome.from == nil && outcome.to == 1)
        #expect(try cache.release().manifest == release.manifest)
        #expect(try cache.release().prints.first?.rows.count == 3_000)
        let again = try await pull([release])
        #expect(again.kind == .current && again.payload == 0)
    }

    @Test("before anything was published there is nothing to pull, and nothing to use")
    func nothing() async throws {
        #expect(try await pull([]).kind == .nothingPublished)
        #expect(throws: DeviceError.noRelease(path: cache.path)) { try cache.release() }
    }

    @Test("R14: one replacement costs a device at most 200 bytes")
    func delta() async throws {
        let (first, second) = (try hall.release(1), try hall.release(2, replaced: [4: 900]))
        try await pull([first])
        let outcome = try await pull([first, second])
        #expect(outcome.kind == .changed)
        #expect(outcome.payload <= 200)
        #expect(try cache.release().manifest == second.manifest)
        #expect(try cache.release().assignments == second.assignments)
        let later = try hall.release(3, replaced: [4: 900])
        #expect(try await pull([first, second, later]).kind == .changed)
    }

    @Test("what did not change is not downloaded again")
    func unchanged() async throws {
        let first = try hall.release(1)
        let whole = try await pull([first]).payload
        let renamed = try hall.release(2, floorName: "Great Hall")
        let outcome = try await pull([first, renamed])
        #expect(outcome.kind == .downloaded)
        #expect(outcome.payload * 10 < whole)
    }

    @Test("a download that is cut off leaves the old release in use, and goes on where it stopped")
    func cut() async throws {
        let old = try hall.release(1)
        try await pull([old])
        let big = try Hall(points: 6_000, key: hall.key)
        let new = try big.release(2)
        var cuts = 0
        while true {
            let server = ReleaseServer([old, new], .init(afterChunks: 2))
            do {
                let outcome = try await pull(from: server)
                #expect(outcome.to == 2)
                break
            } catch DeviceError.interrupted {
                cuts += 1
                #expect(try inUse == 1)
                let offsets = await server.fetched
                #expect(cuts == 1 || offsets.contains { $0 > 0 } || offsets.count <= 2)
            }
        }
        #expect(cuts >= 2)
        #expect(try cache.release().manifest == new.manifest)
    }

    @Test("a forged release is refused, and the old one stays in use")
    func forged() async throws {
        let first = try hall.release(1)
        try await pull([first])
        let forged = try hall.release(2, replaced: [1: 66], signedBy: SigningKey())
        await #expect(throws: DeviceError.refusedRelease(.badSignature(release: 2))) { try await pull([forged]) }
        #expect(try inUse == 1)
    }

    @Test("a broken block is refused, and the old release stays in use")
    func broken() async throws {
        let (first, second) = (try hall.release(1), try hall.release(2, floorName: "Great Hall"))
        try await pull([first])
        await #expect(throws: DeviceError.refusedRelease(.wrongContent(.geometry))) {
            try await pull([first, second], .init(flipsBits: true))
        }
        #expect(try inUse == 1)
        await #expect(throws: DeviceError.missingContent(.geometry)) {
            try await pull([first, second], .init(lostBlocks: true))
        }
        #expect(try inUse == 1)
        try await pull([first, second])
        #expect(try inUse == 2)
    }

    @Test("a piece that somebody forged before the download was cut off does not make the next honest one fail")
    func forgedPiece() async throws {
        let old = try hall.release(1)
        try await pull([old])
        let new = try Hall(points: 6_000, key: hall.key).release(2)
        await #expect(throws: DeviceError.self) {
            try await pull([old, new], .init(afterChunks: 2, flipsBits: true))
        }
        #expect(try inUse == 1)
        await #expect(throws: DeviceError.self, "what is wrong twice is refused") {
            try await pull([old, new], .init(flipsBits: true))
        }
        await #expect(throws: DeviceError.self) {
            try await pull([old, new], .init(afterChunks: 2, flipsBits: true))
        }
        #expect(try await pull([old, new]).to == 2)
        #expect(try cache.release().manifest == new.manifest)
    }

    @Test("an older release is refused")
    func older() async throws {
        let (first, second) = (try hall.release(1), try hall.release(2, floorName: "Great Hall"))
        try await pull([second])
        await #expect(throws: DeviceError.refusedRelease(.notNewer(held: 2, offered: 1))) { try await pull([first]) }
        #expect(try inUse == 2)
    }

    @Test("a delta that does not fit is answered by asking for the whole")
    func wrongDelta() async throws {
        let releases = [
            try hall.release(1), try hall.release(2, replaced: [1: 70, 2: 80]), try hall.release(3, replaced: [5: 90]),
        ]
        try await pull(Array(releases[..<2]))
        let outcome = try await pull(releases, .init(sendsWrongDelta: true))
        #expect(outcome.kind == .downloaded && outcome.to == 3)
    }

    @Test("a server that forgot the release is shown its manifest, and numbers only rise")
    func forgotten() async throws {
        try await pull([hall.release(8)])
        let server = ReleaseServer([try hall.release(9, floorName: "Great Hall")], .init(forgot: true))
        #expect(try await pull(from: server).to == 9)
        #expect(await server.shownManifests == 1)
    }

    @Test("a release damaged on disk is noticed: the one before serves until a pull has mended it")
    func damaged() async throws {
        let (first, second) = (try hall.release(1), try hall.release(2, floorName: "Great Hall"))
        try await pull([first])
        try await pull([first, second])
        let block = "\(cache.path)/blocks/\(second.manifest.blocks[0].hash)"
        try Data([1, 2, 3]).write(to: URL(filePath: block))
        #expect(try inUse == 1)
        try await pull([first, second])
        #expect(try inUse == 2)
        try Data([9]).write(to: URL(filePath: cache.path + "/current"))
        #expect(try inUse == 1)
        try Data([9]).write(to: URL(filePath: cache.path + "/previous"))
        #expect(throws: DeviceError.damaged(path: cache.path)) { try cache.release() }
        try await pull([first, second])
        #expect(try inUse == 2)
    }

    @Test("blocks that neither release needs are removed")
    func tidy() async throws {
        var releases: [EncodedRelease] = []
        for number in 1...5 as ClosedRange<UInt64> {
            releases.append(try hall.release(number, floorName: "Hall \(number)"))
            try await pull(releases)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: cache.path + "/blocks")
        #expect(Set(names) == Set(releases.suffix(2).flatMap(\.manifest.blocks).map(\.hash.description)))
    }
}
