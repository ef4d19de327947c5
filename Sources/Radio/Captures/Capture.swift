/// A packet from a capture file, and when it was received.
public struct CapturedPacket: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z; nil in formats without time.
    public let time: Int64?
    public let content: Content

    public init(time: Int64?, content: Content) {
        self.time = time
        self.content = content
    }

    /// What layer the packet was captured at.
    public enum Content: Hashable, Sendable {
        /// An HCI packet with its H4 indicator in front.
        case hci([UInt8])
        /// A link-layer PDU of an advertisement without access address and CRC; the strength in dBm and the index of the
        /// channel, 0 to 39, if known.
        case linkLayer([UInt8], rssi: Int8?, channel: UInt8? = nil)
    }
}

/// The capture formats that are read.
public enum CaptureFormat: Hashable, Sendable, CaseIterable {
    case btsnoop
    case pcap
    case pcapng
    /// The text of `hcidump -R`.
    case hcidump

    /// The format of a file that starts with some bytes, the more the better; nil where it is none of these.
    public init?(firstBytes bytes: [UInt8]) {
        if bytes.starts(with: Array("btsnoop\0".utf8)) {
            self = .btsnoop
        } else if [0xA1B2_C3D4, 0xD4C3_B2A1, 0xA1B2_3C4D, 0x4D3C_B2A1].contains(UInt32(bigEndian: bytes, at: 0)) {
            self = .pcap
        } else if UInt32(bigEndian: bytes, at: 0) == 0x0A0D_0D0A {
            self = .pcapng
        } else if Self.isDump(bytes) {
            self = .hcidump
        } else {
            return nil
        }
    }
}

extension CaptureFormat {
    /// Whether some bytes are text in which a line begins with a mark, or with a time and a mark.
    private static func isDump(_ bytes: [UInt8]) -> Bool {
        guard bytes.allSatisfy({ $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }) else { return false }
        if bytes.starts(with: Array("HCI sniffer".utf8)) { return true }
        return bytes.split(separator: 0x0A).contains { line in
            guard let first = line.first(where: { ![0x20, 0x09].contains($0) }) else { return false }
            if first == UInt8(ascii: ">") || first == UInt8(ascii: "<") { return true }
            let hasDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            return hasDigit && (line.contains(UInt8(ascii: ">")) || line.contains(UInt8(ascii: "<")))
        }
    }
}

/// Why a capture, or a part of it, could not be read.
public enum CaptureProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownFormat
    /// A version or link type that is not read here.
    case unsupported(String)
    /// A record declares more bytes than a packet may have; nothing behind it can be trusted.
    case oversizedRecord(declared: Int)
    /// The file ends inside a record.
    case truncated(bytes: Int)
    /// A line of a text capture holds something else than bytes.
    case malformedLine(number: Int)
    /// A record's parts do not fit into it, or name an interface that is not there; those around it are read.
    case damagedRecord(number: Int)

    public var description: String {
        switch self {
        case .unknownFormat: "The file is no capture of a known format (btsnoop, pcap, pcapng, hcidump -R)."
        case .unsupported(let what): "The capture has \(what), which is not read here."
        case .oversizedRecord(let declared): "A record declares \(declared) bytes."
        case .truncated(let bytes): "The capture ends inside a record; its last \(bytes) bytes were left out."
        case .malformedLine(let number): "Line \(number) holds something else than bytes in hexadecimal."
        case .damagedRecord(let number): "The parts of record \(number) do not fit together; it was left out."
        }
    }
}

/// Reads a capture that comes in pieces of any size.
public protocol CaptureReader: Sendable {
    /// Takes in the next bytes, and returns the packets they complete up to a problem behind which nothing can be read.
    ///
    /// After a problem the reader is of no use.
    mutating func read(_ bytes: some Collection<UInt8>) -> (packets: [CapturedPacket], problem: CaptureProblem?)

    /// Ends the reading: the last packet, if the end completes one, and what was wrong on the way.
    mutating func finish() -> (packets: [CapturedPacket], problems: [CaptureProblem])
}

extension CaptureFormat {
    /// The largest record that is taken for a packet.
    static let maximumRecordSize = 65_536

    /// A reader of this format, at the start of the file.
    public func makeReader() -> any CaptureReader {
        switch self {
        case .btsnoop: BTSnoopReader()
        case .pcap: PcapReader()
        case .pcapng: PcapngReader()
        case .hcidump: HCIDumpReader()
        }
    }
}

extension FixedWidthInteger {
    /// The big-endian integer at an offset; nil where the bytes end before it.
    init?(bigEndian bytes: [UInt8], at offset: Int) {
        let size = Self.bitWidth / 8
        guard offset >= 0, bytes.count - offset >= size else { return nil }
        self = bytes[offset..<offset + size].reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }

    /// The integer at an offset in a file's own byte order; nil where the bytes end before it.
    init?(_ bytes: [UInt8], at offset: Int, isBigEndian: Bool) {
        guard let value = Self(bigEndian: bytes, at: offset) else { return nil }
        self = isBigEndian ? value : value.byteSwapped
    }
}

/// Bytes that wait for the rest of their record.
struct RecordBuffer: Sendable {
    private(set) var bytes: [UInt8] = []
    private var start = 0

    var count: Int { bytes.count - start }

    mutating func append(_ more: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    /// The bytes of a record that starts `offset` bytes from here; nil until they have all come.
    func peek(_ offset: Int, _ length: Int) -> [UInt8]? {
        count >= offset + length ? Array(bytes[start + offset..<start + offset + length]) : nil
    }

    mutating func skip(_ length: Int) { start += min(length, count) }
}
