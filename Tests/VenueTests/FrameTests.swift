import Survey
import TestSupport
import Testing

@testable import Venue

@Suite("Coordinates are in the frame that their author knew")
struct FrameTests {
    private static let line = [Point(x: 10, y: 0), Point(x: 20, y: 0)]

    private static func draw(_ track: TrackID) -> SurveyEvent {
        .trackDrawn(TrackDrawn(track: track, floor: 1, name: "T", points: line))
    }

    private static func calibrate(_ scale: Double, rotation: Double = 0, _ carryOver: Similarity? = nil) -> SurveyEvent
    {
        .floorCalibrated(
            FloorCalibrated(floor: 1, metresPerPixel: scale, rotation: rotation, carryOver: carryOver)
        )
    }

    private static var floor: Script {
        var script = Script()
        script.add(.floorAdded(FloorAdded(floor: 1, name: "1", ordinal: 0)), at: 0)
        return script
    }

    @Test("a calibration without a similarity keeps what was drawn on its pixels")
    func keepsPixels() {
        var script = Self.floor
        script.add(Self.draw(1), at: 1)
        #expect(script.venue.tracks[1]?.length == 10)
        script.add(Self.calibrate(0.1), at: 2)
        #expect(script.venue.tracks[1]?.points == [Point(x: 20, y: 0), Point(x: 40, y: 0)])
        script.add(Self.calibrate(0.1, rotation: 90), at: 3)
        // The frame's up is the plan's right: what ran to the right now runs up.
        #expect(script.venue.tracks[1]?.points == [Point(x: 0, y: -20), Point(x: 0, y: -40)])
        let floor = script.venue.floors[1]
        #expect(floor?.point(atPixel: Point(x: 200, y: 0)) == Point(x: 0, y: -20))
        #expect(floor?.pixel(at: Point(x: 0, y: -20)) == Point(x: 200, y: 0))
    }

    @Test("the similarity carries over what was written before it, and nothing after")
    func carriesOver() {
        var script = Self.floor
        script.add(Self.draw(1), at: 1)
        script.add(Self.calibrate(0.1, Similarity(scale: 2, rotation: 90, dx: 1, dy: 0)), at: 2)
        script.add(Self.draw(2), at: 3)
        #expect(script.venue.tracks[1]?.points == [Point(x: 1, y: 20), Point(x: 1, y: 40)])
        #expect(script.venue.tracks[2]?.points == Self.line)
    }

    @Test("somebody who had not heard of the calibration wrote in the older frame, however late")
    func offlineAuthor() {
        var script = Self.floor
        script.add(Self.calibrate(0.1), at: 2, by: 1, seen: 1)
        script.add(Self.draw(1), at: 50, by: 2, seen: 1)
        script.add(Self.draw(2), at: 51, by: 3, seen: 2)
        #expect(script.venue.tracks[1]?.points.first == Point(x: 20, y: 0))
        #expect(script.venue.tracks[2]?.points.first == Point(x: 10, y: 0))
    }

    @Test("concurrent calibrations branch: each author's coordinates find the way to the latest")
    func branches() {
        var script = Self.floor
        script.add(Self.calibrate(0.1), at: 2, by: 1, seen: 1)
        script.add(Self.calibrate(0.2), at: 3, by: 2, seen: 1)
        script.add(Self.draw(1), at: 4, by: 1)
        script.add(Self.draw(2), at: 5, by: 2)
        script.add(Self.draw(3), at: 6, by: 3)
        let venue = script.venue
        #expect(venue.tracks[1]?.points.first == Point(x: 20, y: 0))
        #expect(venue.tracks[2]?.points.first == Point(x: 10, y: 0))
        #expect(venue.tracks[3]?.points.first == Point(x: 40, y: 0))
        #expect(venue.conflicts.map(\.kind) == [.field(.calibration)])
        #expect(venue.floors[1]?.metresPerPixel == 0.2)
    }

    @Test("a similarity carries over from the frame that its author knew, not from a concurrent one")
    func similarityBranches() {
        var script = Self.floor
        script.add(Self.calibrate(0.1, Similarity(scale: 2, rotation: 0, dx: 0, dy: 0)), at: 2, by: 1, seen: 1)
        script.add(Self.calibrate(0.2, Similarity(scale: 4, rotation: 0, dx: 0, dy: 5)), at: 3, by: 2, seen: 1)
        script.add(Self.draw(1), at: 4, by: 1, seen: 1)
        script.add(Self.draw(2), at: 5, by: 3, seen: 1)
        #expect(script.venue.tracks[1]?.points.first == Point(x: 20, y: 5))
        #expect(script.venue.tracks[2]?.points.first == Point(x: 40, y: 5))
    }

    @Test("a floor that arrives after what lies on it moves it into its frame")
    func lateFloor() {
        var script = Script()
        script.add(Self.draw(1), at: 1, by: 1)
        script.add(Self.calibrate(0.1), at: 2, by: 2)
        let before = script.venue
        #expect(before.liveTracks == [])
        #expect(before.problems.map(\.isPending) == [true, true])
        script.add(.floorAdded(FloorAdded(floor: 1, name: "1", ordinal: 0)), at: 0, by: 3)
        var after = before
        after.apply(script.events[2].0, script.events[2].1)
        #expect(after.liveTracks.first?.points.first == Point(x: 20, y: 0))
        #expect(after.problems == [])
    }

    @Test("an anchor moves along with its frame")
    func anchor() throws {
        var script = Self.floor
        let anchor = GeographicAnchor(latitude: 59, longitude: 30, northAngle: 10, origin: Point(x: 1, y: 0))
        script.add(.floorCalibrated(FloorCalibrated(floor: 1, metresPerPixel: 0.05, anchor: anchor)), at: 1)
        #expect(script.venue.floors[1]?.anchor == anchor)
        script.add(Self.calibrate(0.1, Similarity(scale: 2, rotation: 90, dx: 0, dy: 5)), at: 2)
        let moved = try #require(script.venue.floors[1]?.anchor)
        #expect(moved.origin == Point(x: 0, y: 7))
        #expect(moved.northAngle == 100)
        #expect(moved.latitude == 59)
    }

    @Test("similarities compose and invert", arguments: Seed.forThisRun(100))
    func algebra(seed: Seed) {
        var random = SeededGenerator(seed)
        func similarity() -> Similarity {
            Similarity(
                scale: .random(in: 0.2...5, using: &random),
                rotation: .random(in: -400...400, using: &random),
                dx: .random(in: -50...50, using: &random),
                dy: .random(in: -50...50, using: &random)
            )
        }
        let (first, second) = (similarity(), similarity())
        let point = Point(x: .random(in: -100...100, using: &random), y: .random(in: -100...100, using: &random))
        let inTurn = second.image(of: first.image(of: point))
        #expect(first.followed(by: second).image(of: point).distance(to: inTurn) < 1e-6)
        #expect(first.inverse.image(of: first.image(of: point)).distance(to: point) < 1e-6)
    }
}
