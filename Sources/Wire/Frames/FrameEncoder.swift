import Survey

/// Turns messages into frames: four bytes of length, one of flags, and the body, compressed where that pays.
public struct FrameEncoder: Sendable {
    /// An encoder; it keeps nothing, so one serves any number of connections.
    public init() {}

    /// A frame with one message.
    ///
    /// - Throws: ``FrameError/oversized(bytes:)`` where the message does not fit into a frame.
    public func encode(_ message: some FrameMessage) throws(FrameError) -> [UInt8] {
        var bytes: [UInt8] = []
        try append(message, to: &bytes)
        return bytes
    }

    /// Appends a frame with one message, as several messages go out in one write.
    public func append(_ message: some FrameMessage, to bytes: inout [UInt8]) throws(FrameError) {
        let plain = message.frameBody
        guard plain.count <= FrameLimits.decompressedSize else { throw .oversized(bytes: plain.count) }
        let compressed = Compression.compressed(plain)
        let body = compressed ?? plain
        guard body.count <= FrameLimits.bodySize else { throw .oversized(bytes: body.count) }
        bytes.reserveCapacity(bytes.count + FrameLimits.headerSize + body.count)
        bytes.append(bigEndian: UInt32(body.count))
        bytes.append(compressed == nil ? 0 : FrameFlags.zstd)
        bytes += body
    }
}

/// The bits of a frame's fifth byte.
enum FrameFlags {
    static let zstd: UInt8 = 1
}
