import Radio
import TestSupport

/// What the fuzzers of the radio hold: bytes from the air and from files may say anything, and never make a reader trap.
enum RadioInputs {
    /// An iBeacon, an AltBeacon, the four Eddystone frames and a name, as advertising data.
    private static let advertisements: [[UInt8]] = [
        [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + Array(1...16) + [0, 1, 0, 2, 0xC5],
        [0x1B, 0xFF, 0x18, 0x01, 0xBE, 0xAC] + Array(1...20) + [0xC5, 0x00],
        [0x03, 0x03, 0xAA, 0xFE, 0x17, 0x16, 0xAA, 0xFE, 0x00, 0xE7] + Array(1...18),
        [0x03, 0x03, 0xAA, 0xFE, 0x0D, 0x16, 0xAA, 0xFE, 0x10, 0xF5, 0x02, 0x61, 0x62, 0x63, 0x07, 0x64, 0x65, 0x08],
        [0x03, 0x03, 0xAA, 0xFE, 0x11, 0x16, 0xAA, 0xFE, 0x20, 0x00, 0x0B, 0x18, 0x19, 0x00, 0, 0, 1, 0, 0, 0, 2, 0],
        [0x03, 0x03, 0xAA, 0xFE, 0x0D, 0x16, 0xAA, 0xFE, 0x30, 0xE7] + Array(1...8),
        [0x02, 0x01, 0x06, 0x05, 0x09, 0x6E, 0x61, 0x6D, 0x65],
    ]

    /// An HCI event with one to three reports, legacy or extended, some of a chain.
    static func event(using random: inout SeededGenerator) -> [UInt8] {
        let isExtended = Bool.random(using: &random)
        let count = UInt8.random(in: 1...3, using: &random)
        var event: [UInt8] = [isExtended ? 0x0D : 0x02, count]
        for _ in 0..<count {
            let data = advertisements.randomElement(using: &random) ?? []
            let address = random.bytes(6)
            let rssi = UInt8.random(in: 0...255, using: &random)
            if isExtended {
                let status = UInt8.random(in: 0...2, using: &random) << 5
                event +=
                    [0x10 | status, 0, 1] + address + [1, 0, 0, 127, rssi] + Array(repeating: 0, count: 9)
                event += [UInt8(data.count)] + data
            } else {
                event += [3, 1] + address + [UInt8(data.count)] + data + [rssi]
            }
        }
        return [0x04, 0x3E, UInt8(truncatingIfNeeded: event.count)] + event
    }

    /// A capture file of one of the formats.
    static func capture(using random: inout SeededGenerator) -> [UInt8] {
        let packets = (0..<3).map { _ in event(using: &random) }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            return BTSnoopWriter.header + packets.flatMap { BTSnoopWriter.record(of: $0, at: 1_700_000_000_000_000) }
        case 1:
            let header: [UInt8] = [
                0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 187, 0, 0, 0,
            ]
            return header
                + packets.flatMap { [0, 0, 0, 0, 0, 0, 0, 0, UInt8($0.count), 0, 0, 0, UInt8($0.count), 0, 0, 0] + $0 }
        default:
            let digits = Array("0123456789ABCDEF".utf8)
            return packets.flatMap { packet -> [UInt8] in
                Array(">".utf8) + packet.flatMap { [0x20, digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + [0x0A]
            }
        }
    }

    /// Reads bytes as advertising data and as an HCI packet: twice the same, and a recording of it gives the same frames.
    static func readAdvertising(_ bytes: [UInt8]) {
        var frames: [BeaconFrame] = []
        AdvertisingData.parse(bytes.span, into: &frames)
        var reader = AdvertisementReader()
        var again = AdvertisementReader()
        let heard = reader.read(CapturedPacket(time: 0, content: .hci(bytes)))
        precondition(heard == again.read(CapturedPacket(time: 0, content: .hci(bytes))))
        for advertisement in heard where advertisement.data.count <= ReportParser.maximumDataSize {
            let file = BTSnoopWriter.header + BTSnoopWriter.record(of: advertisement, at: 0)
            var capture = CaptureFormat.btsnoop.makeReader()
            let (packets, problem) = capture.read(file)
            precondition(problem == nil, "A recording must be readable.")
            var recorded = AdvertisementReader()
            precondition(packets.flatMap { recorded.read($0) }.map(\.frames) == [advertisement.frames])
        }
        var scan = AdapterScan()
        for input in [.seen(.up), .opened, .packet(bytes), .tick, .packet(bytes)] as [AdapterScan.Input] {
            _ = scan.handle(input, at: Int64(bytes.count))
        }
    }

    /// Reads bytes as a capture of each format that they may be: in one piece and in two, with the same packets.
    static func readCapture(_ bytes: [UInt8]) {
        let formats = CaptureFormat(firstBytes: Array(bytes.prefix(512))).map { [$0] } ?? CaptureFormat.allCases
        for format in formats {
            var whole = format.makeReader()
            var halves = format.makeReader()
            let middle = bytes.count / 2
            let (packets, problem) = whole.read(bytes)
            let first = halves.read(bytes[..<middle])
            let second = first.problem == nil ? halves.read(bytes[middle...]) : ([], first.problem)
            precondition(packets == first.packets + second.0)
            precondition(problem == second.1)
            precondition(problem != nil || whole.finish() == halves.finish())
            var reader = AdvertisementReader()
            var clock = SourceClock(longestGap: 1_000)
            var last: Int64 = 0
            for packet in packets {
                _ = reader.read(packet)
                if case .hci(let bytes) = packet.content {
                    // What came over HCI is as good as the air for bytes that mean nothing yet.
                    let onAir = CapturedPacket.Content.linkLayer(bytes, rssi: -60, channel: bytes.last)
                    _ = reader.read(CapturedPacket(time: packet.time, content: onAir))
                }
                let time = clock.time(of: packet.time)
                precondition(time >= last)
                last = time
            }
            _ = reader.finish()
        }
    }
}
