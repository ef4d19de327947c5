import Foundation
import RecordedSets
import Testing

/// The recorded sets, where they are.
private let folder = DataFolder(environment: ProcessInfo.processInfo.environment, from: #filePath)

@Suite(
    "Replacement on the UJI office",
    .enabled(if: folder != nil, "no recorded sets: set PHAROS_DATA to the folder that holds them")
)
struct ReplacementTests {
    @Test("half the beacons replaced by quieter units, remapped and verified: at most 1.02 times the error before")
    func verified() throws {
        let errors = ReplacementTrial(try UJITrials.replacement(in: #require(folder))).run(draws: 30)
        let before = try #require(errors[.before])
        let (noRemap, masked) = (try #require(errors[.noRemap]), try #require(errors[.masked]))
        #expect(try #require(errors[.verified]) <= 1.02 * before)
        #expect(try #require(errors[.verified]) < #require(errors[.remapped]))
        #expect(noRemap >= 1.2 * before)
        #expect(masked < noRemap)
    }
}
