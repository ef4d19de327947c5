import Survey
import Testing

@testable import Positioning

@Suite("Surveyed area")
struct SurveyedAreaTests {
    @Test("in a grid, corners stand for a quarter of what inner places do, and edges for half")
    func grid() {
        let points = (0...4).flatMap { x in (0...4).map { Point(x: 2 * Double(x), y: 2 * Double($0)) } }
        let shares = SurveyedArea(of: points).shares
        for (point, share) in zip(points, shares) {
            let edges = [point.x, point.y].count { $0 == 0 || $0 == 8 }
            #expect(abs(share - [4, 2, 1][edges]) < 0.2, "\(point): \(share)")
        }
        #expect(abs(shares.reduce(0, +) - 64) < 0.5)
    }

    @Test("what lies farther away than the survey is dense belongs to no place")
    func hole() {
        let ring = (0..<36).map { number -> Point in
            let turn = Double(number) * .pi / 18
            return Point(x: 20 * cosine(turn), y: 20 * sine(turn))
        }
        // A ring of 40 m across with a place every 3.5 m: its middle is not surveyed.
        #expect(SurveyedArea(of: ring).shares.reduce(0, +) < 500)
    }

    @Test(
        "places in a line, two, one and none count alike",
        arguments: [
            [], [Point(x: 1, y: 1)], [Point(x: 1, y: 1), Point(x: 2, y: 1)], (0...9).map { Point(x: Double($0), y: 3) },
            [Point(x: 1, y: 1), Point(x: 1, y: 1), Point(x: 1, y: 1)],
        ]
    )
    func degenerate(places: [Point]) {
        #expect(SurveyedArea(of: places).shares == places.map { _ in 1 })
    }
}
