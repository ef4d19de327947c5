import Crypto
import Device
import EdgeLog
import Fingerprints
import Foundation
import Survey
import Sync
import TestSupport
import Testing

/// A fair: everybody pulls before it, over a network that fails, and again while beacons are replaced.
///
/// `PHAROS_VISITORS=1000 swift test --filter Crowd` lets more of them come (B5: 25,000 in two days).
@Suite("A crowd of visitors")
struct CrowdTests {
    private static let visitors = ProcessInfo.processInfo.environment["PHAROS_VISITORS"].flatMap(Int.init) ?? 4

    @Test("nobody downloads anything twice, and each replacement costs each visitor at most 200 bytes")
    func fair() async throws {
        let hall = try Hall(points: 2_000)
        let releases = try [
            hall.release(1), hall.release(2, replaced: [4: 900]), hall.release(3, replaced: [4: 900, 7: 901]),
        ]
        let seed = Seed.forThisRun(1)[0]
        var random = SeededGenerator(seed)
        let directory = try TemporaryDirectory()
        let key = try SigningKey()
        let size = releases[0].blocks.reduce(0) { $0 + $1.count }
        for visitor in 0..<Self.visitors {
            let cache = ReleaseCache(
                at: directory.path + "/\(visitor)",
                project: hall.project,
                projectKey: hall.key.publicKey
            )
            var held = 0
            // Some come late, and find two replacements at once.
            for known in 1...releases.count {
                guard known != 2 || Int.random(in: 0..<3, using: &random) > 0 else { continue }
                let (bytes, tries) = try await Self.pull(Array(releases[..<known]), hall, cache, key, using: &random)
                // Each try is told the manifest; what was downloaded before the link ended is not sent again.
                let limit = held == 0 ? size + 600 * tries : 200 * (known - held)
                #expect(bytes <= limit, "\(seed): visitor \(visitor), release \(known), \(tries) tries")
                held = known
                #expect(try cache.release().manifest == releases[known - 1].manifest)
            }
            try FileManager.default.removeItem(atPath: directory.path + "/\(visitor)")
        }
    }

    /// Tries until it succeeds, over links that mostly end too early; the bytes of answers and content, and the tries.
    private static func pull(
        _ releases: [EncodedRelease],
        _ hall: Hall,
        _ cache: ReleaseCache,
        _ key: SigningKey,
        using random: inout SeededGenerator
    ) async throws -> (bytes: Int, tries: Int) {
        var (bytes, tries) = (0, 0)
        while true {
            tries += 1
            let chunks = Bool.random(using: &random) ? Int.random(in: 0...2, using: &random) : nil
            let server = ReleaseServer(releases, .init(afterChunks: chunks))
            let session = try DeviceSession(
                over: server,
                as: key,
                in: hall.project,
                filling: cache,
                clock: SystemClock()
            )
            do {
                return (bytes + (try await session.run().payload), tries)
            } catch DeviceError.interrupted {
                bytes += await server.bytesDelivered
            }
        }
    }
}
