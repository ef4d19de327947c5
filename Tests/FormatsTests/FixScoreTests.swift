import Formats
import JSON
import Survey
import Testing

@Suite("Scores of fixes")
struct FixScoreTests {
    private func fix(_ x: Double?, floor: String = "F1") -> FixLine {
        FixLine(
            time: Timestamp(milliseconds: 0),
            state: x == nil ? .searching : .fixed,
            floor: x == nil ? nil : floor,
            point: x.map { Point(x: $0, y: 0) },
            metric: "absolute",
            slots: 3
        )
    }

    private func scan(floor: String? = "F1", x: Double? = 0) -> ScanLine {
        let point = x.map { Point(x: $0, y: 0) }
        return ScanLine(time: Timestamp(milliseconds: 0), floor: floor, point: point, readings: [])
    }

    @Test("errors, floors and coverage are counted each by themselves")
    func figures() {
        var score = FixScore()
        for x in [1.0, 2, 3, 4] { score.add(fix(x), to: scan()) }
        score.add(fix(5, floor: "F2"), to: scan())
        score.add(fix(nil), to: scan())
        score.add(fix(7), to: scan(floor: nil, x: nil))
        #expect(score.scans == 6 && score.fixes == 5)
        #expect(score.mean == 3 && score.percentile(0.5) == 3 && score.percentile(0.75) == 4)
        #expect(score.floorRight == 0.8)
        let expected =
            #"{"coverage":0.833,"fixes":5,"floor_right":0.8,"mean":3,"median":3,"n":6,"p75":4,"p75_with_floors":4,"p95":4.8}"#
        #expect(score.json.description.replacing(".0,", with: ",") == expected)
    }

    @Test("without truth there is nothing to tell")
    func nothing() {
        let score = FixScore()
        #expect(score.mean == nil && score.coverage == nil && score.floorRight == nil)
        #expect(score.json["p95"] == .null && score.json["n"] == 0)
    }
}
