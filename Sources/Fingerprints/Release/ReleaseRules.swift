public import Survey

/// What a device checks before it takes a release; also how a server makes one.
///
/// Nothing here touches a disk: the caller keeps the release in use until everything of the next one was accepted.
public struct ReleaseRules<Coding: ReleaseCoding, Hash: Hashing, Verifier: SignatureVerifying>: Sendable {
    private let project: ProjectID
    /// The project's Ed25519 key, as the join told it: 32 bytes.
    private let projectKey: [UInt8]
    private let coding: Coding
    private let hashing: Hash
    private let verifier: Verifier

    public init(project: ProjectID, projectKey: [UInt8], coding: Coding, hashing: Hash, verifier: Verifier) {
        self.project = project
        self.projectKey = projectKey
        self.coding = coding
        self.hashing = hashing
        self.verifier = verifier
    }

    /// Reads a manifest and checks that it is the project's, signed, and newer than the one held.
    ///
    /// The one held is accepted again: a download that was cut off goes on.
    public func accept(manifest bytes: [UInt8], holding held: Manifest?) throws(ReleaseError) -> Manifest {
        guard let manifest = coding.decodeManifest(bytes) else { throw .malformed("manifest") }
        try check(manifest, holding: held)
        return manifest
    }

    /// The blocks that a device lacks for a manifest, given those it has on disk.
    public func missing(of manifest: Manifest, having hashes: Set<Digest>) -> [BlockReference] {
        manifest.blocks.filter { !hashes.contains($0.hash) }
    }

    /// Reads a block and checks that it is the one that the manifest names.
    public func accept(block bytes: [UInt8], as reference: BlockReference) throws(ReleaseError) -> Block {
        guard UInt64(bytes.count) == reference.byteCount, hashing.sha256(bytes) == reference.hash else {
            throw .wrongContent(reference.name)
        }
        guard let block = coding.decodeBlock(bytes, named: reference.name) else {
            throw .malformed("block \(reference.name)")
        }
        return block
    }

    /// Makes the next manifest and assignments block out of those held, and checks both.
    public func accept(
        delta bytes: [UInt8],
        holding held: Manifest,
        _ assignments: AssignmentsBlock
    ) throws(ReleaseError) -> (manifest: Manifest, block: [UInt8]) {
        guard let delta = coding.decodeDelta(bytes) else { throw .malformed("change") }
        guard let changed = assignments.applying(delta.changes) else { throw .deltaDoesNotFit }
        let block = coding.encode(.assignments(changed))
        guard hashing.sha256(block) == delta.block else { throw .deltaDoesNotFit }
        let reference = BlockReference(name: .assignments, hash: delta.block, byteCount: UInt64(block.count))
        let manifest = Manifest(
            project: held.project,
            release: delta.release,
            position: delta.position,
            chain: delta.chain,
            projector: held.projector,
            blocks: held.blocks.filter { $0.name != .assignments } + [reference],
            signature: delta.signature
        )
        try check(manifest, holding: held)
        return (manifest, block)
    }

    private func check(_ manifest: Manifest, holding held: Manifest?) throws(ReleaseError) {
        guard manifest.project == project else { throw .otherProject(found: manifest.project) }
        guard verifier.isValid(manifest.signature, of: manifest.signedBytes, by: projectKey) else {
            throw .badSignature(release: manifest.release)
        }
        if let held, manifest != held, manifest.release <= held.release {
            throw .notNewer(held: held.release, offered: manifest.release)
        }
        guard manifest.projector <= FingerprintIndex.projectorVersion else {
            throw .newerProjector(manifest.projector)
        }
    }
}
