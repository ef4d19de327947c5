import Survey
import Testing

@Suite("RSSI")
struct RSSITests {
    @Test("holds what a controller can measure", arguments: [-127, -67, -1, 1, 20])
    func measurable(dBm: Int) throws {
        #expect(try #require(RSSI(dBm: dBm)).dBm == dBm)
    }

    @Test("refuses what stands for no strength", arguments: [-128, 0, 21, 127, .min, .max])
    func unmeasurable(dBm: Int) {
        #expect(RSSI(dBm: dBm) == nil)
    }

    @Test("is greater when stronger")
    func order() throws {
        #expect(try #require(RSSI(dBm: -40)) > #require(RSSI(dBm: -80)))
    }
}
