/// Numbers that one wild reading does not spoil.
enum RobustStatistics {
    /// The middle value, or the mean of the two middle ones; nil for none.
    static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The median absolute deviation × 1.4826: the standard deviation of normally distributed values.
    static func deviation(_ values: [Double]) -> Double {
        guard let middle = median(values) else { return 0 }
        return (median(values.map { ($0 - middle).magnitude }) ?? 0) * 1.4826
    }

    /// Pearson's correlation, −1…1; 0 where either side does not vary.
    static func correlation(_ pairs: [(x: Double, y: Double)]) -> Double {
        guard pairs.count > 1 else { return 0 }
        let count = Double(pairs.count)
        let meanX = pairs.reduce(0) { $0 + $1.x } / count
        let meanY = pairs.reduce(0) { $0 + $1.y } / count
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        for pair in pairs {
            let (dx, dy) = (pair.x - meanX, pair.y - meanY)
            xx += dx * dx
            yy += dy * dy
            xy += dx * dy
        }
        guard xx > 0, yy > 0 else { return 0 }
        return min(max(xy / (xx * yy).squareRoot(), -1), 1)
    }

    /// The median slope of all pairs of points (Theil, 1950; Sen, JASA 1968); nil where no two differ in x.
    static func slope(_ pairs: [(x: Double, y: Double)]) -> Double? {
        var slopes: [Double] = []
        for (index, first) in pairs.enumerated() {
            for second in pairs[(index + 1)...] where second.x != first.x {
                slopes.append((second.y - first.y) / (second.x - first.x))
            }
        }
        return median(slopes)
    }
}
