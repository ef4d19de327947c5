import Survey

/// Where a scan may have been taken: the cells worth naming, each with its probability.
struct Posterior: Sendable {
    /// A cell of a floor of the map.
    struct Candidate: Sendable {
        let floor: Int
        let cell: Int
        /// The natural logarithm, not normalised.
        let logarithm: Float
        /// The gain in dB that the scan suggests here.
        let gain: Float
        /// By how many variances the scan's readings differ from the map here, added up.
        let misfit: Float
    }

    private let map: RadioMap
    let candidates: [Candidate]
    /// Per candidate; they add up to 1.
    let probabilities: [Double]
    /// How much less the scan scatters than scans of the survey do: 1 as much, above it less.
    ///
    /// The variance of a scan about the map, in units of the survey's, has an inverse gamma prior about 1; this is one over
    /// what is likeliest after the readings at the best cell (Gelman et al.: Bayesian Data Analysis, 2013, §2.6).
    let clarity: Double

    /// Weighs some cells by their logarithms; nil without any.
    ///
    /// `readings` is how many a single scan holds; nil where more than one scan had a part.
    init?(_ map: RadioMap, _ candidates: [Candidate], readings: Int?) {
        guard let largest = candidates.map(\.logarithm).max(), largest.isFinite else { return nil }
        let weights = candidates.map { exponential(Double($0.logarithm - largest)) }
        let total = weights.reduce(0, +)
        let strength = map.constants.scatterStrength
        let best = candidates.max { $0.logarithm < $1.logarithm }
        clarity = readings.map { (strength + Double($0)) / (strength + Double(max(best?.misfit ?? 0, 0))) } ?? 1
        self.map = map
        self.candidates = candidates
        probabilities = weights.map { $0 / total }
    }

    /// Looks closely at the cells that a first look at all of them finds most likely, `prior` added.
    init?(_ map: RadioMap, _ likelihood: ScanLikelihood, prior: [[Float]]? = nil, sharpness: Float = 1) {
        var coarse = map.floors.map { likelihood.coarse(on: $0) }
        var shifts = likelihood.floorShifts(coarse)
        if prior == nil, shifts.count > 1 {
            // Before anything is known every floor is as likely, however large it is.
            for floor in shifts.indices { shifts[floor] -= logarithm(Float(max(coarse[floor].count, 1))) }
        }
        if prior != nil || shifts.count > 1 {
            for floor in coarse.indices {
                for cell in coarse[floor].indices {
                    coarse[floor][cell] =
                        sharpness * (coarse[floor][cell] + shifts[floor]) + (prior?[floor][cell] ?? 0)
                }
            }
        }
        let limit = Self.limit(of: coarse, keeping: map.constants.candidates)
        var candidates: [Candidate] = []
        for (floor, values) in coarse.enumerated() {
            for cell in values.indices where values[cell] >= limit {
                let exact = likelihood.exact(at: cell, of: map.floors[floor])
                let logarithm = sharpness * (exact.logarithm + shifts[floor]) + (prior?[floor][cell] ?? 0)
                candidates.append(
                    Candidate(
                        floor: floor,
                        cell: cell,
                        logarithm: logarithm,
                        gain: exact.gain,
                        misfit: exact.misfit
                    )
                )
            }
        }
        self.init(map, candidates, readings: prior == nil ? likelihood.readings : nil)
    }

    /// The probability of each floor.
    var floors: [Double] {
        var sums = [Double](repeating: 0, count: map.floors.count)
        for (candidate, probability) in zip(candidates, probabilities) { sums[candidate.floor] += probability }
        return sums
    }

    /// The mean gain over a floor's cells, in dB.
    func gain(on floor: Int) -> Double {
        var (sum, total) = (0.0, 0.0)
        for (candidate, probability) in zip(candidates, probabilities) where candidate.floor == floor {
            sum += probability * Double(candidate.gain)
            total += probability
        }
        return total > 0 ? sum / total : 0
    }

    /// The point of a floor from which the true place is least far on the average, and the radius about it that holds
    /// 68 of 100 parts.
    ///
    /// The geometric median, by Weiszfeld's iteration from the mean. The radius is that of a scan that scatters as this one
    /// does: a phone that hears clearly knows its place better than the survey's did, whoever surveyed.
    func place(on floor: Int) -> (point: Point, radius: Double) {
        var parts: [(point: Point, weight: Double)] = []
        for (candidate, probability) in zip(candidates, probabilities)
        where candidate.floor == floor && probability > 1e-9 {
            parts.append((map.floors[floor].grid.cells[candidate.cell], probability))
        }
        let largest = parts.lazy.map(\.weight).max() ?? 1
        var point = Self.mean(parts) { $0.weight }
        for _ in 0..<Self.medianSteps {
            let middle = point
            // Half a metre rounds the tip off, so that no cell holds the iteration fast.
            point = Self.mean(parts) { $0.weight / ($0.point.squaredDistance(to: middle) + 0.25).squareRoot() }
        }
        let rings = parts.map { part in
            // A power of what is largest 1: the others may vanish, that one does not.
            let weight = clarity == 1 ? part.weight : exponential(clarity * logarithm(part.weight / largest))
            return (distance: part.point.squaredDistance(to: point).squareRoot(), weight: weight)
        }
        .sorted { ($0.distance, $0.weight) < ($1.distance, $1.weight) }
        let total = rings.reduce(0) { $0 + $1.weight }
        var sum = 0.0
        for ring in rings {
            sum += ring.weight
            if sum >= 0.68 * total { return (point, ring.distance) }
        }
        return (point, rings.last?.distance ?? 0)
    }

    private static let medianSteps = 4

    private static func mean(
        _ parts: [(point: Point, weight: Double)],
        _ weight: ((point: Point, weight: Double)) -> Double
    ) -> Point {
        var (x, y, total) = (0.0, 0.0, 0.0)
        for part in parts {
            let share = weight(part)
            x += share * part.point.x
            y += share * part.point.y
            total += share
        }
        return total > 0 ? Point(x: x / total, y: y / total) : Point(x: 0, y: 0)
    }

    /// A bound that about `count` of the values reach: those within 32 of the largest, counted in steps of 1/8.
    private static func limit(of values: [[Float]], keeping count: Int) -> Float {
        let largest = values.lazy.compactMap { $0.max() }.max() ?? 0
        var steps = [Int](repeating: 0, count: 256)
        for floor in values {
            for value in floor {
                let below = (largest - value) * 8
                if below < 256 { steps[Int(below)] += 1 }
            }
        }
        var sum = 0
        for (step, found) in steps.enumerated() {
            sum += found
            if sum > count, step > 0 { return largest - Float(step) / 8 }
        }
        return largest - 32
    }
}
