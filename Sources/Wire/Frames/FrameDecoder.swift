import Survey

/// Finds the messages in a connection's bytes, which arrive in pieces of any size.
///
/// Append what arrived, then call ``next()`` until it returns nil. A header is judged as soon as its five bytes are
/// there, so a decoder never holds more than one frame and the piece that was appended last.
public struct FrameDecoder<Content: FrameMessage>: Sendable {
    private var buffer: [UInt8] = []
    /// Where in the buffer the next frame starts.
    private var start = 0
    private var failure: FrameError?
    /// Bytes of bodies that became messages so far, as they were before compression.
    public private(set) var decodedByteCount: UInt64 = 0

    /// Bytes of buffer that an idle connection keeps.
    private static var keptCapacity: Int { 16 * 1_024 }

    /// A decoder for a new connection.
    public init() {}

    /// The bytes that wait for the rest of their frame.
    public var bufferedByteCount: Int { buffer.count - start }

    /// Takes the next bytes of the connection.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        guard failure == nil else { return }
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
        } else {
            buffer.removeFirst(start)
        }
        start = 0
        buffer.append(contentsOf: bytes)
    }

    /// The next message; nil until more bytes arrive.
    ///
    /// - Throws: what is wrong with the bytes; the same again from then on, since the next frame cannot be found.
    public mutating func next() throws(FrameError) -> Content? {
        if let failure { throw failure }
        do throws(FrameError) {
            return try nextMessage()
        } catch {
            failure = error
            buffer = []
            start = 0
            throw error
        }
    }

    private mutating func nextMessage() throws(FrameError) -> Content? {
        guard bufferedByteCount >= FrameLimits.headerSize else { return nil }
        let size = Int(UInt32(bigEndianBytes: buffer[start..<start + 4]))
        let flags = buffer[start + 4]
        guard size <= FrameLimits.bodySize else { throw .oversized(bytes: size) }
        guard flags & ~FrameFlags.zstd == 0 else { throw .unknownFlags(flags) }
        let bodyStart = start + FrameLimits.headerSize
        guard buffer.count - bodyStart >= size else { return nil }
        start = bodyStart + size
        let (message, plainSize) = try buffer.withUnsafeBufferPointer { bytes throws(FrameError) in
            let body = UnsafeBufferPointer(rebasing: bytes[bodyStart..<bodyStart + size])
            guard flags & FrameFlags.zstd != 0 else { return (try Content(frameBody: body), size) }
            return try Compression.withDecompressed(body) { plain throws(FrameError) in
                (try Content(frameBody: plain), plain.count)
            }
        }
        decodedByteCount += UInt64(plainSize)
        return message
    }
}
