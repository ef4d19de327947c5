extension FixedWidthInteger {
    /// The integer whose big-endian bytes these are; bytes that are missing count as leading zeros.
    @inlinable public init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self($1) }
    }

    /// The bytes of the integer, most significant first.
    public var bigEndianBytes: [UInt8] {
        [UInt8](capacity: Self.bitWidth / 8) { $0.append(bigEndian: self) }
    }
}

extension [UInt8] {
    /// The bytes that pairs of hexadecimal digits spell, in either case; nil where something else stands.
    public init?(hexadecimal text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index].hexadecimalValue, let low = digits[index + 1].hexadecimalValue else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self = bytes
    }

    /// Appends an integer, most significant byte first.
    public mutating func append(bigEndian value: some FixedWidthInteger) {
        // The array is looked at once for all of the bytes: this runs a dozen times for every event.
        append(addingCapacity: type(of: value).bitWidth / 8) { $0.append(bigEndian: value) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends an integer, most significant byte first, where there is room for it.
    mutating func append(bigEndian value: some FixedWidthInteger) {
        for shift in stride(from: type(of: value).bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

extension Sequence<UInt8> {
    /// Two lowercase hexadecimal digits per byte.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of an ASCII hexadecimal digit, in either case.
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
