import Radio
import Survey
import TestSupport
import Testing

@Suite("Advertisements of a source")
struct AdvertisementReaderTests {
    private let address: [UInt8] = [0x26, 0x9B, 0x29, 0xDE, 0x99, 0xEA]
    private let beacon: [UInt8] =
        [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + Array(1...16) + [0, 1, 0, 2, 0xC5]

    private func report(_ data: [UInt8], rssi: UInt8 = 0xBF, type: UInt8 = 3) -> [UInt8] {
        let event = [0x02, 1, type, 1] + address + [UInt8(data.count)] + data + [rssi]
        return [0x04, 0x3E, UInt8(event.count)] + event
    }

    @Test("frames, missing strengths and reasons are counted, other packets are no problem")
    func tally() {
        var reader = AdvertisementReader()
        let packets: [[UInt8]] = [
            report(beacon), report(beacon, rssi: 127), report(beacon, rssi: 0), report([5, 0xFF, 1]),
            Array(report(beacon).dropLast(4)), [0x01, 0x0C, 0x20, 0x02, 1, 0], [0x04, 0x0E, 0x01, 0x00], [],
            report(Array(beacon.dropLast()) + [0x05]), report([2, 1, 6], type: 4),
        ]
        let heard = packets.flatMap { reader.read(CapturedPacket(time: 5, content: .hci($0))) }
        #expect(heard.count == 6)
        #expect(
            heard[0].identities().map(\.description) == [
                "ibeacon:01020304-0506-0708-090A-0B0C0D0E0F10/1/2+mac:EA:99:DE:29:9B:26"
            ]
        )
        #expect(reader.tally.packets == 10)
        #expect(reader.tally.reports == 6)
        #expect(reader.tally.frames == [.iBeacon: 4])
        #expect(reader.tally.reportsWithoutStrength == 2)
        #expect(reader.tally.scanResponses == 1)
        #expect(reader.tally.implausiblePowers == 1)
        #expect(reader.tally.problems == ["truncatedStructure": 1, "truncatedReport": 1])
    }

    @Test("a sender without a beacon frame counts only where addresses tell beacons apart, and only a fixed one")
    func addresses() {
        var reader = AdvertisementReader()
        let heard = reader.read(CapturedPacket(time: nil, content: .hci(report([2, 1, 6]))))
        #expect(heard[0].identities().isEmpty)
        #expect(heard[0].identities(includingAddresses: true).map(\.description) == ["mac:EA:99:DE:29:9B:26"])
        var changing = report([2, 1, 6])
        changing[12] = 0x6A
        let phone = reader.read(CapturedPacket(time: nil, content: .hci(changing)))
        #expect(phone[0].identities(includingAddresses: true).isEmpty)
    }

    @Test(
        "a recording holds what was heard, packets as they came and sniffed ones as reports",
        arguments: [31, 32, 600]
    )
    func recording(size: Int) throws {
        var reader = AdvertisementReader()
        let data = beacon + (beacon.count..<size).map { _ in 0 }
        let pdu: [UInt8] = [0x42, UInt8(6 + min(size, 31))] + address + data.prefix(31)
        let sniffed = try #require(reader.read(CapturedPacket(time: 7, content: .linkLayer(pdu, rssi: -65))).first)
        let long = Advertisement(
            timestamp: 9,
            report: sniffed.report,
            data: data,
            frames: sniffed.frames
        )
        let file =
            BTSnoopWriter.header + BTSnoopWriter.record(of: report(beacon), at: 1_700_000_000_000_001)
            + BTSnoopWriter.record(of: long, at: 1_700_000_000_000_002)
        var capture = try #require(CaptureFormat(firstBytes: file)).makeReader()
        let (packets, problem) = capture.read(file)
        #expect(problem == nil)
        var second = AdvertisementReader()
        let heard = packets.flatMap { second.read($0) }
        #expect(packets.first?.time == 1_700_000_000_000_001)
        #expect(packets.last?.time == 1_700_000_000_000_002)
        #expect(heard.count == 2)
        #expect(heard.map(\.frames) == [long.frames, long.frames])
        #expect(heard.last?.data == data)
        #expect(heard.last?.report.rssi == RSSI(dBm: -65))
        #expect(heard.last?.report.address == sniffed.report.address)
    }

    @Test("commands and data are passed over; a record of no known kind is counted")
    func kinds() {
        var reader = AdvertisementReader()
        for indicator in [0x01, 0x02, 0x03, 0x05, 0x04, 0x09, 0xFF] as [UInt8] {
            _ = reader.read(CapturedPacket(time: nil, content: .hci([indicator, 0x0E, 0])))
        }
        #expect(reader.tally.packets == 7)
        #expect(reader.tally.problems == ["notAnEvent": 2])
    }

    @Test("whoever sends a new name with each packet fills no memory")
    func flood() throws {
        var nearby = NearbyBeacons(capacity: 50)
        let rssi = try #require(RSSI(dBm: -59))
        for number in 0..<5_000 {
            let frame = BeaconIdentity.Frame.iBeacon(
                uuid: ProximityUUID(high: 1, low: UInt64(number)),
                major: 0,
                minor: 0
            )
            nearby.hear(BeaconIdentity(frame), rssi, power: nil, at: Int64(number / 100))
        }
        #expect(nearby.count <= 100)
        #expect(nearby.rows(at: 60).count == 50)
    }

    @Test("a recording's clock never goes back, and a night is as long as the longest gap")
    func clock() {
        var clock = SourceClock(longestGap: 10_000)
        let stamps: [Int64?] = [
            1_000_000, 1_500_000, 1_400_000, nil, 1_600_000, 90_000_000_000, 5_000, 1_005_000, .max,
        ]
        #expect(stamps.map { clock.time(of: $0) } == [0, 500, 500, 500, 600, 10_600, 10_600, 11_600, 21_600])
    }

    @Test("a beacon that fell silent is not near, a wild reading moves nothing, a careless power gives no distance")
    func nearby() throws {
        var nearby = NearbyBeacons()
        let identity = BeaconIdentity(.iBeacon(uuid: ProximityUUID(high: 1, low: 2), major: 3, minor: 4))
        for step in 0..<10 {
            let rssi = try #require(RSSI(dBm: step == 5 ? -20 : -59))
            nearby.hear(identity, rssi, power: AdvertisedPower(dBm: -59), at: Int64(step) * 100)
        }
        let row = try #require(nearby.rows(at: 900).first)
        #expect(row.reading.rssi.dBm == -59)
        #expect(row.distance == 1)
        #expect(row.proximity == .near)
        #expect(row.rate == 10)
        nearby.hear(identity, row.reading.rssi, power: AdvertisedPower(dBm: 3), at: 950)
        #expect(nearby.rows(at: 1_000).first?.distance == nil)
        #expect(nearby.rows(at: 3_000).isEmpty)
    }
}
