import Survey
import Testing

@testable import Venue

@Suite("How loud a beacon is beside its slot's reference")
struct OffsetTests {
    private static func offset(
        old: RadioSettings = RadioSettings(),
        new: RadioSettings = RadioSettings(),
        after: [SurveyEvent] = []
    ) -> SignalOffset? {
        var script = Script()
        script.add(.slot(7), at: -10)
        script.add(.register(1, "A", at: 7, radio: old), at: 0)
        script.add(.replace(1, with: 2, "B", at: 7, radio: new), at: 10)
        for (index, event) in after.enumerated() { script.add(event, at: 20 + Int64(index)) }
        return script.venue.assignments[2]?.offset
    }

    @Test("unverified, the advertised powers tell it to 3 dB")
    func advertised() {
        let old = RadioSettings(measuredPower: -59, transmitPower: 4)
        let new = RadioSettings(measuredPower: -67, transmitPower: 4)
        #expect(Self.offset(old: old, new: new) == SignalOffset(level: -8, deviation: 3, source: .measuredPower))
    }

    @Test("without them, the transmit powers tell it to 4 dB")
    func transmit() {
        let offset = Self.offset(
            old: RadioSettings(measuredPower: -59, transmitPower: -4),
            new: RadioSettings(transmitPower: 4)
        )
        #expect(offset == SignalOffset(level: 8, deviation: 4, source: .transmitPower))
    }

    @Test("with nothing known it is 0 to 6 dB")
    func unknown() {
        #expect(Self.offset() == SignalOffset(level: 0, deviation: 6, source: .unknown))
    }

    @Test("a verification walk overrides what was believed")
    func verified() {
        let offset = Self.offset(after: [.verify(2, offset: -5, confidence: 1.96)])
        #expect(offset == SignalOffset(level: -5, deviation: 1, source: .verified))
    }

    @Test("an offset within its own error is stored as 0")
    func insignificant() {
        let offset = Self.offset(after: [.verify(2, offset: 1, confidence: 1.96)])
        #expect(offset == SignalOffset(level: 0, deviation: 1, source: .verified))
    }

    @Test("an unsure walk changes nothing; a rejected one makes it uncertain")
    func verdicts() {
        let unsure = Self.offset(after: [.verify(2, offset: -5), .verify(2, offset: 9, verdict: .unsure)])
        #expect(unsure == SignalOffset(level: -5, deviation: 1, source: .verified))
        let rejected = Self.offset(after: [.verify(2, offset: -5), .verify(2, offset: 9, verdict: .rejected)])
        #expect(rejected?.deviation == 6)
        #expect(rejected?.source == .unknown)
    }

    @Test("each fresh battery adds 1 dB until somebody verifies")
    func battery() {
        let fresh = SurveyEvent.batteryReplaced(BatteryReplaced(assignment: 2))
        #expect(Self.offset(after: [.verify(2, offset: -5), fresh, fresh])?.deviation == 3)
        #expect(Self.offset(after: [fresh, .verify(2, offset: -5)])?.deviation == 1)
    }

    @Test("the slot's first beacon is its own reference")
    func reference() {
        var script = Script()
        script.add(.slot(7), at: -10)
        script.add(.register(1, "A", at: 7, radio: RadioSettings(measuredPower: -59)), at: 0)
        script.add(.batteryReplaced(BatteryReplaced(assignment: 1)), at: 5)
        #expect(script.venue.assignments[1]?.offset == SignalOffset(level: 0, deviation: 1, source: .reference))
    }

    @Test("a reconfiguration with the same powers stays as loud; a new power starts anew")
    func reconfigured() {
        var script = Script()
        script.add(.slot(7), at: -10)
        script.add(.register(1, "A", at: 7, radio: RadioSettings(transmitPower: 4)), at: 0)
        script.add(.replace(1, with: 2, "B", at: 7, radio: RadioSettings(transmitPower: 4)), at: 10)
        script.add(.verify(2, offset: -5), at: 20)
        let slower = RadioSettings(advertisingInterval: 1_000)
        script.add(.reconfigure(2, 3, "B2", slower), at: 30)
        #expect(script.venue.assignments[3]?.offset == SignalOffset(level: -5, deviation: 1, source: .verified))
        #expect(script.venue.slot(of: "B", at: 35) == nil)
        #expect(script.venue.slot(of: "B2", at: 35) == 7)
        script.add(.reconfigure(3, 4, "B2", RadioSettings(transmitPower: -8)), at: 40)
        #expect(script.venue.assignments[4]?.offset == SignalOffset(level: -12, deviation: 4, source: .transmitPower))
    }

    @Test("after a move the beacon that hangs there is the new reference")
    func movedReference() {
        var script = Script()
        script.add(.slot(7), at: -10)
        script.add(.register(1, "A", at: 7), at: 0)
        script.add(.replace(1, with: 2, "B", at: 7), at: 10)
        script.add(.verify(2, offset: -5), at: 15)
        script.add(.slotMoved(SlotMoved(slot: 7)), at: 20)
        #expect(script.venue.assignments[2]?.offset == .reference)
    }
}

extension SurveyEvent {
    fileprivate static func reconfigure(
        _ old: AssignmentID,
        _ new: AssignmentID,
        _ identity: String,
        _ radio: RadioSettings
    ) -> SurveyEvent {
        .beaconReconfigured(
            BeaconReconfigured(assignment: old, newAssignment: new, identity: .named(identity), radio: radio)
        )
    }
}
