import Positioning
import Survey
import TestSupport
import Testing

/// A row of POSITIONING.md §2.6: three circles, and what each algorithm answers.
struct RangeCase: CustomStringConvertible, Sendable {
    let description: String
    let centres: [(Double, Double)]
    let radii: [Double]
    let powerCentre: (Double, Double)?
    let step: (Double, Double)
    let exact: (Double, Double)
    let scale: Double?
    let leastSquares: (Double, Double)?

    var beacons: [RangedBeacon] {
        zip(centres, radii).map { RangedBeacon(point: Point(x: $0.0, y: $0.1), range: $1) }
    }

    static let all = [
        RangeCase(
            description: "exact",
            centres: [(0, 0), (10, 0), (0, 10)],
            radii: [5, 65.0.squareRoot(), 45.0.squareRoot()],
            powerCentre: (3, 4),
            step: (3, 4),
            exact: (3, 4),
            scale: 1,
            leastSquares: (3, 4)
        ),
        RangeCase(
            description: "equal",
            centres: [(0, 0), (10, 0), (0, 10)],
            radii: [6, 6, 6],
            powerCentre: (5, 5),
            step: (4.700091, 4.700091),
            exact: (5, 5),
            scale: 1.178511,
            leastSquares: (4.423670, 4.423670)
        ),
        RangeCase(
            description: "local minimum",
            centres: [(0, 0), (11, 0), (6.3, 7.1)],
            radii: [10, 10, 10],
            powerCentre: (5.5, 1.464789),
            step: (5.506602, 1.573221),
            exact: (5.5, 1.464789),
            scale: 0.569171,
            leastSquares: (5.699006, -5.801945)
        ),
        RangeCase(
            description: "too short",
            centres: [(0, 0), (10, 0), (5, 8)],
            radii: [3, 3, 3],
            powerCentre: (5, 2.4375),
            step: (5, 2.456202),
            exact: (5, 2.4375),
            scale: 1.854167,
            leastSquares: (5, 2.585242)
        ),
        RangeCase(
            description: "noisy",
            centres: [(0, 0), (10, 0), (5, 8)],
            radii: [4.2, 7.1, 5.3],
            powerCentre: (3.3615, 2.808437),
            step: (3.271859, 2.818399),
            exact: (3.265511, 2.830168),
            scale: 1.028875,
            leastSquares: (3.368251, 2.793135)
        ),
        RangeCase(
            description: "one huge",
            centres: [(0, 0), (10, 0), (5, 8)],
            radii: [4, 5, 40],
            powerCentre: (4.55, -96.28125),
            step: (4.341155, 0),
            exact: (4.444444, 0),
            scale: 1.111111,
            leastSquares: (4.408487, -13.468063)
        ),
        RangeCase(
            description: "collinear",
            centres: [(0, 0), (5, 0), (10, 0)],
            radii: [5, 4, 6],
            powerCentre: nil,
            step: (8.55475, 0),
            exact: (4.545455, 0),
            scale: 0.909091,
            leastSquares: (3.333333, 0)
        ),
        RangeCase(
            description: "coincident",
            centres: [(0, 0), (0, 0), (10, 0)],
            radii: [5, 4, 6],
            powerCentre: nil,
            step: (1.861572, 0),
            exact: (4, 0),
            scale: 1,
            leastSquares: (4.333333, 0)
        ),
        RangeCase(
            description: "disjoint",
            centres: [(0, 0), (30, 0), (15, 20)],
            radii: [2, 4, 3],
            powerCentre: (14.8, 4.4),
            step: (9.158324, 5.161324),
            exact: (9.343544, 5.082057),
            scale: 5.318109,
            leastSquares: (14.323457, 6.456287)
        ),
        RangeCase(
            description: "nested",
            centres: [(0, 0), (1, 0), (0, 1)],
            radii: [10, 2, 2],
            powerCentre: (48.5, 48.5),
            step: (0.5, 0.5),
            exact: (0.5, 0.5),
            scale: 0.353553,
            leastSquares: (3.621296, 3.621296)
        ),
        RangeCase(
            description: "the source's example",
            centres: [(1, 2), (2, 3), (1, 3)],
            radii: [1, 1, 2.0.squareRoot()],
            powerCentre: (2, 2),
            step: (1.5, 2.5),
            exact: (1.5, 2.5),
            scale: 0.707107,
            leastSquares: (2, 2)
        ),
        RangeCase(
            description: "three different",
            centres: [(0, 0), (8, 0), (0, 6)],
            radii: [2, 2.5, 3],
            powerCentre: (3.859375, 2.583333),
            step: (3.454210, 1.450493),
            exact: (3.492480, 1.496236),
            scale: 1.899746,
            leastSquares: nil
        ),
    ]
}

