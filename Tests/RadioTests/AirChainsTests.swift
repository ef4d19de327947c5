import Survey
import TestSupport
import Testing

@testable import Radio

@Suite("Extended advertisements on the air")
struct AirChainsTests {
    private static let sender: [UInt8] = [1, 2, 3, 4, 5, 0xC6]
    private static let other: [UInt8] = [9, 8, 7, 6, 5, 0xC4]

    /// A packet of an extended advertisement: what stands in its header, and its data.
    private struct Packet {
        var address: [UInt8]?
        var dataInfo: UInt16? = 0x3007
        /// The channel, and how many units of 30 µs from here, of the next packet.
        var next: (channel: UInt8, units: UInt32)?
        var data: [UInt8] = []

        var bytes: [UInt8] {
            var fields: [UInt8] = []
            var flags: UInt8 = 0
            if let address { (flags, fields) = (flags | 1, fields + address) }
            if let dataInfo { (flags, fields) = (flags | 8, fields + [UInt8(dataInfo & 0xFF), UInt8(dataInfo >> 8)]) }
            if let next {
                let word = UInt32(next.channel) | next.units << 8
                let pointer = [UInt8(word & 0xFF), UInt8(word >> 8 & 0xFF), UInt8(word >> 16)]
                (flags, fields) = (flags | 16, fields + pointer)
            }
            let payload = [UInt8(fields.count + 1), flags] + fields + data
            return [0x47, UInt8(payload.count)] + payload
        }
    }

    private struct Caught {
        let packet: [UInt8]
        let time: Int64?
        let channel: UInt8?
    }

    private func caught(_ packet: Packet, at time: Int64?, on channel: UInt8?) -> Caught {
        Caught(packet: packet.bytes, time: time, channel: channel)
    }

    private func hear(_ packets: [Caught]) -> (heard: [Advertisement], problems: [String: Int]) {
        var reader = AdvertisementReader()
        var heard = packets.flatMap { caught in
            reader.read(
                CapturedPacket(
                    time: caught.time,
                    content: .linkLayer(caught.packet, rssi: -70, channel: caught.channel)
                )
            )
        }
        heard += reader.finish()
        return (heard, reader.tally.problems)
    }

    /// ADV_EXT_IND on three channels, AUX_ADV_IND and two AUX_CHAIN_IND of 600 bytes.
    private func advertisement(
        by address: [UInt8] = sender,
        dataInfo: UInt16? = 0x3007,
        at start: Int64 = 0,
        through channels: [UInt8] = [4, 20, 33]
    ) -> [Caught] {
        let data = Self.data
        let announced = (0..<3).map { number in
            let time = start + Int64(number) * 600
            let units = UInt32((3_000 - number * 600) / 30)
            return caught(
                Packet(dataInfo: dataInfo, next: (channels[0], units)),
                at: time,
                on: 37 + UInt8(number)
            )
        }
        return announced + [
            caught(
                Packet(
                    address: address,
                    dataInfo: dataInfo,
                    next: (channels[1], 100),
                    data: Array(data[..<200])
                ),
                at: start + 3_000,
                on: channels[0]
            ),
            caught(
                Packet(dataInfo: dataInfo, next: (channels[2], 100), data: Array(data[200..<400])),
                at: start + 6_000,
                on: channels[1]
            ),
            caught(Packet(dataInfo: dataInfo, data: Array(data[400...])), at: start + 9_000, on: channels[2]),
        ]
    }

