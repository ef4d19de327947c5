public import Fingerprints
import Survey

/// The parts of a release as Protocol Buffers messages (`schema/release.proto`).
///
/// Equal values give equal bytes; any bytes may be decoded.
public struct ReleaseCoder: ReleaseCoding {
    /// A coder; it keeps nothing, so any number of them are alike.
    public init() {}

    public func encode(_ block: Block) -> [UInt8] {
        switch block {
        case .geometry(let geometry): geometry.packed()
        case .prints(let prints): prints.packed()
        case .assignments(let assignments): assignments.packed()
        case .policy(let policy): policy.packed()
        }
    }

    /// The block that the bytes hold; nil where they are no block of that name.
    public func decodeBlock(_ bytes: [UInt8], named name: BlockName) -> Block? {
        switch name {
        case .geometry: decode(bytes).map(Block.geometry)
        case .prints(let floor):
            decode(bytes).flatMap { (block: PrintsBlock) in block.floor == floor ? .prints(block) : nil }
        case .assignments: decode(bytes).map(Block.assignments)
        case .policy: decode(bytes).map(Block.policy)
        }
    }

    public func encode(_ manifest: Manifest) -> [UInt8] { manifest.packed() }

    /// The manifest that the bytes hold; nil where they are none.
    public func decodeManifest(_ bytes: [UInt8]) -> Manifest? { decode(bytes) }

    public func encode(_ delta: ReleaseDelta) -> [UInt8] { delta.packed() }

    /// The delta that the bytes hold; nil where they are none.
    public func decodeDelta(_ bytes: [UInt8]) -> ReleaseDelta? { decode(bytes) }

    /// The message that the bytes hold.
    ///
    /// The smallest parts of a block, two bytes each, take less than 128 in memory: hence the limit.
    private func decode<Part: Message>(_ bytes: [UInt8]) -> Part? {
        bytes.withUnsafeBufferPointer { bytes in
            // Why it is malformed helps nobody here: the bytes had the right hash, or will be fetched again.
            try? Part(unpacking: bytes, in: Arena(limit: 1 << 20 + bytes.count * 64))
        }
    }
}
