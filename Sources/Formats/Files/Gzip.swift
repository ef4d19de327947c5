import CZlib

/// Files that were compressed with gzip (RFC 1952), as recorded sets often are.
enum Gzip {
    /// Whether bytes begin as a gzip file does.
    static func isCompressed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// The content of a gzip file, all its members; refused where it has more than `limit` bytes, before they are kept.
    static func content(of bytes: [UInt8], path: String, limit: Int) throws(FileError) -> [UInt8] {
        var stream = z_stream()
        guard pharos_gunzip_init(&stream) == Z_OK else { throw .damaged(path: path) }
        defer { inflateEnd(&stream) }
        var content: [UInt8] = []
        var input = bytes
        var code = Z_OK
        var isTooLarge = false
        input.withUnsafeMutableBufferPointer { buffer in
            stream.next_in = buffer.baseAddress
            stream.avail_in = UInt32(clamping: buffer.count)
            repeat {
                let piece = [UInt8](unsafeUninitializedCapacity: pieceSize) { output, count in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    code = inflate(&stream, Z_NO_FLUSH)
                    count = output.count - Int(stream.avail_out)
                }
                isTooLarge = content.count + piece.count > limit
                if !isTooLarge { content += piece }
                // A gzip file may be several, one after the other.
                if code == Z_STREAM_END, stream.avail_in > 0 { code = inflateReset(&stream) }
            } while code == Z_OK && !isTooLarge
        }
        if isTooLarge { throw .tooLarge(path: path, limit: limit) }
        guard code == Z_STREAM_END else { throw .damaged(path: path) }
        return content
    }

    private static let pieceSize = 64 * 1_024
}
