import Agent
import Radio
import Survey
import Testing
import Venue

@Suite("When a battery will be empty")
struct BatteryOutlookTests {
    private static let day: Int64 = 86_400_000

    private func outlook(
        _ voltages: [(day: Int64, millivolts: UInt32?)],
        now: Int64,
        chemistry: BatteryForecast.Chemistry = .lithiumCoin
    ) -> BatteryOutlook {
        let identity = BeaconIdentity(.name("A"))
        let told = voltages.map { day, millivolts in
            Observation(
                content: BeaconObserved(walk: WalkID(high: 0, low: 1), identity: identity, batteryVoltage: millivolts),
                occurredAt: Timestamp(milliseconds: day * Self.day)
            )
        }
        return BatteryOutlook(
            told,
            since: Timestamp(milliseconds: 0),
            capacity: 220,
            current: 49,
            now: Timestamp(milliseconds: now * Self.day),
            chemistry: chemistry
        )
    }

    @Test("by its trend it ends a number of days from now, not from the last walk; by its age it is worn at 80 %")
    func trend() throws {
        let falling = outlook([(0, 3_000), (10, 2_900), (20, nil), (20, 2_800)], now: 50)
        #expect(falling.observations == 3)
        #expect(falling.voltage == 2_800)
        #expect(try #require(falling.slope).rounded() == -10)
        #expect(try #require(falling.daysLeft).rounded() == 50)
        #expect(falling.isDue(within: 60))
        #expect(!falling.isDue(within: 14))
        #expect(try #require(falling.nominalDays).rounded() == 187)
        #expect(!falling.isWorn)
        #expect(outlook([(0, 3_000)], now: 151).isDue(within: 14), "151 of 187 days")
        #expect(outlook([], now: 10).daysLeft == nil)
    }

    @Test("a voltage that only wavers has no day; one at its end is due today; a past day is today")
    func edges() {
        let wavering: [(Int64, UInt32?)] = (0..<12).map { ($0, $0.isMultiple(of: 2) ? 2_990 : 3_000) }
        #expect(outlook(wavering, now: 12).daysLeft == nil)
        #expect(outlook([(0, 2_000)], now: 1).daysLeft == 0)
        #expect(outlook([(0, 3_000), (10, 2_500)], now: 40).daysLeft == 0)
    }
}