@Suite("Trilateration (POSITIONING.md §2.1, §2.3, §2.6)")
struct TrilaterationTests {
    private func expect(
        _ point: Point?,
        near expected: (Double, Double),
        tolerance: Double = 2e-6,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let apart = point.map { $0.distance(to: Point(x: expected.0, y: expected.1)) } ?? .infinity
        #expect(apart < tolerance, "\(String(describing: point)) is not \(expected)", sourceLocation: location)
    }

    @Test("§2.1 power centre", arguments: RangeCase.all)
    func powerCentre(row: RangeCase) throws {
        guard let expected = row.powerCentre else {
            #expect(throws: NoPosition.degenerate) { try PowerCentre().position(from: row.beacons) }
            return
        }
        expect(try PowerCentre().position(from: row.beacons).point, near: expected)
    }

    @Test("§2.1 the power of equal circles of 6 m around a square's corner is 14, outside all of them")
    func power() throws {
        let position = try PowerCentre().position(from: RangeCase.all[1].beacons)
        #expect(abs((position.figure ?? 0) - 14) < 1e-9)
        #expect(position.warnings.isEmpty)
    }

    @Test("§2.3 at equal heights sphere intersection finds the power centre", arguments: RangeCase.all)
    func identity(row: RangeCase) throws {
        let flat = row.beacons.map { RangedBeacon(point: $0.point, height: 1.2, range: $0.range) }
        guard let expected = row.powerCentre else {
            #expect(throws: NoPosition.degenerate) { try SphereIntersection().position(from: flat) }
            return
        }
        expect(try SphereIntersection().position(from: flat).point, near: expected, tolerance: 1e-6)
    }

    @Test("§2.3 three ceiling mounts find (4, 3) at 1 m, not its mirror image at 5 m")
    func ceiling() throws {
        let beacons = [(0.0, 0.0), (10, 0), (0, 8)].map { x, y in
            let (dx, dy) = (x - 4, y - 3)
            let range = (dx * dx + dy * dy + 4).squareRoot()
            return RangedBeacon(point: Point(x: x, y: y), height: 3, range: range)
        }
        let position = try SphereIntersection().position(from: beacons)
        expect(position.point, near: (4, 3))
        #expect(abs((position.height ?? 0) - 1) < 1e-9)
        #expect(abs((position.figure ?? 0) - 4) < 1e-9)
    }

    @Test("§2.6 EPTA, step form", arguments: RangeCase.all)
    func steps(row: RangeCase) throws {
        expect(try SteppedEPTA().position(from: row.beacons).point, near: row.step)
    }

    @Test("§2.6 EPTA, exact form", arguments: RangeCase.all)
    func exact(row: RangeCase) throws {
        let position = try ScaleToContact().position(from: row.beacons)
        expect(position.point, near: row.exact, tolerance: 1e-5)
        #expect(abs((position.figure ?? 0) - (row.scale ?? 0)) < 1e-6)
    }

