import Radio
import Survey
import TestSupport
import Testing

@Suite("Advertising reports")
struct ReportParserTests {
    private struct Heard: Equatable {
        let report: AdvertisingReport
        let data: [UInt8]
    }

    /// Every advertisement in some packets, and each packet's problem.
    private func read(_ packets: [[UInt8]]) -> ([Heard], [ReportProblem?]) {
        var parser = ReportParser()
        var heard: [Heard] = []
        let problems = packets.map { packet in
            parser.parse(packet.span) { report, data in
                heard.append(Heard(report: report, data: data.indices.map { data[$0] }))
            }
        }
        return (heard, problems)
    }

    /// A legacy report's bytes.
    private func legacy(_ address: [UInt8], _ data: [UInt8], rssi: UInt8, type: UInt8 = 0) -> [UInt8] {
        [type, 0] + address.reversed() + [UInt8(data.count)] + data + [rssi]
    }

    /// An H4 packet around some reports.
    private func packet(_ subevent: UInt8, _ reports: [[UInt8]]) -> [UInt8] {
        let event = [subevent, UInt8(reports.count)] + reports.joined()
        return [0x04, 0x3E, UInt8(event.count)] + event
    }

    private let address: [UInt8] = [0x1B, 0xD0, 0x39, 0x72, 0xC9, 0xC1]

    @Test("several reports of one packet come one after the other")
    func several() {
        let (heard, problems) = read([
            packet(0x02, [legacy(address, [1, 2], rssi: 0xC5), legacy(address, [], rssi: 127, type: 4)])
        ])
        #expect(problems == [nil])
        #expect(heard.map(\.data) == [[1, 2], []])
        #expect(heard.map(\.report.rssi) == [RSSI(dBm: -59), nil])
        #expect(heard.map(\.report.isScanResponse) == [false, true])
        #expect(heard.first?.report.address.description == "1B:D0:39:72:C9:C1")
    }

    @Test("a report that ends behind its packet is told, and what precedes it is delivered")
    func truncated() {
        var bytes = packet(0x02, [legacy(address, [1], rssi: 0xC5), legacy(address, [2, 3], rssi: 0xC5)])
        bytes.removeLast(2)
        let (heard, problems) = read([bytes])
        #expect(heard.count == 1)
        #expect(problems == [.truncatedReport(index: 1)])
    }

    /// An extended report's bytes; `status` 1 announces more.
    private func extended(_ data: [UInt8], status: UInt16, rssi: UInt8 = 0xC5) -> [UInt8] {
        let type = status << 5
        let head: [UInt8] = [UInt8(type & 255), UInt8(type >> 8), 1] + address.reversed() + [1, 0, 7, 127]
        return head + [rssi, 0, 0, 0] + Array(repeating: 0, count: 6) + [UInt8(data.count)] + data
    }

    @Test("extended data that comes in pieces is joined")
    func chained() {
        let pieces = [extended([1, 2], status: 1), extended([3], status: 1), extended([4], status: 0)]
        let (heard, problems) = read(pieces.map { packet(0x0D, [$0]) })
        #expect(heard.map(\.data) == [[1, 2, 3, 4]])
        #expect(heard.first?.report.isExtended == true)
        #expect(problems == [nil, nil, nil])
    }

    @Test("a chain that the controller cut off is delivered and told")
    func cutChain() {
        let (heard, problems) = read([extended([1], status: 1), extended([2], status: 2)].map { packet(0x0D, [$0]) })
        #expect(heard.map(\.data) == [[1, 2]])
        #expect(problems == [nil, .truncatedByController])
    }

    @Test("what is left of a chain whose end was lost does not become a beacon together with the next one")
    func brokenChain() {
        let data: [UInt8] = [0x02, 0x01, 0x06, 0x05, 0xFF, 0x59, 0x00, 0x07, 0x08]
        let (first, second) = (Array(data[..<5]), Array(data[5...]))
        let pieces = [
            extended(first, status: 1), extended(data, status: 0),  // the second half was lost
            extended(first, status: 1), extended(first, status: 1), extended(second, status: 0),
        ]
        let (heard, problems) = read(pieces.map { packet(0x0D, [$0]) })
        #expect(heard.map(\.data) == [data, data])
        #expect(problems == [nil, .brokenChain, nil, nil, .brokenChain])
    }

    @Test("a chain without end is dropped at the limit")
    func endlessChain() {
        let piece = extended(Array(repeating: 9, count: 200), status: 1)
        let (heard, problems) = read(Array(repeating: packet(0x0D, [piece]), count: 9))
        #expect(heard.isEmpty)
        #expect(problems.last == .chainTooLong)
    }

    @Test("only addresses that stay are fixed")
    func fixedAddress() throws {
        func fixed(_ type: AddressType, _ text: String) throws -> Bool {
            AdvertisingReport(
                address: try #require(MACAddress(text)),
                addressType: type,
                rssi: nil,
                isScanResponse: false,
                isExtended: false
            ).fixedAddress != nil
        }
        #expect(try fixed(.public, "1B:D0:39:72:C9:C1"))
        #expect(try fixed(.random, "C1:D0:39:72:C9:C1"))
        #expect(try !fixed(.random, "41:D0:39:72:C9:C1"))
        #expect(try !fixed(.anonymous, "C1:D0:39:72:C9:C1"))
    }

    @Test(
        "a real capture gives its 242 reports, 113 of them iBeacon frames of two beacons",
        .enabled(if: RecordedData.folder != nil, "needs recordings")
    )
    func capture() throws {
        let text = try RecordedData.text("hci-captures/hcidump-ibeacon.txt")
        // The packets are whole; what is no pair of digits is somebody's remark between two of them.
        let packets = text.split(separator: ">").map { block in
            block.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
        }
        let (heard, problems) = read(packets.filter { !$0.isEmpty })
        var frames: [BeaconFrame] = []
        for one in heard { AdvertisingData.parse(one.data.span, into: &frames) }
        #expect(heard.count == 242)
        #expect(frames.count == 113)
        #expect(Set(frames.map(\.identity)).count == 2)
        #expect(problems.allSatisfy { $0 == nil })
    }
}
