import Sync
import TestSupport
import Testing

@Suite("Comparing histories")
struct NarrowingTests {
    /// Searches histories that agree up to and with a number; returns what was found and the trips it took.
    private func search(common: UInt64, differentAt: UInt64, known: [UInt64]? = nil) -> (found: UInt64, trips: Int) {
        var search = Narrowing(different: differentAt)
        var trips = 0
        while !search.isFinished {
            let between = known?.filter { $0 > search.common && $0 < search.different }
            let span = search.different - search.common - 1
            let count = min(span, UInt64(Limits.comparedPoints))
            let even = (1...max(count, 1)).map { search.common + span * $0 / max(count, 1) }
            let points = Array((between ?? even).suffix(Limits.comparedPoints))
            search.ask(points)
            if search.isFinished { break }
            trips += 1
            let isPossible = search.answer(points.last { $0 <= common } ?? 0)
            #expect(isPossible)
        }
        return (search.common, trips)
    }

    @Test("the last common number is found, whatever it is", arguments: Seed.forThisRun(200))
    func finds(seed: Seed) {
        var random = SeededGenerator(seed)
        let different = UInt64.random(in: 1...100_000, using: &random)
        let common = UInt64.random(in: 0..<different, using: &random)
        #expect(search(common: common, differentAt: different).found == common)
    }

    @Test("sixteen million numbers take four trips, and the end of a log takes one")
    func trips() {
        #expect(search(common: 1_234_567, differentAt: 16_000_000).trips <= 4)
        #expect(search(common: 15_999_999, differentAt: 16_000_000).trips == 1)
        #expect(search(common: 0, differentAt: 1).trips == 0)
    }

    @Test("where only some numbers can be compared, the highest of them that agrees is the answer")
    func sparse() {
        #expect(search(common: 700, differentAt: 1_000, known: [100, 600, 800]).found == 600)
        #expect(search(common: 50, differentAt: 1_000, known: [100, 600, 800]).found == 0)
        #expect(search(common: 50, differentAt: 1_000, known: []).found == 0)
    }

    @Test("an answer that was not asked about is refused")
    func impossible() {
        var search = Narrowing(different: 100)
        search.ask([10, 20])
        let isPossible = search.answer(15)
        #expect(!isPossible)
    }
}
