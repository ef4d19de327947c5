import Radio
import Survey
import Testing

@Suite("pcapng captures")
struct PcapngTests {
    private let packet: [UInt8] = [0x04, 0x3E, 0x0F, 2, 1, 3, 1, 1, 2, 3, 4, 5, 0xC6, 3, 2, 1, 6, 0xBF]
    private let seconds: UInt64 = 1_700_000_000

    /// Blocks of one byte order.
    private struct Order {
        let isBig: Bool

        func word(_ value: UInt32) -> [UInt8] { (isBig ? value : value.byteSwapped).bigEndianBytes }
        func half(_ value: UInt16) -> [UInt8] { (isBig ? value : value.byteSwapped).bigEndianBytes }
        func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
            let padded = body + Array(repeating: 0, count: (4 - body.count % 4) % 4)
            return word(type) + word(UInt32(12 + padded.count)) + padded + word(UInt32(12 + padded.count))
        }
        var section: [UInt8] {
            block(0x0A0D_0D0A, word(0x1A2B_3C4D) + half(1) + half(0) + Array(repeating: 0xFF, count: 8))
        }
        /// An interface with a name as a first option, then others, then the end of options.
        func interface(_ link: UInt16, snap: UInt32 = 0, options: [UInt8] = []) -> [UInt8] {
            let name = half(2) + half(4) + Array("hci0".utf8)
            return block(1, half(link) + half(0) + word(snap) + name + options + half(0) + half(0))
        }
        func enhanced(_ interface: UInt32, _ stamp: UInt64, _ data: [UInt8], length: UInt32? = nil) -> [UInt8] {
            let length = length ?? UInt32(data.count)
            return block(
                6,
                word(interface) + word(UInt32(stamp >> 32)) + word(UInt32(truncatingIfNeeded: stamp)) + word(length)
                    + word(length) + data + Array(repeating: 0, count: (4 - data.count % 4) % 4) + half(1) + half(2)
                    + Array("ok".utf8) + half(0) + half(0) + half(0)
            )
        }
    }

    private func read(_ file: [UInt8]) -> (packets: [CapturedPacket], problems: [CaptureProblem]) {
        var reader = CaptureFormat.pcapng.makeReader()
        let (packets, problem) = reader.read(file)
        let (last, problems) = reader.finish()
        return (packets + last, problems + [problem].compactMap(\.self))
    }

    @Test("sections of both byte orders, several interfaces, resolutions, offsets and options")
    func sections() {
        let (little, big) = (Order(isBig: false), Order(isBig: true))
        let nanoseconds = big.half(9) + big.half(1) + [9, 0, 0, 0]
        let shifted = little.half(14) + little.half(8) + Array(UInt64(1_000).bigEndianBytes.reversed())
        let halves = little.half(9) + little.half(1) + [0x81, 0, 0, 0]
        let file =
            little.section + little.interface(201) + little.interface(187, options: halves + shifted)
            + little.enhanced(1, 2 * (seconds - 1_000) + 1, packet)
            + little.enhanced(0, seconds * 1_000_000 + 7, [0, 0, 0, 0] + packet)
            + little.block(5, Array(repeating: 0, count: 24)) + big.section
            + big.interface(187, options: nanoseconds) + big.enhanced(0, seconds * 1_000_000_000 + 9_999, packet)
        let (packets, problems) = read(file)
        #expect(problems.isEmpty)
        let base = Int64(seconds) * 1_000_000
        #expect(packets.map(\.time) == [base + 500_000, base + 7, base + 9])
        #expect(packets.allSatisfy { $0.content == .hci(packet) })
    }

    @Test("a simple packet may be cut by the interface's limit; an old packet block is read")
    func otherPackets() {
        let order = Order(isBig: false)
        let stamp = seconds * 1_000_000
        let simple = order.block(3, order.word(900) + packet.prefix(16))
        let old = order.block(
            2,
            order.half(0) + order.half(0) + order.word(UInt32(stamp >> 32))
                + order.word(UInt32(truncatingIfNeeded: stamp)) + order.word(18) + order.word(18) + packet
        )
        let (packets, problems) = read(order.section + order.interface(187, snap: 16) + simple + old)
        #expect(problems.isEmpty)
        #expect(packets.map(\.content) == [.hci(Array(packet.prefix(16))), .hci(packet)])
        #expect(packets.map(\.time) == [nil, Int64(stamp)])
    }

    @Test("what does not fit together is counted, each time; an unknown link type once; the others are read")
    func damage() {
        let order = Order(isBig: false)
        let file =
            order.section + order.interface(1) + order.interface(187) + order.interface(1)
            + order.enhanced(0, 1, packet) + order.enhanced(9, 1, packet) + order.enhanced(1, 1, packet, length: 4_000)
            + order.block(6, [0, 0, 0, 0]) + order.enhanced(1, 5, packet)
        let (packets, problems) = read(file)
        #expect(packets == [CapturedPacket(time: 5, content: .hci(packet))])
        #expect(
            problems == [
                .unsupported("the link type 1"), .damagedRecord(number: 6), .damagedRecord(number: 7),
                .damagedRecord(number: 8),
            ]
        )
    }
}
