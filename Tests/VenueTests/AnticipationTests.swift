import Survey
import TestSupport
import Testing

@testable import Venue

@Suite("What an agent shows before the server has confirmed it")
struct AnticipationTests {
    /// Finds an event by the payload's one byte.
    private struct Coding: PayloadCoding {
        let events: [SurveyEvent]

        func encode(_ event: SurveyEvent) -> [UInt8] { [UInt8(events.firstIndex(of: event)!)] }

        func decode(kind: UInt16, schemaVersion: UInt16, payload: [UInt8]) -> DecodedPayload {
            .event(events[Int(payload[0])])
        }
    }

    private static let coding = Coding(events: [
        .replace(1, with: 2, "B", at: 7),
        .verify(2, offset: -3),
    ])

    private static func pending(_ index: UInt8, at time: Int64, seen: UInt64) -> PendingEvent {
        let stream = Script.stream(9)
        let envelope = Envelope(
            project: Script.project,
            agent: stream.agent,
            incarnation: stream.incarnation,
            sequence: UInt64(index) + 1,
            previousHash: .zero,
            recordedAt: time.moment,
            basis: Basis(position: seen, chainPrefix: 0),
            kind: coding.events[Int(index)].kind.rawValue,
            payload: [index]
        )
        return PendingEvent(envelope: envelope, hash: Script.hash(stream, UInt64(index) + 1), occurredAt: time.moment)
    }

    private static var confirmed: Script {
        var script = Script()
        script.add(.slot(7), at: 0)
        script.add(.register(1, "A", at: 7), at: 1_000)
        return script
    }

    @Test("own events show at once, and the confirmed venue stays as it was")
    func shows() {
        let confirmed = Self.confirmed.venue
        let own = [Self.pending(0, at: 2_000, seen: 2), Self.pending(1, at: 3_000, seen: 2)]
        let shown = confirmed.anticipating(own, decodedBy: Self.coding)
        #expect(shown.slot(of: "B", at: 2_500) == 7)
        #expect(shown.assignments[2]?.offset.source == .verified)
        #expect(shown.isOptimistic)
        #expect(shown.position == confirmed.position)
        #expect(confirmed == Self.confirmed.venue)
        #expect(confirmed.assignments.current == [7: 1])
    }

    @Test("a clock set to the past does not put an act before what its author had seen")
    func clock() {
        let shown = Self.confirmed.venue
            .anticipating([Self.pending(0, at: -300_000, seen: 2)], decodedBy: Self.coding)
        #expect(shown.assignments[2]?.from == Int64(1_000).moment)
        #expect(shown.assignments.current == [7: 2])
    }

    @Test("an event that was confirmed meanwhile is not applied twice")
    func confirmedMeanwhile() {
        var script = Self.confirmed
        script.append(
            .event(Self.coding.events[0]),
            kind: EventKind.beaconReplaced.rawValue,
            at: 5_000,
            by: Script.stream(9)
        )
        let shown = script.venue.anticipating([Self.pending(0, at: 2_000, seen: 2)], decodedBy: Self.coding)
        #expect(shown.assignments[2]?.from == Int64(5_000).moment)
        #expect(shown.problems == [])
    }
}