    @Test("§2.6 least squares, unweighted, its local minimum included", arguments: RangeCase.all)
    func leastSquares(row: RangeCase) throws {
        let position = try LeastSquares(isWeighted: false).position(from: row.beacons)
        guard let expected = row.leastSquares else {
            #expect((position.figure ?? 0) > 0)
            return
        }
        expect(position.point, near: expected, tolerance: 1e-4)
    }

    @Test("a high mount's range counts as what lies beneath it")
    func horizontal() throws {
        let beacons = [(0.0, 0.0), (10, 0), (0, 10)].map { x, y in
            let (dx, dy) = (x - 3, y - 4)
            let range = (dx * dx + dy * dy + 2.56).squareRoot()
            return RangedBeacon(point: Point(x: x, y: y), height: 2.8, range: range)
        }
        expect(try PowerCentre().position(from: beacons).point, near: (3, 4))
        expect(try ScaleToContact().position(from: beacons).point, near: (3, 4), tolerance: 1e-5)
    }

    @Test("the nearest beacon is the smallest range; the centroid leans towards it")
    func proximity() throws {
        let beacons = RangeCase.all[4].beacons
        expect(try NearestBeacon().position(from: beacons).point, near: (0, 0))
        let centroid = try WeightedCentroid().position(from: beacons).point
        #expect(centroid.distance(to: Point(x: 0, y: 0)) < centroid.distance(to: Point(x: 10, y: 0)))
    }

    @Test("too few beacons are told", arguments: TrilaterationMix.all.map(\.name))
    func tooFew(name: String) throws {
        let algorithm = try #require(TrilaterationMix.all.first { $0.name == name })
        #expect(throws: NoPosition.noPositions) { try algorithm.position(from: []) }
        let one = [RangedBeacon(point: Point(x: 1, y: 2), range: 3)]
        if ["nearest", "centroid"].contains(name) {
            expect(try algorithm.position(from: one).point, near: (1, 2))
        } else {
            #expect(throws: NoPosition.tooFewBeacons(known: 1, needed: 3)) { try algorithm.position(from: one) }
        }
    }

    @Test("any input gives a finite place or a typed reason", arguments: Seed.forThisRun(20))
    func fuzzed(seed: Seed) {
        var random = SeededGenerator(seed)
        let odd = [0, -0.0, 1e-300, 1e300, -1, .nan, .infinity, -.infinity, 5, 1e5, 1e-9]
        for _ in 0..<200 {
            let wild = Int.random(in: 0..<3, using: &random) == 0
            func number(_ range: ClosedRange<Double>) -> Double {
                if wild, Int.random(in: 0..<4, using: &random) == 0 { return odd.randomElement(using: &random) ?? 0 }
                // A coarse grid makes coincident and collinear beacons common.
                return Double.random(in: range, using: &random).rounded()
            }
            let beacons = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                RangedBeacon(
                    point: Point(x: number(-4...4), y: number(-4...4)),
                    height: Bool.random(using: &random) ? number(0...3) : nil,
                    range: number(0...6)
                )
            }
            for algorithm in TrilaterationMix.all {
                let found = Result { () throws(NoPosition) in try algorithm.position(from: beacons) }
                guard case .success(let position) = found else { continue }
                #expect(position.point.isPlausible, "\(algorithm.name)")
                #expect(position.height?.isFinite ?? true, "\(algorithm.name)")
            }
            let mixed = Result { () throws(NoPosition) in try TrilaterationMix.standard.position(from: beacons) }
            if case .success(let point) = mixed { #expect(point.isPlausible) }
        }
    }

    @Test("the order of the beacons changes nothing", arguments: Seed.forThisRun(10))
    func order(seed: Seed) {
        var random = SeededGenerator(seed)
        let beacons = (0..<7).map { _ in
            RangedBeacon(
                point: Point(x: .random(in: 0...20, using: &random), y: .random(in: 0...20, using: &random)),
                height: .random(in: 2...3, using: &random),
                range: .random(in: 1...9, using: &random)
            )
        }
        for algorithm in TrilaterationMix.all {
            let one = Result { () throws(NoPosition) in try algorithm.position(from: beacons) }
            let other = Result { () throws(NoPosition) in
                try algorithm.position(from: beacons.shuffled(using: &random))
            }
            #expect(one == other, "\(algorithm.name)")
        }
    }
}

