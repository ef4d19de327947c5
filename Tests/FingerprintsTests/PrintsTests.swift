import Fingerprints
import Survey
import TestSupport
import Testing

@Suite("Prints for devices")
struct PrintsTests {
    @Test("hold mean, deviation and how often each slot was heard")
    func levels() throws {
        let index = FingerprintIndex(
            [TestScan(1, [1: -60, 2: -80]), TestScan(2, [1: -63]), TestScan(3, [1: -63])],
            [.span(8, 1), .span(7, 2)]
        )
        let block = try #require(index.prints().first)
        #expect(block.slots == [SlotID(7), SlotID(8)])
        #expect(block.rows.map(\.scans) == [3])
        #expect(
            block.levels == [
                PrintsBlock.Level(slot: 0, heard: 1, mean: -8_000, deviation: 0),
                PrintsBlock.Level(slot: 1, heard: 3, mean: -6_200, deviation: 141),
            ]
        )
    }

    @Test("take a replacement's offset off, so that old and new readings make one level")
    func offsets() throws {
        let index = FingerprintIndex(
            [TestScan(1, at: 5, [1: -60]), TestScan(2, at: 15, [2: -68]), TestScan(3, at: 16, [2: -70])],
            [.span(7, 1, to: 10), .span(7, 2, from: 10, offset: -8)]
        )
        let level = try #require(index.prints().first?.levels.first)
        #expect(level == PrintsBlock.Level(slot: 0, heard: 3, mean: -6_067, deviation: 94))
    }

    @Test("stand apart by floor, and rows of one reference point stand together")
    func floors() {
        let index = FingerprintIndex(
            [
                TestScan(1, floor: 2, [1: -60]), TestScan(2, floor: 1, x: 3, heading: 90, [1: -61]),
                TestScan(3, floor: 1, x: 3, heading: 0, [1: -62]), TestScan(4, floor: 1, x: 1, [1: -63]),
            ],
            [.span(7, 1)]
        )
        let blocks = index.prints()
        #expect(blocks.map(\.floor) == [FloorID(1), FloorID(2)])
        #expect(blocks[0].rows.map(\.point) == [0, 1, 1])
        #expect(blocks[0].rows.map(\.heading) == [nil, .up, .right])
        #expect(blocks[0].levels.map(\.mean) == [-6_300, -6_200, -6_100])
    }
}
