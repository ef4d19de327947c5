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

    @Test("ranges have a part where they locate better than the map alone, and only there")
    func ranges() throws {
        // The hall sounds exactly as distances say.
        let exact = try #require(CrossValidation(folds, mounts: Hallway.geometry))
        #expect(exact.choice.rangingShare == 50)
        #expect(exact.choice.mapFactor != nil)
        // Somebody noted the places of all beacons the wrong way round.
        let reversed = zip(Hallway.geometry, Hallway.mounts.reversed()).map { slot, mount in
            SlotGeometry(
                slot: slot.slot,
                label: slot.label,
                floor: slot.floor,
                position: MountPosition(point: mount)
            )
        }
        let misled = try #require(CrossValidation(folds, mounts: reversed))
        #expect(misled.chosen.matching.rangingShare == 0)
        // Nobody noted any.
        let unknown = try #require(CrossValidation(folds))
        #expect(unknown.chosen.matching == .radioMap)
        #expect(unknown.choice.mapFactor == nil)
    }

    @Test("what a release says of ranges is what cross-validation chose, and the map's own factor stays known")
    func choiceOfRanges() {
        let choice = MatchingChoice(
            metric: Matching.radioMapName,
            neighbours: 0,
            expectedError: 100,
            accuracyFactor: 120,
            rangingShare: 25,
            mapFactor: 140
        )
        #expect(Matching(choice) == .fused(rangingShare: 25))
        #expect(choice.accuracyFactor(of: .fused(rangingShare: 25)) == 1.2)
        #expect(choice.accuracyFactor(of: .radioMap) == 1.4)
        #expect(choice.accuracyFactor(of: .prints(.absolute, neighbours: 3)) == 1)
    }

    @Test("a survey without scans chooses nothing")
    func empty() {
        let nothing = CrossValidation([]).map { _ in true } == nil
        #expect(nothing)
        let nobody = CrossValidation([SurveyFold(prints: [], scans: [])]).map { _ in true } == nil
        #expect(nobody)
    }
}
