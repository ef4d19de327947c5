import Pictures
import RadioSimulator
import Survey
import Testing

@Suite("Sample venue")
struct SampleVenueTests {
    private let venue = SampleVenue(seed: 1)
    private let ids = SampleVenue.Identifiers(project: ProjectID(high: 1, low: 2))

    @Test("its events are valid, and its plan is the picture they name")
    func structure() throws {
        let events = venue.structure(ids: ids, plan: .zero) + venue.walks(ids: ids, seed: 3).joined()
        for event in events { try event.validate() }
        let header = try PNGHeader(SampleVenue.plan)
        let plan = events.compactMap { if case .floorPlanAttached(let plan) = $0 { plan } else { nil } }.first
        #expect(plan?.width == header.width && plan?.height == header.height)
        #expect(plan?.byteCount == UInt64(SampleVenue.plan.count))
        #expect(events.count { $0.kind == .slotCreated } == 24)
        // Or the walks of somebody who had not seen the calibration would be stretched when it is.
        let carryOver = events.compactMap { if case .floorCalibrated(let event) = $0 { event.carryOver } else { nil } }
        #expect(carryOver == [Similarity(scale: 1, rotation: 0, dx: 0, dy: 0)])
        #expect(Set(venue.slots.map(\.beacon.identity)).count == 24)
    }

    @Test("parts share the floor, walk different tracks, and together walk all of them there and back")
    func parts() {
        let whole = venue.walks(ids: ids, seed: 3)
        let parts = (1...3).map { venue.walks(part: $0, of: 3, ids: ids, seed: 3) }
        #expect(whole.count == 18)
        #expect(parts.map(\.count) == [6, 6, 6])
        #expect(Set(parts.joined()) == Set(whole))
        #expect(whole.joined().count { $0.kind == .scanSampled } == 2 * (5 * 57 + 4 * 31))
    }

    @Test("the way back is filed under the same places of the track")
    func wayBack() {
        let walks = venue.walks(ids: ids, seed: 3)
        func places(_ batch: [SurveyEvent]) -> [Double: Point] {
            var places: [Double: Point] = [:]
            for case .scanSampled(let scan) in batch { places[scan.distanceAlong ?? -1] = scan.point }
            return places
        }
        let (there, back) = (places(walks[0]), places(walks[1]))
        #expect(there.keys.sorted() == back.keys.sorted())
        let apart = there.map { $1.distance(to: back[$0] ?? Point(x: -1, y: -1)) }.max() ?? .infinity
        #expect(apart < 1e-9)
        #expect(there[3] == Point(x: 5, y: 4))
    }

    @Test("the same visitors stand in the same places, whatever hangs in the hall")
    func visitors() {
        let healthy = venue.visitors(50, in: venue.radio(), seed: 9)
        let dead = venue.visitors(50, in: venue.radio(with: ["A1": nil, "C2": nil]), seed: 9)
        #expect(healthy.map(\.point) == dead.map(\.point))
        #expect(venue.visitors(50, in: venue.radio(), seed: 9) == healthy)
        let gone = Set(venue.slots.filter { ["A1", "C2"].contains($0.label) }.map(\.beacon.identity))
        #expect(dead.allSatisfy { sample in !sample.readings.contains { gone.contains($0.identity) } })
        #expect(healthy.contains { sample in sample.readings.contains { gone.contains($0.identity) } })
    }

    @Test("a visitor in the middle hears enough to be found")
    func audibility() {
        let samples = venue.visitors(200, in: venue.radio(), seed: 4)
        let heard = samples.map(\.readings.count).reduce(0, +) / samples.count
        #expect((8...24).contains(heard))
    }

    @Test(
        "a walker is where speed and time say, and looks ahead",
        arguments: [(0.0, 0.0, 0.0, 90.0), (3, 3, 0, 90), (5, 4, 1, 180), (9, 4, 3, 180)]
    )
    func position(distance: Double, x: Double, y: Double, heading: Double) {
        let track = SimulatedTrack(name: "L", points: [Point(x: 0, y: 0), Point(x: 4, y: 0), Point(x: 4, y: 3)])
        let position = track.position(at: distance)
        #expect(position.point == Point(x: x, y: y))
        #expect(position.heading == heading)
    }
}
