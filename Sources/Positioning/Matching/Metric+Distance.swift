extension Metric {
    /// The distance between a print and a scan, straight from the metric's definition; infinite where they have too
    /// little in common.
    ///
    /// Both are sorted by slot; `weights` holds one number per slot. This is the reference that ``Matcher`` agrees
    /// with, and what it ranks its last candidates by.
    public func distance(
        from print: some RandomAccessCollection<SlotLevel>,
        to scan: some RandomAccessCollection<SlotLevel>,
        weights: [Double],
        constants: MetricConstants = MetricConstants()
    ) -> Double {
        scaledDistance(from: scale(print, constants)[...], to: scale(scan, constants), weights, constants)
    }

    /// The same between levels that were brought to the metric's scale before.
    func scaledDistance(
        from print: ArraySlice<ScaledLevel>,
        to scan: [ScaledLevel],
        _ weights: [Double],
        _ constants: MetricConstants
    ) -> Double {
        switch self {
        case .absolute, .linearRelative:
            let sum = accumulate(print, scan) { slot, print, scan in
                let difference = (print ?? 0) - (scan ?? 0)
                return weights[slot] * difference * difference
            }
            return sum.squareRoot()
        case .sourceRelative:
            var shared = 0
            let sum = accumulate(print, scan) { slot, print, scan in
                guard let print, let scan else { return weights[slot] * constants.absencePenalty }
                shared += 1
                return weights[slot] * (print - scan).magnitude
            }
            return shared == 0 ? .infinity : sum
        case .levelRemoved:
            return levelRemoved(print, scan, weights, constants)
        }
    }

    private func levelRemoved(
        _ print: ArraySlice<ScaledLevel>,
        _ scan: [ScaledLevel],
        _ weights: [Double],
        _ constants: MetricConstants
    ) -> Double {
        var (shared, sumOfWeights, sum, sumOfSquares) = (0.0, 0.0, 0.0, 0.0)
        let absences = accumulate(print, scan) { slot, print, scan in
            guard let print, let scan else {
                return weights[slot] * Self.absence((print ?? scan ?? 0), constants)
            }
            let difference = scan - print
            shared += 1
            sumOfWeights += weights[slot]
            sum += weights[slot] * difference
            sumOfSquares += weights[slot] * difference * difference
            return 0
        }
        guard shared >= 2 else { return .infinity }
        let spread = max(sumOfSquares - sum * sum / sumOfWeights, 0)
        return ((spread + 0.5 * absences) / shared).squareRoot()
    }

    /// What ``levelRemoved`` charges for a slot heard on one side only: nothing at the noise floor.
    static func absence(_ level: Double, _ constants: MetricConstants) -> Double {
        let excess = max(level - (constants.sensitivity - 2), 0)
        return excess * excess
    }

    /// Levels on the scale that the metric compares: 0 is a slot that was not heard, where it has such a value.
    func scale(
        _ levels: some RandomAccessCollection<SlotLevel>,
        _ constants: MetricConstants
    ) -> [ScaledLevel] {
        let strongest = levels.lazy.map(\.level).max() ?? 0
        let decade: Double =
            switch self {
            case .sourceRelative: 10 * constants.pathLossExponent
            default: 20
            }
        return levels.map { level in
            let value =
                switch self {
                case .absolute: Double(level.level) / 100 - constants.missingLevel
                case .linearRelative, .sourceRelative: powerOfTen(Double(level.level - strongest) / (100 * decade))
                case .levelRemoved: Double(level.level) / 100
                }
            return ScaledLevel(slot: Int(level.slot), value: value)
        }
    }
}

/// A level on the scale of a metric.
struct ScaledLevel: Hashable, Sendable {
    let slot: Int
    let value: Double
}

/// Adds up a term for each slot that is in either list, in the order of slots.
private func accumulate(
    _ left: ArraySlice<ScaledLevel>,
    _ right: [ScaledLevel],
    _ term: (_ slot: Int, _ left: Double?, _ right: Double?) -> Double
) -> Double {
    var (i, j, sum) = (left.startIndex, 0, 0.0)
    while i < left.endIndex || j < right.count {
        if j == right.count || i < left.endIndex && left[i].slot < right[j].slot {
            sum += term(left[i].slot, left[i].value, nil)
            i += 1
        } else if i == left.endIndex || right[j].slot < left[i].slot {
            sum += term(right[j].slot, nil, right[j].value)
            j += 1
        } else {
            sum += term(left[i].slot, left[i].value, right[j].value)
            i += 1
            j += 1
        }
    }
    return sum
}
