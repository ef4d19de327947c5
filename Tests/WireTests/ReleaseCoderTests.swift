import Crypto
import Fingerprints
import Survey
import Sync
import TestSupport
import Testing
import Wire

@Suite("Release coder")
struct ReleaseCoderTests {
    private let coder = ReleaseCoder()

    @Test("a block comes back as it was written, and equal blocks have equal bytes", arguments: Seed.forThisRun(20))
    func blocks(seed: Seed) {
        var random = SeededGenerator(seed)
        for _ in 0..<20 {
            let block = Block.random(using: &random)
            let bytes = coder.encode(block)
            let isWhole = coder.decodeBlock(bytes, named: block.name) == block
            #expect(isWhole, "\(block.name)")
            #expect(coder.encode(block) == bytes)
        }
    }

    @Test("a policy without advice how to locate is read and written as before there was any")
    func withoutAdvice() throws {
        // The bytes that releases before had: how beacons are told apart, and nothing else.
        let policy = PolicyBlock(identities: .frame, regions: [], spots: [], scanPolicy: nil)
        let old: [UInt8] = [0x08, UInt8(IdentityPolicy.frame.rawValue)]
        #expect(coder.encode(.policy(policy)) == old)
        #expect(coder.decodeBlock(old, named: .policy) == .policy(policy))
        let choice = MatchingChoice(metric: "absolute", neighbours: 3, expectedError: 123, accuracyFactor: 90)
        let advising = Block.policy(
            PolicyBlock(identities: .frame, regions: [], spots: [], scanPolicy: nil, matching: choice)
        )
        let new = old + [0x2A, 16, 0x0A, 8] + Array("absolute".utf8) + [0x10, 3, 0x18, 123, 0x20, 90]
        #expect(coder.encode(advising) == new)
        #expect(coder.decodeBlock(new, named: .policy) == advising)
    }

    @Test("the answer to who publishes tells the advice, where there is one")
    func published() throws {
        let choice = MatchingChoice(metric: "absolute", neighbours: 3, expectedError: 123, accuracyFactor: 90)
        let fused = MatchingChoice(
            metric: "radio-map",
            neighbours: 0,
            expectedError: 123,
            accuracyFactor: 90,
            rangingShare: 25,
            mapFactor: 110
        )
        for matching in [nil, choice, fused] {
            let message = ServerMessage.published(release: 7, matching: matching)
            let body = message.frameBody
            let read = try body.withUnsafeBufferPointer { try ServerMessage(frameBody: $0) }
            #expect(read == message)
        }
    }

    @Test("a block under another name is refused")
    func names() {
        var random = SeededGenerator(Seed(value: 1))
        let prints = coder.encode(.prints(.random(using: &random)))
        #expect(coder.decodeBlock(prints, named: .prints(.random(using: &random))) == nil)
        #expect(coder.decodeBlock(prints, named: .geometry) == nil)
        #expect(coder.decodeBlock(prints, named: .policy) == nil)
    }

    @Test("a manifest comes back as it was signed", arguments: Seed.forThisRun(20))
    func manifests(seed: Seed) {
        var random = SeededGenerator(seed)
        let manifest = Manifest.random(using: &random)
        #expect(coder.decodeManifest(coder.encode(manifest)) == manifest)
    }

