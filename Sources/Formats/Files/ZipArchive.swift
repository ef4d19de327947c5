import CZlib

/// A ZIP archive that is written once: deflated entries, a central directory, no ZIP64 (PKWARE APPNOTE 6.3).
///
/// Equal contents give equal bytes: every entry is dated 1980-01-01, the earliest day that the format knows.
struct ZipArchive {
    /// The most entries, and the most bytes, that the format holds without ZIP64.
    static let limits = (entries: Int(UInt16.max), bytes: Int(UInt32.max))

    private var body: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// The whole archive.
    var bytes: [UInt8] {
        var end: [UInt8] = []
        end.append(littleEndian: UInt32(0x0605_4B50))
        end.append(littleEndian: UInt32(0))  // this disk, and the one where the directory begins
        end.append(littleEndian: UInt16(count))
        end.append(littleEndian: UInt16(count))
        end.append(littleEndian: UInt32(directory.count))
        end.append(littleEndian: UInt32(body.count))
        end.append(littleEndian: UInt16(0))  // no comment
        return body + directory + end
    }

    /// Appends a file; its name is a path with slashes.
    mutating func add(_ name: String, _ content: [UInt8]) throws(FileError) {
        let packed = try Self.deflated(content, name: name)
        guard count < Self.limits.entries, name.utf8.count <= Int(UInt16.max),
            body.count + directory.count + packed.count + 1_024 + 2 * name.utf8.count < Self.limits.bytes,
            content.count < Self.limits.bytes
        else { throw .tooLarge(path: name, limit: Self.limits.bytes) }
        let checksum = content.withUnsafeBufferPointer { buffer in
            UInt32(truncatingIfNeeded: crc32_z(0, buffer.baseAddress, buffer.count))
        }
        var head: [UInt8] = []
        head.append(littleEndian: UInt16(20))  // needs version 2.0: deflate
        head.append(littleEndian: UInt16(1 << 11))  // names are UTF-8
        head.append(littleEndian: UInt16(8))  // deflated
        head.append(littleEndian: UInt16(0))  // at midnight
        head.append(littleEndian: UInt16(0x21))  // on 1980-01-01
        head.append(littleEndian: checksum)
        head.append(littleEndian: UInt32(packed.count))
        head.append(littleEndian: UInt32(content.count))
        head.append(littleEndian: UInt16(name.utf8.count))
        head.append(littleEndian: UInt16(0))  // no extra field
        directory.append(littleEndian: UInt32(0x0201_4B50))
        directory.append(littleEndian: UInt16(20))  // made by version 2.0
        directory += head
        directory += [UInt8](repeating: 0, count: 10)  // no comment, first disk, no attributes
        directory.append(littleEndian: UInt32(body.count))
        directory += name.utf8
        body.append(littleEndian: UInt32(0x0403_4B50))
        body += head
        body += name.utf8
        body += packed
        count += 1
    }

    private static func deflated(_ content: [UInt8], name: String) throws(FileError) -> [UInt8] {
        guard content.count < limits.bytes else { throw .tooLarge(path: name, limit: limits.bytes) }
        var stream = z_stream()
        guard pharos_deflate_init(&stream) == Z_OK else { throw .cannotWrite(path: name, reason: "zlib has no memory") }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(content.count)))
        var input = content
        var code = Z_OK
        let packed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            input.withUnsafeMutableBufferPointer { buffer in
                stream.next_in = buffer.baseAddress
                stream.avail_in = UInt32(buffer.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(clamping: output.count)
                code = deflate(&stream, Z_FINISH)
                count = output.count - Int(stream.avail_out)
            }
        }
        guard code == Z_STREAM_END else { throw .cannotWrite(path: name, reason: "zlib gave up") }
        return packed
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
