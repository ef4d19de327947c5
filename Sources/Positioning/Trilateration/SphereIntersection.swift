import Survey

/// Where three spheres around mounts meet: trilateration in space.
///
/// At equal heights its x and y are those of ``PowerCentre``; it is for mounts at different heights, and for the device's
/// own. Of the two answers it takes the one that is nearer to where people hold devices.
public struct SphereIntersection: Trilaterator {
    public let name = "sphere-intersection"
    /// Metres above the floor.
    public let deviceHeight: Double

    public init(deviceHeight: Double = 1.2) { self.deviceHeight = deviceHeight }

    /// The figure is the square of the distance from the beacons' plane, m²; below 0 the spheres do not meet.
    ///
    /// Mounts of unknown height are taken to hang at the device's.
    public func position(from beacons: [RangedBeacon]) throws(NoPosition) -> TrilateratedPosition {
        let three = Self.best(try Self.sorted(beacons, atLeast: 3))
        let centres = three.map { Vector(x: $0.point.x, y: $0.point.y, z: $0.height ?? deviceHeight) }
        let r = three.map { max($0.range, RangedBeacon.leastRange) }
        let baseline = centres[1] - centres[0]
        let d = baseline.length
        guard d >= 1e-9 else { throw .degenerate }
        let ex = baseline * (1 / d)
        let diagonal = centres[2] - centres[0]
        let i = ex.dot(diagonal)
        let across = diagonal - ex * i
        guard across.length >= 1e-9 * max(d, 1) else { throw .degenerate }
        let ey = across * (1 / across.length)
        let ez = ex.cross(ey)
        let j = ey.dot(diagonal)
        let x = (r[0] * r[0] - r[1] * r[1] + d * d) / (2 * d)
        let y = (r[0] * r[0] - r[2] * r[2] + i * i + j * j) / (2 * j) - (i / j) * x
        let square = r[0] * r[0] - x * x - y * y
        let z = max(square, 0).squareRoot()
        let foot = centres[0] + ex * x + ey * y
        let answers = [foot + ez * z, foot - ez * z]
        let (first, second) = ((answers[0].z - deviceHeight).magnitude, (answers[1].z - deviceHeight).magnitude)
        let chosen = first < second ? answers[0] : answers[1]
        var warnings: Set<TrilaterationWarning> = Triangle(three).quality < Triangle.poor ? [.poorGeometry] : []
        if square < 0 { warnings.insert(.noRealIntersection) }
        return try Self.checked(
            TrilateratedPosition(
                point: Point(x: chosen.x, y: chosen.y),
                height: chosen.z,
                figure: square,
                warnings: warnings
            )
        )
    }
}

/// A direction or place in space.
struct Vector: Hashable {
    let x: Double
    let y: Double
    let z: Double

    var length: Double { dot(self).squareRoot() }

    func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Vector) -> Vector {
        Vector(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }

    static func + (left: Vector, right: Vector) -> Vector {
        Vector(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    static func - (left: Vector, right: Vector) -> Vector { left + right * -1 }

    static func * (vector: Vector, factor: Double) -> Vector {
        Vector(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
    }
}