@Suite("Trusts (POSITIONING.md §1E, E5–E6b)")
struct TrustTests {
    /// Trusts, and their shares.
    private static let vectors: [([Double], [Double])] = [
        ([1, 3], [0.25, 0.75]),
        ([0, 0, 0], [1.0 / 3, 1.0 / 3, 1.0 / 3]),
        ([2, 6], [0.25, 0.75]),
    ]

    @Test(
        "E6 trusts are shares of 1; all zero means all alike",
        arguments: vectors
    )
    func normalised(trusts: [Double], shares: [Double]) throws {
        let apart = zip(try TrilaterationMix.normalised(trusts), shares).map { abs($0 - $1) }.max() ?? 1
        #expect(apart < 1e-12)
    }

    @Test("E6 no trusts, negative ones and no numbers are refused")
    func refused() {
        #expect(throws: TrustError.none) { try TrilaterationMix.normalised([]) }
        #expect(throws: TrustError.negative(-1)) { try TrilaterationMix.normalised([1, -1]) }
        #expect(throws: TrustError.self) { try TrilaterationMix.normalised([.nan]) }
        #expect(throws: TrustError.negative(.infinity)) { try TrilaterationMix.normalised([.infinity]) }
    }

    /// Answers one place, or none.
    private struct Oracle: Trilaterator {
        let name: String
        let point: Point?

        func position(from beacons: [RangedBeacon]) throws(NoPosition) -> TrilateratedPosition {
            guard let point else { throw .degenerate }
            return TrilateratedPosition(point: point)
        }
    }

    private let beacons = [RangedBeacon(point: Point(x: 0, y: 0), range: 1)]

    @Test("E6 (1, 1) and (5, 5) with trusts 1:2 give (3.6667, 3.6667)")
    func mixed() throws {
        let mix = try TrilaterationMix([
            (Oracle(name: "one", point: Point(x: 1, y: 1)), 1), (Oracle(name: "two", point: Point(x: 5, y: 5)), 2),
        ])
        let point = try mix.position(from: beacons)
        #expect(point.distance(to: Point(x: 11 / 3.0, y: 11 / 3.0)) < 1e-9)
    }

    @Test("E6b an algorithm without a result is left out, and the others' shares grow")
    func dropped() throws {
        let mix = try TrilaterationMix([
            (Oracle(name: "one", point: nil), 3), (Oracle(name: "two", point: Point(x: 5, y: 5)), 1),
        ])
        #expect(try mix.position(from: beacons) == Point(x: 5, y: 5))
        let collinear = RangeCase.all[6].beacons
        let real = try TrilaterationMix(named: [("power-centre", 3), ("epta", 1)])
        #expect(try real.position(from: collinear) == ScaleToContact().position(from: collinear).point)
    }

    @Test("§2.1 an answer far outside the floor is dropped")
    func outside() throws {
        let mix = try TrilaterationMix(named: [("power-centre", 1)])
        #expect(throws: NoPosition.outsideFloor) { try mix.position(from: RangeCase.all[5].beacons) }
    }

    @Test("E5 an algorithm of one's own joins by name; an unknown name is refused")
    func custom() throws {
        let known = TrilaterationMix.all + [Oracle(name: "mine", point: Point(x: 2, y: 2))]
        let mix = try TrilaterationMix(named: [("mine", 1)], among: known)
        #expect(try mix.position(from: beacons) == Point(x: 2, y: 2))
        #expect(throws: TrustError.unknownAlgorithm("mine")) { try TrilaterationMix(named: [("mine", 1)]) }
        #expect(throws: TrustError.twice("epta")) { try TrilaterationMix(named: [("epta", 1), ("epta", 1)]) }
    }
}
