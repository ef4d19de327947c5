import Fingerprints
import Survey
import Testing

@testable import Positioning

@Suite("Fused locator")
struct FusedLocatorTests {
    private let mapped = Fix(floor: FloorID(1), point: Point(x: 2, y: 4), accuracy: 3, slots: 5)

    @Test("the place is drawn so far towards the ranges; the accuracy stays the map's")
    func share() {
        let fix = FusedLocator.fused(mapped, (FloorID(1), Point(x: 6, y: 0)), share: 0.25)
        #expect(fix == Fix(floor: FloorID(1), point: Point(x: 3, y: 3), accuracy: 3, slots: 5))
    }

    @Test("ranges that name another floor, or nothing, change nothing")
    func apart() {
        #expect(FusedLocator.fused(mapped, (FloorID(2), Point(x: 6, y: 0)), share: 0.5) == mapped)
        #expect(FusedLocator.fused(mapped, nil, share: 0.5) == mapped)
    }

    @Test("a device that hears everything alike louder or quieter is told the same by ranges", arguments: [-9.0, 0, 9])
    func gain(of device: Double) throws {
        let ranges = RangeLocator(Hallway.table, mounts: [SlotID: SlotMount](Hallway.geometry), method: .standard)
        let truth = Point(x: 5, y: 2)
        let plain = try #require(ranges.place(of: Hallway.scan(at: truth)))
        let heard = try #require(ranges.place(of: Hallway.scan(at: truth, gain: device)))
        #expect(heard.point.distance(to: plain.point) < 0.1)
    }
}
