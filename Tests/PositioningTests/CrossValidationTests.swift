import Fingerprints
import Positioning
import Survey
import Testing

@Suite("Cross-validation")
struct CrossValidationTests {
    /// Leaves out every fourth point of the hallway at a time, and asks what a device would hear there.
    private var folds: [SurveyFold] {
        let points = (0...12).flatMap { x in (0...6).map { Point(x: Double(x), y: Double($0)) } }
        return (0..<4).map { fold in
            let left = points.enumerated().filter { $0.offset % 4 == fold }.map(\.element)
            let rest = points.enumerated().filter { $0.offset % 4 != fold }.map(\.element)
            return SurveyFold(
                prints: [
                    PrintsBlock(rest.map { PrintsBlock.Spoken(x: $0.x, y: $0.y, levels: Hallway.levels(at: $0)) })
                ],
                scans: left.map { point in
                    SurveyScan(
                        walk: WalkID(1),
                        floor: FloorID(1),
                        place: MillimetrePoint(point),
                        levels: Hallway.levels(at: point).sorted { $0.key < $1.key }.map {
                            SurveyScan.Level(slot: SlotID($0.key), level: Int32(($0.value * 100).rounded()))
                        }
                    )
                }
            )
        }
    }

    @Test("chooses the way with the least error among those that no gain disturbs")
    func choice() throws {
        let validation = try #require(CrossValidation(folds))
        #expect(validation.results.count == Matching.candidates.count)
        #expect(validation.chosen.matching.isGainFree)
        #expect(validation.chosen.meanError < 2)
        #expect(validation.choice.expectedError == UInt32((validation.chosen.meanError * 100).rounded()))
        #expect(Matching(validation.choice) == validation.chosen.matching)
    }

    @Test("absolute strength wins only where the others are worse by more than a standard error")
    func gainFree() throws {
        let absolute = Matching.prints(.absolute, neighbours: 3)
        let alone = try #require(CrossValidation(folds, candidates: [absolute]))
        #expect(alone.chosen.matching == absolute)
        // A device's gain disturbs only absolute strength.
        #expect(Matching.candidates.filter { !$0.isGainFree }.allSatisfy { $0.name == "absolute" })
    }

    @Test("a survey without scans chooses nothing")
    func empty() {
        let nothing = CrossValidation([]).map { _ in true } == nil
        #expect(nothing)
        let nobody = CrossValidation([SurveyFold(prints: [], scans: [])]).map { _ in true } == nil
        #expect(nobody)
    }
}
