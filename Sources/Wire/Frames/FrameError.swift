/// Why a connection's bytes are no frames, or a message does not fit into one.
///
/// A reader cannot find the next frame after any of these: the connection is closed.
public enum FrameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The body is longer than ``FrameLimits/bodySize``.
    case oversized(bytes: Int)
    /// The flag byte has bits that this version does not know.
    case unknownFlags(UInt8)
    /// The compressed body does not say how long it is, or is more than one zstd frame.
    case undeclaredSize
    /// The compressed body declares more than ``FrameLimits/decompressedSize``.
    case decompressesTooLarge(declared: UInt64)
    /// The compressed body is damaged, or has another length than it declares.
    case corruptCompression
    /// The body is no message that this side reads; the reason says where it fails.
    case malformed(reason: String)

    public var description: String {
        switch self {
        case .oversized(let bytes): "The frame has \(bytes) bytes; the limit is \(FrameLimits.bodySize)."
        case .unknownFlags(let flags): "The frame has flags \(flags), of which this version knows only 1."
        case .undeclaredSize: "The compressed frame does not declare one size."
        case .decompressesTooLarge(let declared):
            "The compressed frame declares \(declared) bytes; the limit is \(FrameLimits.decompressedSize)."
        case .corruptCompression: "The compressed frame is damaged, or has another length than it declares."
        case .malformed(let reason): "The frame is no message: \(reason)"
        }
    }
}
