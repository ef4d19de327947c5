import Radio
import Survey
import TestSupport
import Testing

@Suite("Captures")
struct CaptureTests {
    /// An H4 packet with one iBeacon report.
    private let packet: [UInt8] = [
        0x04, 0x3E, 0x2A, 0x02, 0x01, 0x03, 0x01, 0x26, 0x9B, 0x29, 0xDE, 0x99, 0x2A, 0x1E, 0x02, 0x01, 0x06, 0x1A,
        0xFF,
        0x4C, 0x00, 0x02, 0x15, 0xDA, 0xF2, 0x46, 0xCE, 0x83, 0x63, 0x11, 0xE4, 0xB1, 0x16, 0x12, 0x3B, 0x93, 0xF7,
        0x5C,
        0xBA, 0x00, 0x00, 0x00, 0x01, 0xC2, 0xBF,
    ]
    private let time: Int64 = 1_700_000_000_123_456

    /// The packets of a file that comes in pieces of a given size.
    private func read(_ file: [UInt8], pieces: Int) throws -> ([CapturedPacket], [CaptureProblem]) {
        guard let format = CaptureFormat(firstBytes: Array(file.prefix(512))) else {
            throw CaptureProblem.unknownFormat
        }
        var reader = format.makeReader()
        var packets: [CapturedPacket] = []
        for start in stride(from: 0, to: file.count, by: pieces) {
            let (some, problem) = reader.read(file[start..<min(start + pieces, file.count)])
            packets += some
            if let problem { return (packets, [problem]) }
        }
        let (last, problems) = reader.finish()
        return (packets + last, problems)
    }

    private var btsnoop: [UInt8] {
        var file = Array("btsnoop\0".utf8) + UInt32(1).bigEndianBytes + UInt32(1002).bigEndianBytes
        for _ in 0..<2 {
            file += UInt32(packet.count).bigEndianBytes + UInt32(packet.count).bigEndianBytes
            file += UInt32(3).bigEndianBytes + UInt32(0).bigEndianBytes
            file += (time + 0x00DC_DDB3_0F2F_8000).bigEndianBytes + packet
        }
        return file
    }

    private func pcap(isBigEndian: Bool, link: UInt32, record: [UInt8]) -> [UInt8] {
        func word(_ value: UInt32) -> [UInt8] { (isBigEndian ? value : value.byteSwapped).bigEndianBytes }
        var file = word(0xA1B2_C3D4) + word(isBigEndian ? 0x0002_0004 : 0x0004_0002) + word(0) + word(0)
        file += word(65_535) + word(link)
        for _ in 0..<2 {
            file += word(UInt32(time / 1_000_000)) + word(UInt32(time % 1_000_000))
            file += word(UInt32(record.count)) + word(UInt32(record.count)) + record
        }
        return file
    }

