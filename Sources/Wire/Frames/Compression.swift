import CZstd

/// zstd over one body: in one piece, with the size declared in front.
enum Compression {
    /// Bodies below this size stay as they are: headers would eat what is gained.
    static let threshold = 256

    /// zstd's default; on 500 scans it takes about a third of the time of level 6, for 4 % more bytes.
    private static let level: Int32 = 3

    /// The body compressed; nil where that saves less than an eighth.
    static func compressed(_ body: [UInt8]) -> [UInt8]? {
        guard body.count >= threshold else { return nil }
        let limit = body.count - body.count / 8
        var isSmaller = false
        let compressed = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let result = body.withUnsafeBytes {
                ZSTD_compress(buffer.baseAddress, buffer.count, $0.baseAddress, $0.count, level)
            }
            // The one error to expect is a buffer too small: then it does not pay.
            isSmaller = ZSTD_isError(result) == 0
            count = isSmaller ? result : 0
        }
        return isSmaller ? compressed : nil
    }

    /// Decompresses a body and hands it over; its declared size was checked before any memory was taken.
    static func withDecompressed<Value>(
        _ body: UnsafeBufferPointer<UInt8>,
        _ use: (UnsafeBufferPointer<UInt8>) throws(FrameError) -> Value
    ) throws(FrameError) -> Value {
        let declared = ZSTD_getFrameContentSize(body.baseAddress, body.count)
        guard declared != pharos_zstd_content_size_error, declared != pharos_zstd_content_size_unknown,
            ZSTD_findFrameCompressedSize(body.baseAddress, body.count) == body.count
        else { throw .undeclaredSize }
        guard declared <= FrameLimits.decompressedSize else { throw .decompressesTooLarge(declared: declared) }
        let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Int(declared))
        defer { room.deallocate() }
        let size = ZSTD_decompress(room.baseAddress, room.count, body.baseAddress, body.count)
        guard size == declared else { throw .corruptCompression }
        return try use(UnsafeBufferPointer(room))
    }
}
