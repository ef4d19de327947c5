public import Fingerprints
import Survey

/// A release that a device has on disk: checked, read, ready for use.
public struct ReleaseOnDisk: Hashable, Sendable {
    public let manifest: Manifest
    /// The manifest as it was downloaded, or made from a delta.
    public let manifestBytes: [UInt8]
    /// In the manifest's order.
    public let blocks: [Block]

    init(manifest: Manifest, manifestBytes: [UInt8], blocks: [Block]) {
        self.manifest = manifest
        self.manifestBytes = manifestBytes
        self.blocks = blocks
    }

    /// Where things are; nil where the release holds no such block.
    public var geometry: GeometryBlock? {
        blocks.lazy.compactMap { if case .geometry(let block) = $0 { block } else { nil } }.first
    }

    /// The fingerprints, floor by floor.
    public var prints: [PrintsBlock] {
        blocks.compactMap { if case .prints(let block) = $0 { block } else { nil } }
    }

    /// Which identity stands for which slot; empty where the release holds no such block.
    public var assignments: AssignmentsBlock {
        blocks.lazy.compactMap { if case .assignments(let block) = $0 { block } else { nil } }.first
            ?? AssignmentsBlock(entries: [])
    }

    /// Regions, spots, scan policy; nil where the release holds no such block.
    public var policy: PolicyBlock? {
        blocks.lazy.compactMap { if case .policy(let block) = $0 { block } else { nil } }.first
    }
}
