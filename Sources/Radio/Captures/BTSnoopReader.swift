/// Reads btsnoop files, as `btmon -w` and phones write them.
struct BTSnoopReader: CaptureReader {
    private enum DataLink: UInt32 {
        /// HCI without the H4 indicator.
        case hciUnencapsulated = 1001
        case hciUART = 1002
        /// Linux monitor: the flags name adapter and kind.
        case monitor = 2001
    }

    /// Microseconds from the format's epoch, midnight of 1 January of the year 0, to 1970.
    static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000

    private var buffer = RecordBuffer()
    private var link: DataLink?

    mutating func read(_ bytes: some Collection<UInt8>) -> (packets: [CapturedPacket], problem: CaptureProblem?) {
        buffer.append(bytes)
        if link == nil {
            guard let header = buffer.peek(0, 16) else { return ([], nil) }
            buffer.skip(16)
            guard UInt32(bigEndian: header, at: 8) == 1 else { return ([], .unsupported("another version of btsnoop")) }
            let number = UInt32(bigEndian: header, at: 12) ?? 0
            guard let known = DataLink(rawValue: number) else {
                return ([], .unsupported("the btsnoop data link \(number)"))
            }
            link = known
        }
        var packets: [CapturedPacket] = []
        while let header = buffer.peek(0, 24) {
            let length = Int(UInt32(bigEndian: header, at: 4) ?? 0)
            guard length <= CaptureFormat.maximumRecordSize else {
                return (packets, .oversizedRecord(declared: length))
            }
            guard let data = buffer.peek(24, length) else { break }
            buffer.skip(24 + length)
            let flags = UInt32(bigEndian: header, at: 8) ?? 0
            let time = (Int64(bigEndian: header, at: 16) ?? 0) &- Self.epoch
            if let packet = hci(data, flags: flags) {
                packets.append(CapturedPacket(time: time, content: .hci(packet)))
            }
        }
        return (packets, nil)
    }

    /// The packet with its indicator; nil for what is no event.
    private func hci(_ data: [UInt8], flags: UInt32) -> [UInt8]? {
        switch link {
        case .hciUART: data
        case .hciUnencapsulated: flags & 0b11 == 0b11 ? [0x04] + data : nil
        case .monitor: flags & 0xFFFF == 3 ? [0x04] + data : nil
        case nil: nil
        }
    }

    mutating func finish() -> (packets: [CapturedPacket], problems: [CaptureProblem]) {
        ([], buffer.count == 0 ? [] : [.truncated(bytes: buffer.count)])
    }
}