    private var pcapng: [UInt8] {
        func word(_ value: UInt32) -> [UInt8] { value.byteSwapped.bigEndianBytes }
        func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
            let padded = body + Array(repeating: 0, count: (4 - body.count % 4) % 4)
            return word(type) + word(UInt32(12 + padded.count)) + padded + word(UInt32(12 + padded.count))
        }
        var file = block(0x0A0D_0D0A, word(0x1A2B_3C4D) + word(0x0000_0001) + Array(repeating: 0xFF, count: 8))
        file += block(1, word(187) + word(65_535) + [9, 0, 1, 0, 9, 0, 0, 0] + word(0))
        let nanoseconds = UInt64(time) * 1_000
        let stamp = word(UInt32(nanoseconds >> 32)) + word(UInt32(truncatingIfNeeded: nanoseconds))
        for _ in 0..<2 {
            file += block(6, word(0) + stamp + word(UInt32(packet.count)) + word(UInt32(packet.count)) + packet)
        }
        return file
    }

    @Test(
        "btsnoop, pcap and pcapng give the same packets at the same times, in pieces of any size",
        arguments: [1, 7, 999]
    )
    func formats(pieces: Int) throws {
        let expected = Array(repeating: CapturedPacket(time: time, content: .hci(packet)), count: 2)
        let files = [
            btsnoop, pcap(isBigEndian: true, link: 187, record: packet),
            pcap(isBigEndian: false, link: 187, record: packet),
            pcap(isBigEndian: false, link: 201, record: [0, 0, 0, 1] + packet),
            pcap(isBigEndian: true, link: 254, record: [0, 0, 0, 3] + packet.dropFirst()), pcapng,
        ]
        for file in files {
            let (packets, problems) = try read(file, pieces: pieces)
            #expect(packets == expected)
            #expect(problems.isEmpty)
        }
    }

    @Test("a cut file gives what was whole, and says how much was left out")
    func cut() throws {
        let (packets, problems) = try read(Array(btsnoop.dropLast(5)), pieces: 64)
        #expect(packets.count == 1)
        #expect(problems == [.truncated(bytes: 24 + packet.count - 5)])
    }

    @Test("cut at any byte, a capture gives the packets that are whole, and says that it is cut")
    func cutAnywhere() throws {
        for (file, header, record) in [
            (btsnoop, 16, 24 + packet.count),
            (pcap(isBigEndian: true, link: 187, record: packet), 24, 16 + packet.count),
            (pcapng, 60, 32 + (packet.count + 3) / 4 * 4),
        ] {
            for length in 8..<file.count {
                let (packets, problems) = try read(Array(file[..<length]), pieces: 999)
                #expect(packets.count == max(0, length - header) / record)
                let isWhole = length >= header && (length - header).isMultiple(of: record)
                let isBlockEnd = header == 60 && length == 28  // the section alone is whole
                #expect(problems.map(\.name) == (isWhole || isBlockEnd ? [] : ["truncatedFile"]), "\(length)")
            }
        }
    }

    @Test("a sniffer's packet has the strength it was received with")
    func linkLayer() throws {
        let data: [UInt8] = [0x02, 0x01, 0x06]
        let pdu: [UInt8] = [0x42, UInt8(6 + data.count), 1, 2, 3, 4, 5, 0xC6] + data
        let onAir = [0xD6, 0xBE, 0x89, 0x8E] + pdu + [0, 0, 0]
        let radio: [UInt8] = [37, UInt8(bitPattern: -70), 0, 0, 0, 0, 0, 0, 0b10, 0]
        let (packets, _) = try read(pcap(isBigEndian: false, link: 256, record: radio + onAir), pieces: 40)
        // 2,476 MHz is the channel 35.
        #expect(packets.map(\.content) == Array(repeating: .linkLayer(pdu, rssi: -70, channel: 35), count: 2))
        guard case .legacy(let report, data) = AdvertisingPDU(pdu, rssi: -70) else {
            Issue.record("no legacy advertisement with its data")
            return
        }
        #expect(report.address.description == "C6:05:04:03:02:01")
        #expect(report.rssi == RSSI(dBm: -70))
        #expect(report.fixedAddress != nil)
    }

    @Test("hcidump's text may have times, lost indents, remarks and packets that were sent")
    func dumpVariants() throws {
        let text = """
            1420070400.250000 > 04 3E 03\r
              02 01\r
            00
            1420070400.260000 < 01 0C 20
            a remark -> 04 3E
            2015-01-01 12:00:00.123456 > 04 0E 00
            > 04 ZZ
            """
        let (packets, problems) = try read(Array(text.utf8), pieces: 999)
        #expect(
            packets == [
                CapturedPacket(time: 1_420_070_400_250_000, content: .hci([4, 0x3E, 3, 2, 1, 0])),
                CapturedPacket(time: nil, content: .hci([4, 0x0E, 0])), CapturedPacket(time: nil, content: .hci([4])),
            ]
        )
        #expect(problems == [.malformedLine(number: 7)])
    }

    @Test("a byte order mark in front of hcidump's text hides no packet")
    func markedDump() throws {
        let (packets, problems) = try read(Array("\u{FEFF}> 04 3E 01 02\r\n> 04 0E 00\r\n".utf8), pieces: 3)
        #expect(packets.map(\.content) == [.hci([4, 0x3E, 1, 2]), .hci([4, 0x0E, 0])])
        #expect(problems.isEmpty)
    }

    /// An advertising PDU as it is on the air, with a checksum.
    private let onAir: [UInt8] =
        [0xD6, 0xBE, 0x89, 0x8E, 0x42, 9, 1, 2, 3, 4, 5, 0xC6, 0x02, 0x01, 0x06] + [0xAA, 0xBB, 0xCC]

    @Test("sniffers' headers give the strength; a packet whose checksum is known to be wrong is left out")
    func sniffers() throws {
        let pdu = Array(onAir[4..<onAir.count - 3])
        func contents(_ link: UInt32, _ record: [UInt8]) throws -> [CapturedPacket.Content] {
            try read(pcap(isBigEndian: false, link: link, record: record), pieces: 40).0.prefix(1).map(\.content)
        }
        let strength = UInt8(bitPattern: -70)
        func radio(_ flags: UInt16) -> [UInt8] {
            [37, strength, 0, 0, 0, 0, 0, 0, UInt8(flags & 0xFF), UInt8(flags >> 8)]
        }
        #expect(try contents(256, radio(0x0C02) + onAir) == [.linkLayer(pdu, rssi: -70, channel: 35)])
        #expect(try contents(256, radio(0x0402) + onAir) == [])
        #expect(try contents(256, radio(0x0C00) + onAir) == [.linkLayer(pdu, rssi: nil, channel: 35)])
        let coded = Array(onAir[..<4]) + [0] + onAir[4...]
        #expect(try contents(256, radio(0x8C02) + coded) == [.linkLayer(pdu, rssi: -70, channel: 35)])
        let field: [UInt8] = [0x36, 0x75, 12, 0, 0, 0x62, 9, 0, 0, 0, 0, 0, strength, strength, strength, 1]
        #expect(try contents(192, [0, 0, 24, 0, 251, 0, 0, 0] + field + onAir) == [.linkLayer(pdu, rssi: -70)])
        let nordic: [UInt8] = [0, 6, 20, 1, 0, 0, 6, 10, 1, 37, 70, 0, 0, 0, 0, 0, 0]
        #expect(try contents(272, nordic + onAir) == [.linkLayer(pdu, rssi: -70, channel: 37)])
        #expect(try contents(272, Array(nordic.prefix(10))) == [])
    }

    @Test(
        "a record that lies ends the reading with a reason, and what came before it in the same piece counts",
        arguments: [1, 999]
    )
    func lyingRecord(pieces: Int) throws {
        let lie = Array(repeating: UInt8(0xFF), count: 32)
        let endless = Array("  ".utf8) + Array(repeating: UInt8(ascii: "4"), count: 5_000)
        let dump = "> 04 3E 03 02 01 00\n> 04 3E 03 02 01 00\n> 04\n"
        for file in [
            btsnoop + lie, pcap(isBigEndian: true, link: 187, record: packet) + lie, pcapng + lie,
            Array(dump.utf8) + endless,
        ] {
            let (packets, problems) = try read(file, pieces: pieces)
            #expect(packets.count == 2)
            #expect(problems.map(\.name) == ["oversizedRecord"])
        }
    }

    @Test(
        "hcidump's text gives every packet, and remarks in between do no harm",
        .enabled(if: RecordedData.folder != nil, "needs recordings")
    )
    func hcidump() throws {
        let (packets, problems) = try read(
            Array(RecordedData.text("hci-captures/hcidump-ibeacon.txt").utf8),
            pieces: 100
        )
        #expect(packets.count == 242)
        #expect(problems.isEmpty)
    }

    @Test("no bytes make a reader trap", arguments: Seed.forThisRun(200))
    func garbage(seed: Seed) {
        var random = SeededGenerator(seed)
        for var file in [btsnoop, pcapng, pcap(isBigEndian: false, link: 256, record: packet), Array("> 04 3E\n".utf8)]
        {
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                file[Int.random(in: file.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? read(file, pieces: Int.random(in: 1...64, using: &random))  // only a trap would be wrong
        }
    }
}
