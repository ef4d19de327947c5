import Fingerprints
import Survey
import TestSupport
import Testing

@Suite("Releases")
struct ReleaseTests {
    private let coding = ShelfCoding()
    private let project = ProjectID(77)

    private func rules(key: UInt8 = 9) -> ReleaseRules<ShelfCoding, FowlerNollVo, ToySignatures> {
        ReleaseRules(
            project: project,
            projectKey: [key],
            coding: coding,
            hashing: FowlerNollVo(),
            verifier: ToySignatures()
        )
    }

    private func release(_ number: UInt64, _ assignments: [AssignmentEntry], key: UInt8 = 9) -> EncodedRelease {
        EncodedRelease(
            project: project,
            release: number,
            position: number * 100,
            chain: FowlerNollVo().sha256([UInt8(number)]),
            blocks: [
                .assignments(AssignmentsBlock(entries: assignments)),
                .policy(PolicyBlock(identities: .frame, regions: [], spots: [], scanPolicy: nil)),
            ],
            coding: coding,
            hashing: FowlerNollVo(),
            sign: { ToySignatures.sign($0, with: key) }
        )
    }

    private func entry(_ slot: UInt64, _ minor: UInt16, isContested: Bool = false) -> AssignmentEntry {
        AssignmentEntry(
            slot: SlotID(slot),
            occupant: AssignmentEntry.Occupant(
                identity: .beacon(minor),
                offset: 0,
                offsetDeviation: 0,
                isContested: isContested
            )
        )
    }

    @Test("a delta between any two assignments blocks leads from one to the other", arguments: Seed.forThisRun(50))
    func deltas(seed: Seed) {
        var random = SeededGenerator(seed)
        func block() -> AssignmentsBlock {
            AssignmentsBlock(
                entries: (0..<Int.random(in: 0...12, using: &random)).map { _ in
                    entry(
                        UInt64.random(in: 1...6, using: &random),
                        UInt16.random(in: 1...9, using: &random),
                        isContested: Bool.random(using: &random)
                    )
                }
            )
        }
        for _ in 0..<40 {
            let (held, current) = (block(), block())
            #expect(held.applying(ReleaseDelta.changes(from: held, to: current)) == current)
            #expect(ReleaseDelta.changes(from: held, to: held).isEmpty)
        }
    }

