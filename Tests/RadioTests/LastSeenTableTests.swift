import Radio
import Survey
import Testing

@Suite("Last-seen table")
struct LastSeenTableTests {
    private let beacon = BeaconIdentity(.name("A"))
    private let other = BeaconIdentity(.name("B"))

    private func rssi(_ dBm: Int) throws -> RSSI { try #require(RSSI(dBm: dBm)) }

    @Test("ten advertisements a second and one tick give one reading with their median")
    func median() throws {
        var table = LastSeenTable()
        for (index, dBm) in [-60, -61, -62, -30, -60, -61, -62, -63, -61, -90].enumerated() {
            table.hear(beacon, try rssi(dBm), at: Int64(index * 100))
        }
        #expect(table.sample(at: 999) == [Reading(identity: beacon, rssi: try rssi(-61), packets: 10)])
    }

    @Test("a beacon that fell silent is absent, not frozen")
    func silence() throws {
        var table = LastSeenTable()
        table.hear(beacon, try rssi(-60), at: 0)
        #expect(table.sample(at: 1_999).count == 1)
        #expect(table.sample(at: 2_000).isEmpty)
        #expect(table.count == 0)
    }

    @Test("a beacon heard before the window keeps its last strength until it is silent")
    func slowBeacon() throws {
        var table = LastSeenTable()
        table.hear(beacon, try rssi(-50), at: 0)
        table.hear(beacon, try rssi(-70), at: 400)
        #expect(table.sample(at: 1_900) == [Reading(identity: beacon, rssi: try rssi(-70), packets: 1)])
    }

    @Test("the strongest comes first, whatever the order of hearing")
    func order() throws {
        var table = LastSeenTable()
        table.hear(other, try rssi(-80), at: 0)
        table.hear(beacon, try rssi(-60), at: 0)
        #expect(table.sample(at: 10).map(\.identity) == [beacon, other])
    }

    @Test("a crowd of passing phones cannot grow the table past its limit")
    func capacity() throws {
        var table = LastSeenTable(capacity: 8)
        table.hear(beacon, try rssi(-60), at: 1_000)
        for phone in 0..<1_000 { table.hear(BeaconIdentity(.name("phone \(phone)")), try rssi(-90), at: 500) }
        #expect(table.count == 8)
        #expect(table.sample(at: 1_001).first?.identity == beacon)
    }
}
