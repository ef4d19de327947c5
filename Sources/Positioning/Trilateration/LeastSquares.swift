import Survey

/// Weighted non-linear least squares: the place from which squared differences of ranges are least.
///
/// Levenberg and Marquardt's method from the middle of the beacons; near beacons weigh more, since an error in dB is a
/// share of the range. As the method goes, it may end in a local minimum.
public struct LeastSquares: Trilaterator {
    public let name = "nlls"
    /// Metres above the floor.
    public let deviceHeight: Double
    /// Whether a range weighs by the inverse of its square; else all weigh alike.
    public let isWeighted: Bool

    private static let beaconsUsed = 8
    private static let rounds = 50

    public init(deviceHeight: Double = 1.2, isWeighted: Bool = true) {
        self.deviceHeight = deviceHeight
        self.isWeighted = isWeighted
    }

    /// The figure is the root mean square difference of ranges in metres.
    public func position(from beacons: [RangedBeacon]) throws(NoPosition) -> TrilateratedPosition {
        let nearest = try Self.sorted(beacons, atLeast: 3).prefix(Self.beaconsUsed)
        let circles = nearest.map { $0.circle(deviceHeight: deviceHeight) }
        let weights = circles.map { isWeighted ? 1 / ($0.radius * $0.radius) : 1 }
        return try Self.solve(circles, weights)
    }

    static func solve(_ circles: [Circle], _ weights: [Double]) throws(NoPosition) -> TrilateratedPosition {
        let count = Double(circles.count)
        var x = circles.reduce(0) { $0 + $1.x } / count
        var y = circles.reduce(0) { $0 + $1.y } / count
        var damping = 1e-3
        func cost(_ x: Double, _ y: Double) -> Double {
            zip(circles, weights).reduce(0) { sum, pair in
                let difference = pair.0.distance(toX: x, y) - pair.0.radius
                return sum + pair.1 * difference * difference
            }
        }
        var best = cost(x, y)
        for _ in 0..<rounds {
            var (xx, xy, yy, gx, gy) = (damping, 0.0, damping, 0.0, 0.0)
            for (circle, weight) in zip(circles, weights) {
                let distance = max(circle.distance(toX: x, y), 1e-9)
                let (jx, jy) = ((x - circle.x) / distance, (y - circle.y) / distance)
                let difference = distance - circle.radius
                xx += weight * jx * jx
                xy += weight * jx * jy
                yy += weight * jy * jy
                gx += weight * jx * difference
                gy += weight * jy * difference
            }
            let determinant = xx * yy - xy * xy
            guard determinant.isFinite, determinant > 0 else { throw .degenerate }
            let (stepX, stepY) = ((xy * gy - yy * gx) / determinant, (xy * gx - xx * gy) / determinant)
            let next = cost(x + stepX, y + stepY)
            if next <= best {
                (x, y, best) = (x + stepX, y + stepY, next)
                damping /= 3
            } else {
                damping *= 5
            }
            if (stepX * stepX + stepY * stepY).squareRoot() < 1e-10 { break }
        }
        let total = weights.reduce(0, +)
        return try checked(
            TrilateratedPosition(point: Point(x: x, y: y), figure: (best / total).squareRoot())
        )
    }
}

/// The mean of the beacons' places, each by the inverse square of its range: the received power.
public struct WeightedCentroid: Trilaterator {
    public let name = "centroid"

    private static let beaconsUsed = 8

    public init() {}

    /// The mean of the eight nearest beacons' places; it has no figure.
    public func position(from beacons: [RangedBeacon]) throws(NoPosition) -> TrilateratedPosition {
        var (x, y, total) = (0.0, 0.0, 0.0)
        for beacon in try Self.sorted(beacons, atLeast: 1).prefix(Self.beaconsUsed) {
            let range = max(beacon.range, RangedBeacon.leastRange)
            let weight = 1 / (range * range)
            x += weight * beacon.point.x
            y += weight * beacon.point.y
            total += weight
        }
        return try Self.checked(TrilateratedPosition(point: Point(x: x / total, y: y / total)))
    }
}

/// The place of the nearest beacon.
public struct NearestBeacon: Trilaterator {
    public let name = "nearest"

    public init() {}

    /// The figure is the range in metres.
    public func position(from beacons: [RangedBeacon]) throws(NoPosition) -> TrilateratedPosition {
        let nearest = try Self.sorted(beacons, atLeast: 1)[0]
        return try Self.checked(TrilateratedPosition(point: nearest.point, figure: nearest.range))
    }
}
