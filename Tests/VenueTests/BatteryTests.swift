import Survey
import Testing

@testable import Venue

@Suite("When a beacon's battery was fresh")
struct BatteryTests {
    private static let walk = WalkID(high: 1, low: 1)

    private static func told(_ millivolts: UInt32) -> SurveyEvent {
        .beaconObserved(BeaconObserved(walk: walk, identity: BeaconIdentity(.name("A")), batteryVoltage: millivolts))
    }

    @Test("at the start of its assignment, at its replacement, and not when the beacon is set otherwise")
    func since() throws {
        var script = Script()
        script.add(.slot(7), at: -10)
        script.add(.walkStarted(WalkStarted(walk: Self.walk)), at: -5)
        script.add(.register(1, "A", at: 7), at: 0)
        script.add(Self.told(3_000), at: 5)
        #expect(script.venue.assignments[1]?.batterySince == Timestamp(milliseconds: 0))
        script.add(.batteryReplaced(BatteryReplaced(assignment: 1, batteryCapacity: 620)), at: 10)
        script.add(Self.told(2_950), at: 20)
        script.add(Self.told(2_940), at: 30)
        let venue = script.venue
        let assignment = try #require(venue.assignments[1])
        #expect(assignment.batterySince == Timestamp(milliseconds: 10))
        #expect(assignment.batteryCapacity == 620)
        let observations = venue.observationsByAssignment()
        #expect(observations[1]?.map(\.content.batteryVoltage) == [2_950, 2_940], "what the old battery told is over")
        script.add(
            .beaconReconfigured(
                BeaconReconfigured(
                    assignment: 1,
                    newAssignment: 2,
                    identity: BeaconIdentity(.name("A")),
                    radio: RadioSettings(transmitPower: 4)
                )
            ),
            at: 40
        )
        let set = try #require(script.venue.assignments[2])
        #expect(set.batterySince == Timestamp(milliseconds: 10))
        #expect(set.batteryCapacity == 620)
    }
}
