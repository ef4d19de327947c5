/// The size of a PNG picture (ISO/IEC 15948), known to be one from its first byte to its last.
///
/// The whole chain of chunks is checked, with their checksums, so that a file that was cut short or damaged is refused
/// before anybody relies on it. The pixels themselves are not decompressed.
public struct PNGHeader: Hashable, Sendable {
    /// Pixels.
    public let width: UInt32
    /// Pixels.
    public let height: UInt32

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Reads a file's bytes.
    public init(_ bytes: [UInt8]) throws(PNGError) {
        guard bytes.starts(with: Self.signature) else { throw .notPNG }
        var offset = Self.signature.count
        var size: (width: UInt32, height: UInt32)?
        var hasPixels = false
        while true {
            let chunk = try Chunk(in: bytes, at: offset)
            switch (chunk.type, size) {
            case ("IHDR", nil): size = try chunk.size()
            case (_, nil), ("IHDR", _): throw .damaged(offset: offset)
            case ("IDAT", _): hasPixels = true
            case ("IEND", let size?):
                guard hasPixels, chunk.end == bytes.count else { throw .damaged(offset: offset) }
                (width, height) = size
                return
            default: break
            }
            offset = chunk.end
        }
    }
}

/// Why a file is no plan.
public enum PNGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It does not start as a PNG file does.
    case notPNG
    /// It ends before its last chunk.
    case truncated
    /// A chunk that does not match its checksum, or does not belong where it is; counted in bytes from 0.
    case damaged(offset: Int)
    /// No pixels, or a kind of pixel that does not exist.
    case impossible(width: UInt32, height: UInt32)

    public var description: String {
        switch self {
        case .notPNG: "It is no PNG picture."
        case .truncated: "The PNG picture is cut short."
        case .damaged(let offset): "The PNG picture is damaged at byte \(offset)."
        case .impossible(let width, let height): "The PNG header is not valid: \(width) × \(height) px."
        }
    }

    /// What a person can do about it.
    public var recovery: String? { "Save the plan as PNG again, and check that it opens in a picture viewer." }
}

/// A piece of a PNG file: length, type, content and checksum.
private struct Chunk {
    let type: String
    let content: ArraySlice<UInt8>
    let end: Int

    init(in bytes: [UInt8], at offset: Int) throws(PNGError) {
        guard bytes.count - offset >= 12 else { throw .truncated }
        let length = Int(UInt32(bigEndian: bytes[offset..<offset + 4]))
        guard length <= Int(Int32.max) else { throw .damaged(offset: offset) }
        guard bytes.count - offset - 12 >= length else { throw .truncated }
        let checked = bytes[offset + 4..<offset + 8 + length]
        let checksum = UInt32(bigEndian: bytes[offset + 8 + length..<offset + 12 + length])
        guard CRC32.checksum(of: checked) == checksum else { throw .damaged(offset: offset) }
        type = String(decoding: checked.prefix(4), as: UTF8.self)
        content = checked.dropFirst(4)
        end = offset + 12 + length
    }

    /// The width and height that an IHDR chunk holds.
    func size() throws(PNGError) -> (width: UInt32, height: UInt32) {
        guard content.count == 13 else { throw .impossible(width: 0, height: 0) }
        let width = UInt32(bigEndian: content.prefix(4))
        let height = UInt32(bigEndian: content.dropFirst(4).prefix(4))
        let kind = Array(content.suffix(5))
        let depths: [UInt8: [UInt8]] = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
        let isPossible = depths[kind[1]]?.contains(kind[0]) == true && kind[2] == 0 && kind[3] == 0 && kind[4] <= 1
        guard isPossible, (1...UInt32(Int32.max)).contains(width), (1...UInt32(Int32.max)).contains(height) else {
            throw .impossible(width: width, height: height)
        }
        return (width, height)
    }
}

extension UInt32 {
    /// The number that four bytes are, most significant first.
    fileprivate init(bigEndian bytes: ArraySlice<UInt8>) { self = bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}
