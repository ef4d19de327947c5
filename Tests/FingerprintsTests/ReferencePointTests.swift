import Fingerprints
import Survey
import TestSupport
import Testing
import Venue

@Suite("Reference points")
struct ReferencePointTests {
    @Test("along a track are cells of a metre, wherever the track runs by now")
    func cells() {
        let index = FingerprintIndex(
            [
                TestScan(1, track: 5, along: 0.2, x: 1.2, [1: -50]),
                TestScan(2, track: 5, along: 0.9, x: 1.9, [1: -51]),
                TestScan(3, track: 5, along: 1.0, x: 2.0, y: 4, [1: -52]),
            ],
            [.span(7, 1)]
        )
        #expect(
            index.points.map(\.key) == [
                .cell(FloorID(1), TrackID(5), 0), .cell(FloorID(1), TrackID(5), 1),
            ]
        )
        #expect(index.points.map(\.place) == [MillimetrePoint(x: 1_550, y: 0), MillimetrePoint(x: 2_000, y: 4_000)])
    }

    @Test("of walks without a track are the places somebody stood at, and squares of a metre elsewhere")
    func places() {
        let standing = (1...3).map { TestScan($0, x: 0.25, y: -0.25, [1: -50]) }
        let passing = [TestScan(4, x: 0.3, y: -0.3, [1: -60]), TestScan(5, x: 0.7, y: -0.9, [1: -61])]
        let index = FingerprintIndex(standing + passing, [.span(7, 1)])
        #expect(
            index.points.map(\.key) == [
                .place(FloorID(1), MillimetrePoint(x: 250, y: -250)), .tile(FloorID(1), 0, -1),
            ]
        )
        #expect(index.points.map(\.scanCount) == [3, 2])
        #expect(index.points[1].place == MillimetrePoint(x: 500, y: -600))
    }

    @Test("are carried over to a floor's new frame, but not those of an author who knew it already")
    func carryOver() {
        let floor = FloorAdded(floor: FloorID(1), name: "1", ordinal: 0)
        let carryOver = Similarity(scale: 2, rotation: 90, dx: 100, dy: 0)
        let calibration = FloorCalibrated(floor: FloorID(1), metresPerPixel: 0.1, carryOver: carryOver)
        let venue = Venue(
            [SurveyEvent](repeating: .floorAdded(floor), count: 9) + [.floorCalibrated(calibration)],
            agents: [10: 2]
        )
        func place(of scan: TestScan) -> MillimetrePoint? {
            let interpretation = Interpretation(spans: [], frames: [FloorID(1): venue.frames(of: FloorID(1))])
            return FingerprintIndex(ScanLedger([scan]), under: interpretation).points.first?.place
        }
        // A quarter turn clockwise with y down takes (3, 1) to (−1, 3).
        let carried = MillimetrePoint(x: 98_000, y: 6_000)
        let kept = MillimetrePoint(x: 3_000, y: 1_000)
        #expect(place(of: TestScan(9, x: 3, y: 1, [:])) == carried)
        #expect(place(of: TestScan(11, x: 3, y: 1, seen: 9, [:])) == carried)
        #expect(place(of: TestScan(11, x: 3, y: 1, seen: 10, [:])) == kept)
        #expect(place(of: TestScan(11, x: 3, y: 1, agent: 2, [:])) == kept)
        #expect(place(of: TestScan(9, x: 3, y: 1, agent: 2, [:])) == carried)
    }

    @Test("coverage counts the cells of each track that were walked, and is complete at the last one")
    func coverage() {
        let extents = [
            Coverage.Extent(track: TrackID(5), floor: FloorID(1), length: 2.5),
            Coverage.Extent(track: TrackID(6), floor: FloorID(2), length: 1),
        ]
        func coverage(_ cells: [(track: UInt64, along: Double)]) -> Coverage {
            let scans = cells.enumerated().map { number, cell in
                TestScan(UInt64(number + 1), track: cell.track, along: cell.along, floor: cell.track - 4, [:])
            }
            return Coverage(of: extents, in: FingerprintIndex(scans, []))
        }
        let half = coverage([(5, 0.1), (5, 0.3), (5, 2.4), (5, 7)])
        #expect(half.tracks.map(\.covered) == [2, 0])
        #expect(half.tracks.map(\.cells) == [3, 1])
        #expect(half.share == 0.5)
        #expect(half.share(of: FloorID(1)) == 2.0 / 3)
        #expect(!half.isComplete)
        #expect(coverage([(5, 0), (5, 1), (5, 2), (6, 0)]).isComplete)
        #expect(!coverage([]).isComplete)
    }
}
