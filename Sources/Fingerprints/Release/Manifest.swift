public import Survey

/// What a release consists of, signed by the project's key.
public struct Manifest: Hashable, Sendable {
    public let project: ProjectID
    /// Rises with every release of the project.
    public let release: UInt64
    /// The last event that the release rests on.
    public let position: UInt64
    /// The project's chain at `position`.
    public let chain: Digest
    /// The version of the program that folded the events (``FingerprintIndex/projectorVersion``).
    public let projector: UInt32
    /// Sorted by name; each name at most once.
    public let blocks: [BlockReference]
    /// Ed25519 over ``signedBytes``: 64 bytes.
    public let signature: [UInt8]

    public init(
        project: ProjectID,
        release: UInt64,
        position: UInt64,
        chain: Digest,
        projector: UInt32,
        blocks: [BlockReference],
        signature: [UInt8]
    ) {
        self.project = project
        self.release = release
        self.position = position
        self.chain = chain
        self.projector = projector
        self.blocks = blocks.sorted { $0.name < $1.name }
        self.signature = signature
    }

    /// What the project's key signs: `"pharos/1 release"`, then the fields big-endian, then for each block its
    /// name (17 bytes), hash (32) and size (8).
    public var signedBytes: [UInt8] {
        var bytes = Array("pharos/1 release".utf8) + project.bytes
        bytes.append(bigEndian: release)
        bytes.append(bigEndian: position)
        chain.append(to: &bytes)
        bytes.append(bigEndian: projector)
        bytes.append(bigEndian: UInt32(blocks.count))
        for block in blocks {
            bytes += block.name.bytes
            block.hash.append(to: &bytes)
            bytes.append(bigEndian: block.byteCount)
        }
        return bytes
    }

    /// The block of a name; nil where the release has none.
    public func block(_ name: BlockName) -> BlockReference? { blocks.first { $0.name == name } }

    /// The same manifest with another signature.
    public func signed(_ signature: [UInt8]) -> Manifest {
        Manifest(
            project: project,
            release: release,
            position: position,
            chain: chain,
            projector: projector,
            blocks: blocks,
            signature: signature
        )
    }
}

/// A block as a manifest names it.
public struct BlockReference: Hashable, Sendable {
    public let name: BlockName
    /// SHA-256 of the block's encoded bytes.
    public let hash: Digest
    public let byteCount: UInt64

    public init(name: BlockName, hash: Digest, byteCount: UInt64) {
        self.name = name
        self.hash = hash
        self.byteCount = byteCount
    }
}
