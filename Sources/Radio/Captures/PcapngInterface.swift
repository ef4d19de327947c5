/// What a pcapng file says of an interface: the packets' link type, and how their times count.
struct PcapngInterface: Sendable {
    /// The link type's number.
    let number: UInt16
    /// Nil where packets of that type are not read.
    var link: LinkType? { LinkType(rawValue: UInt32(number)) }
    /// The most bytes of a packet that are kept; nil where there is no limit.
    let snapLength: UInt32?

    /// Ticks per second of its time stamps: the option `if_tsresol`, a million where it is missing.
    private var resolution: UInt64 = 1_000_000
    /// Seconds to add to its time stamps: the option `if_tsoffset`.
    private var offset: Int64 = 0

    /// Reads the body of an interface block; nil where it is too short for one.
    init?(_ body: [UInt8], isBigEndian: Bool) {
        guard let number = UInt16(body, at: 0, isBigEndian: isBigEndian),
            let limit = UInt32(body, at: 4, isBigEndian: isBigEndian)
        else { return nil }
        self.number = number
        snapLength = limit == 0 ? nil : limit
        var start = 8
        while let code = UInt16(body, at: start, isBigEndian: isBigEndian), code != 0,
            let length = UInt16(body, at: start + 2, isBigEndian: isBigEndian).map(Int.init),
            start + 4 + length <= body.count
        {
            if code == 9, length >= 1 { resolution = Self.ticks(body[start + 4]) }
            if code == 14, length >= 8 {
                offset = Int64(bitPattern: UInt64(body, at: start + 4, isBigEndian: isBigEndian) ?? 0)
            }
            start += 4 + (length + 3) / 4 * 4
        }
    }

    /// A power of two where the top bit is set, else of ten; one that no clock has counts as a microsecond.
    private static func ticks(_ byte: UInt8) -> UInt64 {
        let exponent = Int(byte & 0x7F)
        if byte & 0x80 != 0 { return exponent < 63 ? 1 << UInt64(exponent) : 1_000_000 }
        return exponent <= 18 ? (0..<exponent).reduce(1) { ticks, _ in ticks * 10 } : 1_000_000
    }

    /// A time stamp in microseconds since 1970.
    func microseconds(_ stamp: UInt64) -> Int64 {
        let (whole, part) = stamp.quotientAndRemainder(dividingBy: resolution)
        let fraction = resolution.dividingFullWidth(part.multipliedFullWidth(by: 1_000_000)).quotient
        let seconds = Int64(truncatingIfNeeded: whole) &+ offset
        return Int64(clamping: seconds.multipliedReportingOverflow(by: 1_000_000).partialValue &+ Int64(fraction))
    }
}
