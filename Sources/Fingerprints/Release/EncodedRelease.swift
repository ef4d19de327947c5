public import Survey

/// A release as a server stores and serves it: a manifest, and the blocks that it names.
public struct EncodedRelease: Hashable, Sendable {
    public let manifest: Manifest
    /// In the manifest's order.
    public let blocks: [[UInt8]]
    /// What a device that holds the release before may apply instead of downloading.
    public let assignments: AssignmentsBlock

    /// Encodes, names and signs the blocks of a release.
    ///
    /// `sign` makes the Ed25519 signature of the given bytes with the project's key.
    ///
    /// - Throws: What `sign` throws.
    public init<Failure: Error>(
        project: ProjectID,
        release: UInt64,
        position: UInt64,
        chain: Digest,
        blocks: [Block],
        coding: some ReleaseCoding,
        hashing: some Hashing,
        sign: ([UInt8]) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        let sorted = blocks.sorted { $0.name < $1.name }
        let encoded = sorted.map { coding.encode($0) }
        let unsigned = Manifest(
            project: project,
            release: release,
            position: position,
            chain: chain,
            projector: FingerprintIndex.projectorVersion,
            blocks: zip(sorted, encoded).map { block, bytes in
                BlockReference(name: block.name, hash: hashing.sha256(bytes), byteCount: UInt64(bytes.count))
            },
            signature: []
        )
        manifest = unsigned.signed(try sign(unsigned.signedBytes))
        self.blocks = encoded
        assignments =
            sorted.lazy.compactMap { if case .assignments(let block) = $0 { block } else { nil } }.first
            ?? AssignmentsBlock(entries: [])
    }
}

extension ReleaseDelta {
    /// What leads a device from one release to a later one; nil where more than the assignments differ.
    ///
    /// - Parameters:
    ///   - held: The device's manifest, with the assignments block that it names.
    ///   - current: The newest manifest, with its assignments block.
    public init?(
        from held: (manifest: Manifest, assignments: AssignmentsBlock),
        to current: (manifest: Manifest, assignments: AssignmentsBlock)
    ) {
        func others(_ manifest: Manifest) -> [BlockReference] { manifest.blocks.filter { $0.name != .assignments } }
        guard
            held.manifest.project == current.manifest.project,
            held.manifest.projector == current.manifest.projector,
            held.manifest.release < current.manifest.release,
            others(held.manifest) == others(current.manifest),
            let block = current.manifest.block(.assignments)
        else { return nil }
        self.init(
            release: current.manifest.release,
            position: current.manifest.position,
            chain: current.manifest.chain,
            block: block.hash,
            changes: Self.changes(from: held.assignments, to: current.assignments),
            signature: current.manifest.signature
        )
    }
}
