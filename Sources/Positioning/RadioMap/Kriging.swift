import Survey

/// What each of the nearest prints says about a place: Gaussian process regression with a Matérn covariance (3/2).
///
/// Simple kriging (Rasmussen, Williams: Gaussian Processes for Machine Learning, 2006, §2.2), with the nearest prints
/// only, so that a floor of any size takes the same time per place. All slots share the weights, since they share the
/// constants and the prints' noise.
struct Kriging {
    private let points: [Point]
    private let noise: [Double]
    private let constants: RadioMapConstants

    init(_ survey: FloorSurvey, _ constants: RadioMapConstants) {
        points = survey.points
        noise = survey.variances
        self.constants = constants
    }

    /// The prints that speak for a place, how much each, and the variance in dB² that remains.
    struct Weights {
        let points: [Int]
        let weights: [Double]
        let variance: Double
    }

    /// The weights at a place; `excluding` leaves one print out.
    func weights(at place: Point, excluding: Int? = nil) -> Weights {
        let near = nearest(to: place, excluding: excluding)
        let sill = constants.shadowing * constants.shadowing
        let cross = near.map { covariance(points[$0].squaredDistance(to: place)) }
        let count = near.count
        // The lower triangle of the covariance matrix, then its Cholesky factor.
        var factor = [Double](repeating: 0, count: count * count)
        for row in 0..<count {
            for column in 0...row {
                var value =
                    row == column
                    ? sill + noise[near[row]] : covariance(points[near[row]].squaredDistance(to: points[near[column]]))
                for inner in 0..<column { value -= factor[row * count + inner] * factor[column * count + inner] }
                factor[row * count + column] =
                    row == column ? max(value, 1e-9).squareRoot() : value / factor[column * count + column]
            }
        }
        var weights = cross
        for row in 0..<count {
            for inner in 0..<row { weights[row] -= factor[row * count + inner] * weights[inner] }
            weights[row] /= factor[row * count + row]
        }
        for row in stride(from: count - 1, through: 0, by: -1) {
            for inner in row + 1..<max(count, row + 1) { weights[row] -= factor[inner * count + row] * weights[inner] }
            weights[row] /= factor[row * count + row]
        }
        let explained = zip(weights, cross).reduce(0) { $0 + $1.0 * $1.1 }
        return Weights(points: near, weights: weights, variance: max(sill - explained, 0.25))
    }

    private func covariance(_ squaredDistance: Double) -> Double {
        let lengths = (3 * squaredDistance).squareRoot() / constants.correlationLength
        return constants.shadowing * constants.shadowing * (1 + lengths) * exponential(-lengths)
    }

    /// The nearest prints, nearest first; ties go to the one that is first in the table.
    private func nearest(to place: Point, excluding: Int?) -> [Int] {
        var best: [(distance: Double, point: Int)] = []
        for point in points.indices where point != excluding {
            let distance = points[point].squaredDistance(to: place)
            if best.count == constants.neighbours, distance >= best[best.count - 1].distance { continue }
            if best.count == constants.neighbours { best.removeLast() }
            var index = best.count
            while index > 0, best[index - 1].distance > distance { index -= 1 }
            best.insert((distance, point), at: index)
        }
        return best.map(\.point)
    }
}
