/// The levels of all prints, slot by slot, with what each print costs a scan that has nothing in common with it.
///
/// A score is a monotone function of the distance, up to a rounding error that the tolerance of ``Scores`` bounds.
struct Postings: Sendable {
    private let metric: Metric
    private let weights: [Double]
    private let constants: MetricConstants
    /// The postings of slot 0, then of slot 1 …, each sorted by print.
    private let prints: [UInt32]
    private let values: [Float]
    private let starts: [Int]
    /// Per print: the score before anything in common was found.
    private let bases: [Float]
    private let largestBase: Float

    init(
        _ scaled: [ScaledLevel],
        _ printStarts: [Int],
        metric: Metric,
        weights: [Double],
        constants: MetricConstants
    ) {
        self.metric = metric
        self.weights = weights
        self.constants = constants
        var starts = [Int](repeating: 0, count: weights.count + 1)
        for level in scaled { starts[level.slot + 1] += 1 }
        for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
        var next = starts
        var prints = [UInt32](repeating: 0, count: scaled.count)
        var values = [Float](repeating: 0, count: scaled.count)
        var bases: [Float] = []
        for print in 0..<printStarts.count - 1 {
            var base = 0.0
            for level in scaled[printStarts[print]..<printStarts[print + 1]] {
                let weight = weights[level.slot]
                let place = next[level.slot]
                next[level.slot] += 1
                prints[place] = UInt32(print)
                switch metric {
                case .absolute, .linearRelative:
                    // |f − g|² = |f|² − 2 f·g + |g|²
                    base += weight * level.value * level.value
                    values[place] = Float(-2 * weight.squareRoot() * level.value)
                case .sourceRelative:
                    base += weight * constants.absencePenalty
                    values[place] = Float(level.value)
                case .levelRemoved:
                    base += weight * Metric.absence(level.value, constants)
                    values[place] = Float(level.value)
                }
            }
            bases.append(Float(base))
        }
        self.starts = starts
        self.prints = prints
        self.values = values
        self.bases = bases
        largestBase = bases.max() ?? 0
    }

    /// The score of every print.
    func scores(of live: [ScaledLevel]) -> Scores {
        switch metric {
        case .absolute, .linearRelative: euclidean(live)
        case .sourceRelative: sourceRelative(live)
        case .levelRemoved: levelRemoved(live)
        }
    }

    private func euclidean(_ live: [ScaledLevel]) -> Scores {
        var scores = bases
        var norm = 0.0
        for level in live {
            let weight = weights[level.slot]
            norm += weight * level.value * level.value
            let factor = Float(weight.squareRoot() * level.value)
            add(of: level.slot, times: factor, to: &scores)
        }
        return Scores(scores, tolerance: (largestBase + Float(norm)) * Scores.relativeTolerance)
    }

    /// The hot loop: one multiplication and one addition per posting.
    private func add(of slot: Int, times factor: Float, to scores: inout [Float]) {
        let range = starts[slot]..<starts[slot + 1]
        let prints = prints.span.extracting(range)
        let values = values.span.extracting(range)
        var scores = scores.mutableSpan
        for index in prints.indices { scores[Int(prints[index])] += values[index] * factor }
    }

    private func sourceRelative(_ live: [ScaledLevel]) -> Scores {
        // In each pair: the score, and how many slots are shared.
        var sums = bases.map { SIMD2($0, 0) }
        var absent = 0.0
        for level in live {
            let weight = Float(weights[level.slot])
            absent += Double(weight) * constants.absencePenalty
            let saved = Float(2 * constants.absencePenalty)
            for index in starts[level.slot]..<starts[level.slot + 1] {
                let difference = (values[index] - Float(level.value)).magnitude
                sums[Int(prints[index])] += SIMD2(weight * (difference - saved), 1)
            }
        }
        return Scores(
            sums.map { $0.y == 0 ? .infinity : $0.x },
            tolerance: (largestBase + Float(absent)) * Scores.relativeTolerance
        )
    }

    private func levelRemoved(_ live: [ScaledLevel]) -> Scores {
        // In each eight: absences, shared slots, their weights, weighted differences, and squares of these.
        var sums = bases.map { SIMD8<Float>($0, 0, 0, 0, 0, 0, 0, 0) }
        var absent: Float = 0
        for level in live {
            let weight = Float(weights[level.slot])
            let liveAbsence = weight * Float(Metric.absence(level.value, constants))
            absent += liveAbsence
            for index in starts[level.slot]..<starts[level.slot + 1] {
                let difference = Float(level.value) - values[index]
                let printAbsence = weight * Float(Metric.absence(Double(values[index]), constants))
                let weighted = weight * difference
                sums[Int(prints[index])] += SIMD8(
                    -(liveAbsence + printAbsence),
                    1,
                    weight,
                    weighted,
                    weighted * difference,
                    0,
                    0,
                    0
                )
            }
        }
        var largest: Float = 0
        let values = sums.map { sum -> Float in
            guard sum[1] >= 2 else { return .infinity }
            let spread = max(sum[4] - sum[3] * sum[3] / sum[2], 0)
            largest = max(largest, (sum[4] + largestBase + absent) / sum[1])
            return (spread + 0.5 * max(sum[0] + absent, 0)) / sum[1]
        }
        return Scores(values, tolerance: largest * Scores.relativeTolerance)
    }
}
