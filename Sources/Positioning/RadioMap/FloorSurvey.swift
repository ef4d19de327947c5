import Fingerprints
import Survey

/// What the prints of one floor say, as a map is made of it.
struct FloorSurvey {
    let points: [Point]
    /// The slot numbers that were heard on the floor, ascending.
    let slots: [Int]
    /// Slot after slot, in each the points: dBm; where a slot was not heard, the threshold stands.
    let levels: [Double]
    /// In the same order: the share of scans that heard the slot.
    let shares: [Double]
    /// Per point: the variance in dB² of what its means say.
    let variances: [Double]
    /// How many scans the survey has here.
    let scans: Int

    init(_ prints: ArraySlice<Print>, threshold: Double, _ constants: RadioMapConstants) {
        let points = prints.map(\.place.point)
        let slots = Set(prints.lazy.flatMap { $0.levels.lazy.map { Int($0.slot) } }).sorted()
        let rows = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1, $0) })
        var levels = [Double](repeating: threshold, count: slots.count * points.count)
        var shares = [Double](repeating: 0, count: slots.count * points.count)
        for (number, print) in prints.enumerated() {
            for (level, spread) in zip(print.levels, print.spreads) {
                let place = (rows[Int(level.slot)] ?? 0) * points.count + number
                let share = min(Double(spread.heard) / Double(max(print.scans, 1)), 1)
                shares[place] = share
                let mean = Double(level.level) / 100
                // The mean of the few packets that came through is too loud.
                levels[place] = share < 0.5 ? share * mean + (1 - share) * threshold : mean
            }
        }
        let scanVariance = constants.scanDeviation * constants.scanDeviation
        let placeVariance = constants.placeDeviation * constants.placeDeviation
        scans = prints.reduce(0) { $0 + Int($1.scans) }
        self.points = points
        self.slots = slots
        self.levels = levels
        self.shares = shares
        variances = prints.map { scanVariance / Double(max($0.scans, 1)) + placeVariance }
    }

    /// The trend of a row: the path loss from the slot's mount where it is known, else the mean.
    func trend(of row: Int, mount: Point?, _ constants: RadioMapConstants) -> Trend {
        let range = row * points.count..<(row + 1) * points.count
        guard let mount else {
            return Trend(level: levels[range].reduce(0, +) / Double(points.count), exponent: 0, mount: nil, 0)
        }
        let heard = points.indices.filter { shares[range.lowerBound + $0] > 0 }
        let used = heard.count >= 4 ? heard : Array(points.indices)
        let losses = used.map { Trend.loss(from: mount, to: points[$0], constants.nearestDistance) }
        let loudnesses = used.map { levels[range.lowerBound + $0] }
        let count = Double(used.count)
        let (meanLoss, mean) = (losses.reduce(0, +) / count, loudnesses.reduce(0, +) / count)
        var (products, squares) = (constants.exponentStrength * constants.pathLossExponent, constants.exponentStrength)
        for (loss, level) in zip(losses, loudnesses) {
            products += (loss - meanLoss) * (level - mean)
            squares += (loss - meanLoss) * (loss - meanLoss)
        }
        let exponent = products / squares
        return Trend(level: mean - exponent * meanLoss, exponent: exponent, mount: mount, constants.nearestDistance)
    }
}

/// What a slot sounds like by its distance alone: `level + exponent · (−10 log10 d)`.
struct Trend {
    let level: Double
    let exponent: Double
    let mount: Point?
    let nearestDistance: Double

    init(level: Double, exponent: Double, mount: Point?, _ nearestDistance: Double) {
        self.level = level
        self.exponent = exponent
        self.mount = mount
        self.nearestDistance = nearestDistance
    }

    func level(at point: Point) -> Double {
        guard let mount else { return level }
        return level + exponent * Self.loss(from: mount, to: point, nearestDistance)
    }

    /// `−10 log10` of the distance.
    static func loss(from mount: Point, to point: Point, _ nearest: Double) -> Double {
        let square = max(mount.squaredDistance(to: point), nearest * nearest)
        return -5 * logarithm(square) / 2.302585092994046
    }
}