    @Test("one replacement is a delta of at most 200 bytes, from which a device makes the next release")
    func delta() throws {
        var random = SeededGenerator(Seed(value: 2))
        let key = try SigningKey()
        let project = ProjectID.random(using: &random)
        let rules = ReleaseRules(
            project: project,
            projectKey: key.publicKey,
            coding: coder,
            hashing: SHA256(),
            verifier: Ed25519()
        )
        let address = MACAddress(value: 0xC0FF_EE12_3456)
        let entries = (0..<2_000).map { number in
            AssignmentEntry(
                slot: .random(using: &random),
                occupant: AssignmentEntry.Occupant(
                    identity: BeaconIdentity(BeaconIdentity.iBeacon(UInt16(number)).frame, address: address),
                    offset: 0,
                    offsetDeviation: 0,
                    isContested: false
                )
            )
        }
        var changed = AssignmentsBlock(entries: entries).entries
        changed[1_999] = AssignmentEntry(
            slot: changed[1_999].slot,
            occupant: AssignmentEntry.Occupant(
                identity: BeaconIdentity(BeaconIdentity.iBeacon(60_000).frame, address: address),
                offset: -1_234,
                offsetDeviation: 345,
                isContested: false
            )
        )
        func release(_ number: UInt64, _ entries: [AssignmentEntry]) throws -> EncodedRelease {
            try EncodedRelease(
                project: project,
                release: number,
                position: 1 << 40,
                chain: random.digest(),
                blocks: [.assignments(AssignmentsBlock(entries: entries))],
                coding: coder,
                hashing: SHA256(),
                sign: { try key.signature(of: $0) }
            )
        }
        let held = try release(1_000_000, entries)
        let next = try release(1_000_001, changed)
        let delta = try #require(
            ReleaseDelta(from: (held.manifest, held.assignments), to: (next.manifest, next.assignments))
        )
        let bytes = coder.encode(delta)
        #expect(bytes.count <= 200)
        #expect(coder.decodeDelta(bytes) == delta)
        let made = try rules.accept(delta: bytes, holding: held.manifest, held.assignments)
        #expect(made.manifest == next.manifest)
        let isSame = made.block == next.blocks[0]
        #expect(isSame)
    }

    @Test("prints whose arrays do not fit together are refused")
    func prints() {
        var random = SeededGenerator(Seed(value: 3))
        let slot = SlotID.random(using: &random)
        let row = PrintsBlock.Row(
            point: 0,
            place: MillimetrePoint(x: 1, y: 2),
            heading: .left,
            scans: 9,
            levelCount: 1
        )
        let level = PrintsBlock.Level(slot: 0, heard: 3, mean: -6_000, deviation: 250)
        let block = PrintsBlock(floor: .random(using: &random), slots: [slot], rows: [row], levels: [level])
        let bytes = coder.encode(.prints(block))
        let name = BlockName.prints(block.floor)
        #expect(coder.decodeBlock(bytes, named: name) == .prints(block))
        let extras: [[UInt8]] = [
            [0x12, 0x01, 0x00],  // slots of 1 byte
            [0x1A, 0x01, 0x00],  // another row_points
            [0x42, 0x01, 0x05],  // another row_levels
            [0x4A, 0x01, 0x07],  // another level_slots, beyond the slots
        ]
        let unheard = PrintsBlock.Level(slot: 0, heard: 0, mean: -6_000, deviation: 250)
        let hollow = PrintsBlock(floor: block.floor, slots: [slot], rows: [row], levels: [unheard])
        #expect(coder.decodeBlock(coder.encode(.prints(hollow)), named: name) == nil)
        for extra in extras { #expect(coder.decodeBlock(bytes + extra, named: name) == nil) }
        let beyond = bytes + [0x4A, 1, 1, 0x52, 1, 1, 0x5A, 1, 1, 0x62, 1, 1, 0x1A, 1, 0, 0x22, 1, 0, 0x2A, 1, 0]
        let whole = beyond + [0x32, 1, 0, 0x3A, 1, 1, 0x42, 1, 1]  // a second row whose level names slot 1 of 1
        #expect(coder.decodeBlock(whole, named: name) == nil)
    }

    @Test("damaged blocks, manifests and deltas are refused or read, never a crash", arguments: Seed.forThisRun(50))
    func damage(seed: Seed) {
        var random = SeededGenerator(seed)
        for _ in 0..<20 {
            let block = Block.random(using: &random)
            var bytes = coder.encode(block)
            bytes.damage(using: &random)
            if let read = coder.decodeBlock(bytes, named: block.name) {
                let isStable = coder.decodeBlock(coder.encode(read), named: block.name) == read
                #expect(isStable)
            }
            var manifest = coder.encode(Manifest.random(using: &random))
            manifest.damage(using: &random)
            if let read = coder.decodeManifest(manifest) {
                #expect(coder.decodeManifest(coder.encode(read)) == read)
            }
            var delta = coder.encode(ReleaseDelta.random(using: &random))
            delta.damage(using: &random)
            if let read = coder.decodeDelta(delta) { #expect(coder.decodeDelta(coder.encode(read)) == read) }
        }
    }
}
