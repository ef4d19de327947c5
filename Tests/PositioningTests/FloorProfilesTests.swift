import Fingerprints
import Survey
import TestSupport
import Testing

@testable import Positioning

@Suite("Floors by what each hears as a whole")
struct FloorProfilesTests {
    private static func table(_ floors: [[UInt64: Double]]) -> PrintTable {
        let blocks = floors.enumerated().map { number, levels in
            PrintsBlock(
                floor: UInt64(number + 1),
                (0...5).map { PrintsBlock.Spoken(x: Double($0), y: 0, levels: levels) }
            )
        }
        return PrintTable(blocks, assignments: .plain(3))
    }

    private static func preferred(_ table: PrintTable, _ scan: [(slot: Int, level: Float)]) -> Int? {
        let logarithms = FloorProfiles(table, RadioMapConstants()).logarithms(of: scan)
        return logarithms.indices.max { logarithms[$0] < logarithms[$1] }
    }

    @Test("one slot tells the floor on which it is heard from one on which it is not")
    func heardOrNot() {
        let table = Self.table([[1: -60, 2: -70], [2: -70, 3: -60]])
        #expect(Self.preferred(table, [(0, -75)]) == 0)
        #expect(Self.preferred(table, [(2, -75)]) == 1)
    }

    @Test("where all are heard everywhere, differences tell, whatever the gain", arguments: [Float(-10), 0, 10])
    func differences(gain: Float) {
        let table = Self.table([[1: -60, 2: -80], [1: -80, 2: -60]])
        #expect(Self.preferred(table, [(0, -62 + gain), (1, -78 + gain)]) == 0)
        #expect(Self.preferred(table, [(0, -78 + gain), (1, -62 + gain)]) == 1)
    }

    @Test("any scan of random prints has finite likelihoods", arguments: Seed.forThisRun(20))
    func fuzzed(seed: Seed) {
        var random = SeededGenerator(seed)
        let blocks = (1...3).map { PrintsBlock.random(floor: $0, prints: 9, slots: 1...9, using: &random) }
        let table = PrintTable(blocks, assignments: .plain(9))
        let profiles = FloorProfiles(table, RadioMapConstants())
        for _ in 0..<20 {
            var scan: [(slot: Int, level: Float)] = []
            for slot in 0..<9 where Bool.random(using: &random) {
                scan.append((slot, Float.random(in: -128...20, using: &random)))
            }
            let areFinite = profiles.logarithms(of: scan).allSatisfy(\.isFinite)
            #expect(areFinite)
        }
    }
}