    /// An iBeacon, then structures of a maker's own data up to 600 bytes.
    private static let data: [UInt8] =
        [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + Array(1...16) + [0, 1, 0, 2, 0xC5]
        + (0..<3).flatMap { _ in [189, 0xFF, 0x59, 0x00] + [UInt8](repeating: 7, count: 186) }

    /// What is left where a capture knows no time, no channel, or neither.
    private static let blindnesses: [(hasTime: Bool, hasChannel: Bool)] = [
        (true, true), (true, false), (false, true), (false, false),
    ]

    private func blinded(_ packets: [Caught], _ sight: (hasTime: Bool, hasChannel: Bool)) -> [Caught] {
        packets.map { packet in
            Caught(
                packet: packet.packet,
                time: sight.hasTime ? packet.time : nil,
                channel: sight.hasChannel ? packet.channel : nil
            )
        }
    }

    @Test("the packets of a chain are one advertisement, whatever is known of time and channel", arguments: 0..<4)
    func whole(sight: Int) throws {
        let (heard, problems) = hear(blinded(advertisement(), Self.blindnesses[sight]))
        #expect(heard.count == 1)
        let only = try #require(heard.first)
        #expect(only.data == Self.data)
        #expect(only.report.address.description == "C6:05:04:03:02:01")
        #expect(only.report.addressType == .random)
        #expect(only.report.isExtended && !only.report.isScanResponse)
        #expect(only.frames.count == 1)
        #expect(problems == [:])
    }

    @Test("chains of several advertisers that interleave stay apart, also where they have the same data information")
    func interleaved() {
        let one = advertisement()
        let two = advertisement(by: Self.other, at: 1_000, through: [5, 21, 34])
        let mixed = (one + two).sorted { ($0.time ?? 0) < ($1.time ?? 0) }
        let (heard, problems) = hear(mixed)
        #expect(heard.map(\.data) == [Self.data, Self.data])
        #expect(Set(heard.map(\.report.address)).count == 2)
        #expect(problems == [:])
    }

    @Test("a chain that breaks is counted once, and what came before the gap is kept", arguments: [0, 1, 2, 3])
    func broken(sight: Int) {
        let whole = advertisement()
        let later = advertisement(at: 2_000_000)
        // The second packet of the data is missed; the same set advertises again.
        let (heard, problems) = hear(blinded(Array(whole[..<4]) + later, Self.blindnesses[sight]))
        #expect(heard.map(\.data.count).sorted() == [200, 600])
        #expect(problems["missedPacket"] == 1)
        // The capture ends inside the chain.
        let (cut, reasons) = hear(blinded(Array(whole[..<5]), Self.blindnesses[sight]))
        #expect(cut.map(\.data.count) == [400])
        #expect(reasons["missedPacket"] == 1)
    }

    @Test("of a chain whose beginning was missed nothing is heard, for nobody knows whose it is")
    func headless() {
        let (heard, problems) = hear(Array(advertisement()[4...]))
        #expect(heard.isEmpty)
        #expect(problems == ["missedPacket": 1])
        // What announced it was heard, and still the rest is nobody's.
        let packets = advertisement()
        let (rest, reasons) = hear(Array(packets[..<3]) + packets[4...])
        #expect(rest.isEmpty)
        #expect(reasons == ["missedPacket": 1])
    }

    @Test("what is only announced is no advertisement, and no problem")
    func announced() {
        let (heard, problems) = hear(Array(advertisement()[..<3]) + advertisement(at: 900_000)[..<3])
        #expect(heard.isEmpty)
        #expect(problems == [:])
    }

    @Test("the sender may stand in the announcement alone, or nowhere")
    func senders() throws {
        let data: [UInt8] = [2, 1, 6]
        func packets(_ address: [UInt8]?) -> [Caught] {
            [
                caught(Packet(address: address, next: (7, 50)), at: 0, on: 38),
                caught(Packet(data: data), at: 1_500, on: 7),
            ]
        }
        let named = try #require(hear(packets(Self.sender)).heard.first)
        #expect(named.report.address.description == "C6:05:04:03:02:01")
        let anonymous = try #require(hear(packets(nil)).heard.first)
        #expect(anonymous.report.addressType == .anonymous)
        #expect(anonymous.report.fixedAddress == nil)
        #expect(anonymous.data == data)
    }

    @Test("a response to a request is a scan response, with its chain; what is advertised besides is none")
    func responses() {
        let request: [UInt8] = [0xC3, 12] + Self.other + Self.sender
        let begin = Packet(address: Self.sender, dataInfo: nil, next: (9, 100), data: [UInt8](repeating: 0, count: 100))
        let (heard, problems) = hear([
            Caught(packet: request, time: 0, channel: 8), caught(begin, at: 326, on: 8),
            caught(Packet(dataInfo: nil, data: [2, 1, 6]), at: 3_326, on: 9),
            caught(Packet(address: Self.sender, data: [2, 1, 6]), at: 50_000, on: 8),
        ])
        #expect(heard.map(\.report.isScanResponse) == [true, false])
        #expect(heard.map(\.data.count) == [103, 3])
        #expect(problems == [:])
    }

    @Test("more than an advertisement may hold is refused, and ever more open chains fill no memory")
    func limits() {
        let piece = [UInt8](repeating: 0, count: 240)
        let long = (0..<8).map { number in
            caught(
                Packet(address: number == 0 ? Self.sender : nil, next: (3, 100), data: piece),
                at: Int64(number) * 3_000,
                on: 3
            )
        }
        #expect(hear(long).problems["chainTooLong"] == 1)
        let many = (0..<1_000).map { number in
            caught(
                Packet(address: Self.sender, dataInfo: UInt16(number), next: (3, 8_000), data: [2, 1, 6]),
                at: 0,
                on: 3
            )
        }
        let (heard, problems) = hear(many)
        #expect(heard.count == 1_000)
        #expect(problems == ["missedPacket": 1_000])
    }

    @Test("no bytes trap, and a header that does not fit is no packet", arguments: Seed.forThisRun(2))
    func random(seed: Seed) {
        var random = SeededGenerator(seed)
        let packets = advertisement()
        for _ in 0..<2_000 {
            let mutated = packets.map { caught -> Caught in
                var bytes = caught.packet
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                if Bool.random(using: &random) { bytes.removeLast(.random(in: 0...bytes.count, using: &random)) }
                let isOnTime = Bool.random(using: &random)
                let time: Int64? = isOnTime ? caught.time : .random(in: .min ... .max, using: &random)
                return Caught(packet: bytes, time: time, channel: caught.channel)
            }
            for advertisement in hear(mutated).heard {
                #expect(advertisement.data.count <= ReportParser.maximumDataSize)
            }
        }
    }
}