    @Test("R14: one replacement changes the assignments block alone, by one entry")
    func replacement() throws {
        let first = release(1, (1...50).map { entry($0, UInt16($0)) })
        let second = release(2, (1...50).map { entry($0, $0 == 7 ? 700 : UInt16($0)) })
        let changed = zip(first.manifest.blocks, second.manifest.blocks).filter { $0 != $1 }.map(\.0.name)
        #expect(changed == [.assignments])
        let delta = try #require(
            ReleaseDelta(from: (first.manifest, first.assignments), to: (second.manifest, second.assignments))
        )
        #expect(delta.changes == [.replace(index: 6, entry(7, 700).occupant)])
        let (manifest, block) = try rules().accept(
            delta: coding.encode(delta),
            holding: first.manifest,
            first.assignments
        )
        #expect(manifest == second.manifest)
        #expect(coding.encode(manifest) == coding.encode(second.manifest))
        #expect(block == second.blocks[0])
    }

    @Test("a release in which more than the assignments changed has no delta, nor has an older one")
    func noDelta() {
        let first = release(1, [entry(1, 1)])
        let second = EncodedRelease(
            project: project,
            release: 2,
            position: 2,
            chain: .zero,
            blocks: [
                .assignments(first.assignments),
                .policy(PolicyBlock(identities: .address, regions: [], spots: [], scanPolicy: nil)),
            ],
            coding: coding,
            hashing: FowlerNollVo(),
            sign: { ToySignatures.sign($0, with: 9) }
        )
        let (old, new) = ((first.manifest, first.assignments), (second.manifest, second.assignments))
        #expect(ReleaseDelta(from: old, to: new) == nil)
        #expect(ReleaseDelta(from: new, to: old) == nil)
    }

    @Test("a device refuses forged, foreign, older and same-numbered releases, and takes the one it holds again")
    func refusals() throws {
        let held = release(5, [entry(1, 1)]).manifest
        func accept(_ manifest: Manifest) throws(ReleaseError) -> Manifest {
            try rules().accept(manifest: coding.encode(manifest), holding: held)
        }
        let newer = release(6, [entry(1, 2)]).manifest
        #expect(try accept(newer) == newer)
        #expect(try accept(held) == held)
        #expect(throws: ReleaseError.notNewer(held: 5, offered: 4)) { try accept(release(4, []).manifest) }
        #expect(throws: ReleaseError.notNewer(held: 5, offered: 5)) { try accept(release(5, []).manifest) }
        #expect(throws: ReleaseError.badSignature(release: 6)) { try accept(release(6, [], key: 8).manifest) }
        #expect(throws: ReleaseError.malformed("manifest")) { try rules().accept(manifest: [1, 2], holding: held) }
        let foreign = Manifest(
            project: ProjectID(78),
            release: 6,
            position: 1,
            chain: .zero,
            projector: 1,
            blocks: [],
            signature: newer.signature
        )
        #expect(throws: ReleaseError.otherProject(found: ProjectID(78))) { try accept(foreign) }
        let future = Manifest(
            project: project,
            release: 6,
            position: 1,
            chain: .zero,
            projector: 99,
            blocks: [],
            signature: []
        )
        #expect(throws: ReleaseError.newerProjector(99)) {
            try accept(future.signed(ToySignatures.sign(future.signedBytes, with: 9)))
        }
    }

    @Test("the signature covers every field of the manifest")
    func signedFields() {
        let manifest = release(6, [entry(1, 2)]).manifest
        let block = manifest.blocks[0]
        func other(
            release: UInt64 = 6,
            position: UInt64 = 600,
            chain: Digest? = nil,
            projector: UInt32? = nil,
            block: BlockReference? = nil
        ) -> Manifest {
            Manifest(
                project: project,
                release: release,
                position: position,
                chain: chain ?? manifest.chain,
                projector: projector ?? manifest.projector,
                blocks: [block ?? manifest.blocks[0], manifest.blocks[1]],
                signature: manifest.signature
            )
        }
        #expect(other().signedBytes == manifest.signedBytes)
        let changed = [
            other(release: 7), other(position: 601), other(chain: .zero), other(projector: 0),
            other(block: BlockReference(name: .geometry, hash: block.hash, byteCount: block.byteCount)),
            other(block: BlockReference(name: block.name, hash: .zero, byteCount: block.byteCount)),
            other(block: BlockReference(name: block.name, hash: block.hash, byteCount: 1)),
        ]
        for manifest in changed {
            #expect(throws: ReleaseError.badSignature(release: manifest.release)) {
                try rules().accept(manifest: coding.encode(manifest), holding: nil)
            }
        }
    }

    @Test("a block with other content than the manifest names is refused")
    func wrongBlock() throws {
        let release = release(1, [entry(1, 1)])
        let (reference, bytes) = (release.manifest.blocks[0], release.blocks[0])
        #expect(try rules().accept(block: bytes, as: reference) == .assignments(release.assignments))
        for wrong in [bytes + [0], Array(bytes.dropLast()), bytes.map { $0 ^ 1 }, []] {
            #expect(throws: ReleaseError.wrongContent(.assignments)) {
                try rules().accept(block: wrong, as: reference)
            }
        }
    }

    @Test("a delta made for another release is refused")
    func wrongDelta() throws {
        let releases = [[entry(1, 1)], [entry(1, 2), entry(2, 3)], [entry(1, 4)]].enumerated().map {
            release(UInt64($0 + 1), $1)
        }
        let delta = try #require(
            ReleaseDelta(
                from: (releases[1].manifest, releases[1].assignments),
                to: (releases[2].manifest, releases[2].assignments)
            )
        )
        #expect(throws: ReleaseError.deltaDoesNotFit) {
            try rules().accept(delta: coding.encode(delta), holding: releases[0].manifest, releases[0].assignments)
        }
    }

    @Test(
        "block names survive being written and read",
        arguments: [
            BlockName.geometry, .prints(FloorID(3)), .assignments, .policy,
        ]
    )
    func names(name: BlockName) {
        #expect(BlockName(name.description) == name)
        #expect(BlockName("prints/xyz") == nil)
    }
}
