/// A SHA-256 value: 32 bytes.
public struct Digest: Hashable, Sendable, Comparable {
    @usableFromInline let words: (UInt64, UInt64, UInt64, UInt64)

    /// 32 zero bytes: what stands before the first event of a stream and of a project's chain.
    public static let zero = Digest(words: (0, 0, 0, 0))

    @usableFromInline init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    /// The digest in 32 bytes; nil for any other number of them.
    @inlinable public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var index = 0
        for byte in bytes {
            switch index >> 3 {
            case 0: words.0 = words.0 << 8 | UInt64(byte)
            case 1: words.1 = words.1 << 8 | UInt64(byte)
            case 2: words.2 = words.2 << 8 | UInt64(byte)
            default: words.3 = words.3 << 8 | UInt64(byte)
            }
            index += 1
        }
        self.init(words: words)
    }

    /// 32 bytes.
    public var bytes: [UInt8] { [UInt8](capacity: 32) { append(to: &$0) } }

    /// The first eight bytes, big-endian: what a basis and a comparison carry of a hash.
    public var prefix: UInt64 { words.0 }

    /// Appends the 32 bytes.
    public func append(to bytes: inout [UInt8]) { bytes.append(addingCapacity: 32) { append(to: &$0) } }

    /// Appends the 32 bytes, where there is room for them.
    func append(to bytes: inout OutputSpan<UInt8>) {
        bytes.append(bigEndian: words.0)
        bytes.append(bigEndian: words.1)
        bytes.append(bigEndian: words.2)
        bytes.append(bigEndian: words.3)
    }

    public static func == (left: Self, right: Self) -> Bool { left.words == right.words }

    public static func < (left: Self, right: Self) -> Bool { left.words < right.words }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
    }
}

extension Digest: CustomStringConvertible, LosslessStringConvertible {
    /// 64 lowercase hexadecimal digits.
    public var description: String { bytes.hexadecimal }

    public init?(_ description: String) {
        guard let bytes = [UInt8](hexadecimal: description) else { return nil }
        self.init(bytes: bytes)
    }
}
