import Agent
import Crypto
import Survey
import TestSupport
import Testing
import Venue
import Wire

@Suite("Recording a walk")
struct WalkRecorderTests {
    private let walk = WalkID(high: 1, low: 1)
    private let beacon = BeaconIdentity.iBeacon(7)

    /// A track of 20 m, ten to the right and ten down.
    private static let track: Track = {
        var venue = Venue(id: ProjectID(high: 9, low: 9))
        let floor = FloorID(high: 2, low: 2)
        let events: [SurveyEvent] = [
            .floorAdded(FloorAdded(floor: floor, name: "Hall", ordinal: 0)),
            .trackDrawn(
                TrackDrawn(
                    track: TrackID(high: 3, low: 3),
                    floor: floor,
                    name: "A",
                    points: [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10)]
                )
            ),
        ]
        for (index, event) in events.enumerated() {
            let envelope = Envelope(
                project: venue.id,
                agent: AgentID(high: 1, low: 1),
                incarnation: Incarnation(1),
                sequence: UInt64(index + 1),
                previousHash: .zero,
                recordedAt: Timestamp(milliseconds: 1),
                basis: .none,
                kind: event.kind.rawValue,
                payload: PayloadCoder().encode(event)
            )
            let commitment = Commitment(
                position: UInt64(index + 1),
                receivedAt: Timestamp(milliseconds: 5),
                occurredAt: Timestamp(milliseconds: 5),
                isEstimated: false,
                seen: 0,
                isDuplicate: false
            )
            let hash = envelope.hash(with: SHA256())
            venue.apply(
                [CommittedEvent(envelope: envelope, hash: hash, commitment: commitment)],
                decodedBy: PayloadCoder()
            )
        }
        return venue.liveTracks[0]
    }()

    private func reading(_ dBm: Int) -> Reading { Reading(identity: beacon, rssi: RSSI(dBm: dBm)!) }

    private func content(_ event: SurveyEvent?) -> ScanSampled? {
        if case .scanSampled(let scan)? = event { scan } else { nil }
    }

    @Test("a sample is placed where the walker was in the middle of its window; the place rests during a pause")
    func pacing() throws {
        var recorder = WalkRecorder(walk: walk, course: .track(Self.track, speed: 1), at: 1_000)
        recorder.hear([reading(-60)], at: 11_500)
        let first = try #require(content(recorder.sample(at: 11_500)))
        #expect(first.point == Point(x: 10, y: 0))
        #expect(first.distanceAlong == 10)
        #expect(recorder.pause(at: 12_000) == .walkPaused(WalkPaused(walk: walk)))
        #expect(recorder.pause(at: 12_000) == nil)
        recorder.hear([reading(-60)], at: 13_000)
        #expect(recorder.sample(at: 13_000) == nil)
        #expect(recorder.distance(at: 30_000) == 11)
        #expect(recorder.resume(at: 30_000) == .walkResumed(WalkResumed(walk: walk)))
        recorder.hear([reading(-60)], at: 34_500)
        #expect(content(recorder.sample(at: 34_500))?.point == Point(x: 10, y: 5))
        #expect(!recorder.hasArrived(at: 38_999))
        #expect(recorder.hasArrived(at: 39_000))
        #expect(recorder.completed() == .walkCompleted(WalkCompleted(walk: walk, cells: 2, samples: 2)))
    }

    @Test("a sample holds what was heard last within two seconds; a beacon that fell silent is absent, not frozen")
    func silence() throws {
        var recorder = WalkRecorder(walk: walk, course: .track(Self.track, speed: 0.1), at: 0)
        let other = Reading(identity: .iBeacon(8), rssi: RSSI(dBm: -70)!)
        #expect(recorder.sample(at: 0) == nil)
        recorder.hear([reading(-60), other], at: 1_000)
        recorder.hear([other], at: 2_000)
        #expect(content(recorder.sample(at: 2_000))?.readings.map(\.identity) == [beacon, .iBeacon(8)])
        recorder.hear([other], at: 3_000)
        #expect(content(recorder.sample(at: 3_000))?.readings.map(\.identity) == [.iBeacon(8)])
        // A window in which nothing was heard is a sample too; a receiver that says nothing is none.
        recorder.hear([], at: 5_000)
        #expect(content(recorder.sample(at: 5_000))?.readings == [])
        #expect(recorder.sample(at: 7_000) == nil)
    }

    @Test("where the source knows the place, the sample is there")
    func placed() throws {
        var recorder = WalkRecorder(walk: walk, course: .placed, at: 0)
        recorder.hear([reading(-60)], at: 500)
        #expect(recorder.sample(at: 1_000) == nil)
        let floor = FloorID(high: 5, low: 5)
        recorder.hear([reading(-60)], at: 1_500, place: .init(floor: floor, point: Point(x: 1.5, y: 2.5), heading: 90))
        let sample = try #require(content(recorder.sample(at: 2_000)))
        #expect(sample.floor == floor && sample.point == Point(x: 1.5, y: 2.5) && sample.heading == 90)
        #expect(sample.track == nil && sample.distanceAlong == nil)
    }
}
