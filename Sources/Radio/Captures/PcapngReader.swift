/// Reads pcapng files: section, interface, enhanced and simple packet blocks; other blocks are passed over.
struct PcapngReader: CaptureReader {
    private enum Block {
        static let section: UInt32 = 0x0A0D_0D0A
        static let interface: UInt32 = 1
        static let simplePacket: UInt32 = 3
        static let enhancedPacket: UInt32 = 6
    }

    private struct Interface: Sendable {
        let link: LinkType?
        /// Ticks per second of its time stamps.
        let resolution: UInt64
    }

    private var buffer = RecordBuffer()
    private var isBigEndian = false
    private var interfaces: [Interface] = []

    mutating func read(_ bytes: some Collection<UInt8>) throws(CaptureProblem) -> [CapturedPacket] {
        buffer.append(bytes)
        var packets: [CapturedPacket] = []
        while let start = buffer.peek(0, 12) {
            // The byte order stands behind the length it applies to.
            if UInt32(bigEndian: start, at: 0) == Block.section { isBigEndian = start[8] == 0x1A }
            let length = Int(UInt32(start, at: 4, isBigEndian: isBigEndian) ?? 0)
            guard (12...CaptureFormat.maximumRecordSize).contains(length), length.isMultiple(of: 4) else {
                throw .oversizedRecord(declared: length)
            }
            guard let block = buffer.peek(0, length) else { break }
            buffer.skip(length)
            if let packet = read(block: block) { packets.append(packet) }
        }
        return packets
    }

    private mutating func read(block: [UInt8]) -> CapturedPacket? {
        let body = Array(block[8..<block.count - 4])
        switch UInt32(block, at: 0, isBigEndian: isBigEndian) {
        case Block.section: interfaces = []
        case Block.interface:
            let number = UInt16(body, at: 0, isBigEndian: isBigEndian) ?? 0
            interfaces.append(Interface(link: LinkType(rawValue: UInt32(number)), resolution: resolution(in: body)))
        case Block.enhancedPacket:
            guard body.count >= 20, let index = UInt32(body, at: 0, isBigEndian: isBigEndian),
                interfaces.indices.contains(Int(index)), let high = UInt32(body, at: 4, isBigEndian: isBigEndian),
                let low = UInt32(body, at: 8, isBigEndian: isBigEndian),
                let length = UInt32(body, at: 12, isBigEndian: isBigEndian), body.count >= 20 + Int(length)
            else { return nil }
            let interface = interfaces[Int(index)]
            let (whole, part) = (UInt64(high) << 32 | UInt64(low)).quotientAndRemainder(
                dividingBy: interface.resolution
            )
            let fraction = part.multipliedFullWidth(by: 1_000_000)
            let microseconds = interface.resolution.dividingFullWidth(fraction).quotient
            let time = Int64(clamping: whole.multipliedReportingOverflow(by: 1_000_000).partialValue &+ microseconds)
            return packet(Array(body[20..<20 + Int(length)]), from: interface, time: time)
        case Block.simplePacket:
            guard let interface = interfaces.first, let length = UInt32(body, at: 0, isBigEndian: isBigEndian),
                body.count >= 4 + Int(length)
            else { return nil }
            return packet(Array(body[4..<4 + Int(length)]), from: interface, time: nil)
        default: break
        }
        return nil
    }

    private func packet(_ data: [UInt8], from interface: Interface, time: Int64?) -> CapturedPacket? {
        interface.link?.content(of: data).map { CapturedPacket(time: time, content: $0) }
    }

    /// Ticks per second as the option `if_tsresol` gives them; a million where it is missing.
    private func resolution(in body: [UInt8]) -> UInt64 {
        var offset = 8
        while let code = UInt16(body, at: offset, isBigEndian: isBigEndian), code != 0,
            let length = UInt16(body, at: offset + 2, isBigEndian: isBigEndian), offset + 4 + Int(length) <= body.count
        {
            if code == 9, length >= 1 {
                let exponent = Int(body[offset + 4] & 0x7F)
                if body[offset + 4] & 0x80 != 0 { return exponent < 63 ? 1 << UInt64(exponent) : 1_000_000 }
                return exponent <= 18 ? (0..<exponent).reduce(1) { ticks, _ in ticks * 10 } : 1_000_000
            }
            offset += 4 + (Int(length) + 3) / 4 * 4
        }
        return 1_000_000
    }

    mutating func finish() -> (packets: [CapturedPacket], problems: [CaptureProblem]) {
        ([], buffer.count == 0 ? [] : [.truncated(bytes: buffer.count)])
    }
}
