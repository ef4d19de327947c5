/// A black and white picture that can be written as PNG: plans of venues that exist in the simulator alone.
public struct Bitmap: Hashable, Sendable {
    /// Pixels.
    public let width: Int
    /// Pixels.
    public let height: Int
    /// One bit a pixel, rows padded to whole bytes, the leftmost pixel in the highest bit; 1 is white.
    private var rows: [UInt8]

    private var stride: Int { (width + 7) / 8 }

    /// A white picture; both sides must be at least 1 px.
    public init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "A picture has pixels.")
        self.width = width
        self.height = height
        rows = Array(repeating: 0xFF, count: (width + 7) / 8 * height)
    }

    /// Blackens a rectangle, as far as it lies in the picture.
    public mutating func fill(x: Range<Int>, y: Range<Int>) {
        for row in y.clamped(to: 0..<height) {
            for column in x.clamped(to: 0..<width) {
                rows[row * stride + column / 8] &= ~(0x80 >> UInt8(column % 8))
            }
        }
    }

    /// Whether a pixel is black.
    public func isBlack(x: Int, y: Int) -> Bool { rows[y * stride + x / 8] & (0x80 >> UInt8(x % 8)) == 0 }

    /// The picture as a PNG file: grey of depth 1, not compressed.
    public var png: [UInt8] {
        var header: [UInt8] = []
        header.append(bigEndian: UInt32(width))
        header.append(bigEndian: UInt32(height))
        header += [1, 0, 0, 0, 0]  // depth, grey, deflate, the one filter method, not interlaced
        return PNGHeader.signature + chunk("IHDR", header) + chunk("IDAT", compressed) + chunk("IEND", [])
    }

    /// The rows as a zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4), each row behind its filter type 0.
    private var compressed: [UInt8] {
        let lines = (0..<height).flatMap { [0] + rows[$0 * stride..<($0 + 1) * stride] }
        var stream: [UInt8] = [0x78, 0x01]
        var rest = lines[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for value in [length, ~length] { stream += [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }
            stream += block
        } while !rest.isEmpty
        stream.append(bigEndian: Self.adler32(lines))
        return stream
    }

    /// The checksum of RFC 1950, section 8.2.
    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }
}

/// A chunk with its length in front and its checksum behind.
private func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + content
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt32(content.count))
    bytes += checked
    bytes.append(bigEndian: CRC32.checksum(of: checked[...]))
    return bytes
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian value: UInt32) {
        for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
    }
}
