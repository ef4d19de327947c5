import Radio
import Survey

/// `reports`, `reports-peer`: advertising reports parsed per second on one core, from HCI packet to beacon frames.
///
/// The limit copies the same bytes, which no parser can beat; the peer is beacontools of PyPI with the same advertising
/// data, where `tools/peers` has installed it.
struct ReportsQuestion: Question {
    private static let own = Row("reports", "reports/s", beside: "memory copy of the same bytes", .atLeast(2_000_000))
    private static let peer = Row("reports-peer", "reports/s", beside: "beacontools, same data", .ratioAtLeast(20))

    let rows = [Self.own, Self.peer]

    func measure(in workshop: Workshop) async throws -> [Figure] {
        let packets = (0..<1_000).map(MadeUpReport.packet)
        let rounds = max(1, workshop.sizes.queries / 10)
        var (rates, copies): ([Double], [Double]) = ([], [])
        for _ in 0..<repetitions {
            var found = 0
            let own = await time { for _ in 0..<rounds { found += Self.parse(packets) } }
            guard found == rounds * packets.count else { throw BenchError.wrong("every report holds a frame") }
            rates.append(Double(found) / own.inSeconds)
            let bytes = packets.flatMap(\.self)
            var copy = bytes
            let raw = await time { for _ in 0..<rounds { Self.copy(bytes, to: &copy) } }
            copies.append(Double(rounds * packets.count) / raw.inSeconds)
        }
        let rate = median(rates)
        return [
            Figure(Self.own, rate, beside: median(copies)), Figure(Self.peer, rate, beside: Self.beacontoolsRate()),
        ]
    }

    /// The frames of all packets, counted.
    private static func parse(_ packets: [[UInt8]]) -> Int {
        var parser = ReportParser()
        var frames: [BeaconFrame] = []
        var found = 0
        for packet in packets {
            _ = parser.parse(packet.span) { _, data in
                frames.removeAll(keepingCapacity: true)
                AdvertisingData.parse(data, into: &frames)
                found += frames.count
            }
        }
        return found
    }

    private static func copy(_ bytes: [UInt8], to target: inout [UInt8]) {
        target.withUnsafeMutableBytes { target in
            bytes.withUnsafeBytes { target.copyMemory(from: $0) }
        }
    }

    private static let script = """
        import time
        from beacontools import parse_packet
        data = [bytes.fromhex("0201061aff4c00021501020304050607080910111213141516") + bytes([0, 1, n >> 8, n & 255, 197])
                for n in range(1000)]
        rates = []
        for _ in range(3):
            start = time.perf_counter()
            for packet in data:
                parse_packet(packet)
            rates.append(len(data) / (time.perf_counter() - start))
        print(sorted(rates)[1])
        """

    /// Packets per second of the peer; nil where it is not installed.
    private static func beacontoolsRate() -> Double? {
        PythonPeer.figure(of: script, python: ".build/peers/bin/python3")
    }
}

/// `sampling`: the part of one core that 200 beacons at ten advertisements a second take, with ten samples a second.
struct SamplingQuestion: Question {
    private static let row = Row("sampling", "% of core", beside: nil, .atMost(5))

    let rows = [Self.row]

    func measure(in workshop: Workshop) async throws -> [Figure] {
        let beacons = 200
        let seconds = max(2, workshop.sizes.queries / 500)
        let packets = (0..<beacons).map(MadeUpReport.packet)
        var shares: [Double] = []
        for _ in 0..<repetitions {
            var reader = AdvertisementReader()
            var table = LastSeenTable()
            var readings = 0
            let spent = await time {
                for second in 0..<seconds {
                    for turn in 0..<10 {
                        let moment = Int64(second * 1_000 + turn * 100)
                        for packet in packets {
                            for heard in reader.read(CapturedPacket(time: moment * 1_000, content: .hci(packet))) {
                                guard let rssi = heard.report.rssi else { continue }
                                for identity in heard.identities() { table.hear(identity, rssi, at: moment) }
                            }
                        }
                        readings += table.sample(at: moment + 99).count
                    }
                }
            }
            guard readings == 10 * seconds * beacons else { throw BenchError.wrong("every beacon is in every sample") }
            shares.append(100 * spent.inSeconds / Double(seconds))
        }
        return [Figure(Self.row, median(shares))]
    }
}
