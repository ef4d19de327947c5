import Crypto
import EdgeLog
import Foundation
import Survey
import TestSupport
import Testing

@Suite("Plans beside the log")
struct BlobTests {
    let home = TemporaryHome()
    let plan = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    @Test("a kept plan is here, not yet safe, and read in pieces")
    func keep() throws {
        let log = try home.create()
        let hash = try log.keepBlob(plan)
        #expect(try log.keepBlob(plan) == hash)
        #expect(try log.status().unsafeBlobs == 1)
        #expect(try log.readBlob(hash, from: 99_990, count: 100) == Array(plan.suffix(10)))
        try log.markBlobSafe(hash)
        #expect(try log.status().unsafeBlobs == 0)
        try log.markBlobUnsafe(hash)
        #expect(try log.status().unsafeBlobs == 1)
    }

    @Test("a fetched plan goes on after a crash where it was durable, whatever the crash left behind")
    func resume() throws {
        let hash = SHA256().sha256(plan)
        do {
            let log = try home.create()
            try log.expectBlob(hash, byteCount: 100_000)
            try log.receive(Array(plan[..<32_768]), of: hash, at: 0)
            #expect(try log.status().missingBlobs == 1)
        }
        let part = URL(filePath: home.installation.plansDirectory + "/\(hash).part")
        try (Data(contentsOf: part) + Data([1, 2, 3])).write(to: part)  // written, not noted
        let log = try home.open()
        while let blob = try log.blobs().first, !blob.isHere {
            let start = Int(blob.received)
            try log.receive(Array(plan[start..<min(plan.count, start + 32_768)]), of: hash, at: blob.received)
            try log.receive([9, 9], of: hash, at: 0)  // an old piece again
        }
        #expect(try log.readBlob(hash, from: 0, count: 200_000) == plan)
        #expect(try log.blobs().map(\.isSafe) == [true])
    }

    @Test("a plan that arrives wrong is thrown away and begins anew")
    func wrong() throws {
        let log = try home.create()
        let hash = SHA256().sha256(plan)
        try log.expectBlob(hash, byteCount: 3)
        #expect(throws: EdgeLogError.wrongBlob(hash)) { try log.receive([1, 2, 3], of: hash, at: 0) }
        #expect(try log.blobs().map(\.received) == [0])
    }
}
