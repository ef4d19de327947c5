/// Reads pcap files in either byte order, with times in micro- or nanoseconds.
struct PcapReader: CaptureReader {
    private struct Header: Sendable {
        let isBigEndian: Bool
        let ticksPerMicrosecond: Int64
        let link: LinkType
    }

    private var buffer = RecordBuffer()
    private var header: Header?

    mutating func read(_ bytes: some Collection<UInt8>) -> (packets: [CapturedPacket], problem: CaptureProblem?) {
        buffer.append(bytes)
        if header == nil {
            guard let start = buffer.peek(0, 24) else { return ([], nil) }
            buffer.skip(24)
            let magic = UInt32(bigEndian: start, at: 0) ?? 0
            let isBigEndian = magic == 0xA1B2_C3D4 || magic == 0xA1B2_3C4D
            let isNano = magic == 0xA1B2_3C4D || magic == 0x4D3C_B2A1
            let number = (UInt32(start, at: 20, isBigEndian: isBigEndian) ?? 0) & 0x0FFF_FFFF
            guard let link = LinkType(rawValue: number) else { return ([], .unsupported("the link type \(number)")) }
            header = Header(isBigEndian: isBigEndian, ticksPerMicrosecond: isNano ? 1_000 : 1, link: link)
        }
        var packets: [CapturedPacket] = []
        while let header, let record = buffer.peek(0, 16) {
            let length = Int(UInt32(record, at: 8, isBigEndian: header.isBigEndian) ?? 0)
            guard length <= CaptureFormat.maximumRecordSize else {
                return (packets, .oversizedRecord(declared: length))
            }
            guard let data = buffer.peek(16, length) else { break }
            buffer.skip(16 + length)
            let seconds = Int64(UInt32(record, at: 0, isBigEndian: header.isBigEndian) ?? 0)
            let ticks = Int64(UInt32(record, at: 4, isBigEndian: header.isBigEndian) ?? 0)
            if let content = header.link.content(of: data) {
                let time = seconds * 1_000_000 + ticks / header.ticksPerMicrosecond
                packets.append(CapturedPacket(time: time, content: content))
            }
        }
        return (packets, nil)
    }

    mutating func finish() -> (packets: [CapturedPacket], problems: [CaptureProblem]) {
        ([], buffer.count == 0 ? [] : [.truncated(bytes: buffer.count)])
    }
}
