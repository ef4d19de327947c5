import CZstd
import Synchronization

/// zstd over one body: in one piece, with the size declared in front.
enum Compression {
    /// Bodies below this size stay as they are: headers would eat what is gained.
    static let threshold = 256

    /// zstd's default; on 500 scans it takes about a third of the time of level 6, for 4 % more bytes.
    private static let level: Int32 = 3

    /// Making a context takes longer than compressing a small body, so one of each kind waits for the next who needs it.
    private static let compressor = Spare(make: { ZSTD_createCCtx() }, free: { ZSTD_freeCCtx($0) })
    private static let decompressor = Spare(make: { ZSTD_createDCtx() }, free: { ZSTD_freeDCtx($0) })

    /// The body compressed; nil where that saves less than an eighth.
    static func compressed(_ body: [UInt8]) -> [UInt8]? {
        guard body.count >= threshold else { return nil }
        let limit = body.count - body.count / 8
        var isSmaller = false
        let compressed = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let result = compressor.lend { context in
                body.withUnsafeBytes {
                    ZSTD_compressCCtx(context, buffer.baseAddress, buffer.count, $0.baseAddress, $0.count, level)
                }
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
        let size = decompressor.lend { context in
            ZSTD_decompressDCtx(context, room.baseAddress, room.count, body.baseAddress, body.count)
        }
        guard size == declared else { throw .corruptCompression }
        return try use(UnsafeBufferPointer(room))
    }
}

/// A resource of C that is kept while nobody uses it; whoever comes while it is lent gets another, and the last one that
/// comes back is kept.
private struct Spare: ~Copyable, Sendable {
    private let make: @Sendable () -> OpaquePointer?
    private let free: @Sendable (OpaquePointer?) -> Void
    /// The address of what is kept; 0 while there is none.
    private let kept = Atomic<UInt>(0)

    init(make: @escaping @Sendable () -> OpaquePointer?, free: @escaping @Sendable (OpaquePointer?) -> Void) {
        (self.make, self.free) = (make, free)
    }

    /// Lends it to one caller at a time; it is not used after `body`.
    borrowing func lend<Value>(_ body: (OpaquePointer?) -> Value) -> Value {
        // What the exchange takes out, nobody else can see: it belongs to this thread until it is put back.
        let resource = OpaquePointer(bitPattern: kept.exchange(0, ordering: .acquiring)) ?? make()
        defer {
            let other = kept.exchange(UInt(bitPattern: resource), ordering: .acquiringAndReleasing)
            if other != 0 { free(OpaquePointer(bitPattern: other)) }
        }
        return body(resource)
    }
}
