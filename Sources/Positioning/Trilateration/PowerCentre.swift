import Survey

/// The radical centre of three circles: the point that has the same power with regard to each.
///
/// Last step of Pierlot, Urbin-Choffray and Van Droogenbroeck's positioning algorithm ("A new three object triangulation
/// algorithm based on the power center of three circles", EUROBOT 2011); the rest of it is about angles.
public struct PowerCentre: Trilaterator {
    public let name = "power-centre"
    /// Metres above the floor.
    public let deviceHeight: Double

    public init(deviceHeight: Double = 1.2) { self.deviceHeight = deviceHeight }

    /// The figure is the power: above 0 outside all circles, below 0 inside them.
    public func position(from beacons: [RangedBeacon]) throws(NoPosition) -> TrilateratedPosition {
        let three = Self.best(try Self.sorted(beacons, atLeast: 3))
        let quality = Triangle(three).quality
        guard quality >= Triangle.none else { throw .degenerate }
        let c = three.map { $0.circle(deviceHeight: deviceHeight) }
        // Relative to the first centre: squares of large coordinates would cancel badly.
        let (ox, oy) = (c[0].x, c[0].y)
        let (x1, y1, x2, y2) = (c[1].x - ox, c[1].y - oy, c[2].x - ox, c[2].y - oy)
        let k0 = -c[0].radius * c[0].radius / 2
        let k1 = (x1 * x1 + y1 * y1 - c[1].radius * c[1].radius) / 2
        let k2 = (x2 * x2 + y2 * y2 - c[2].radius * c[2].radius) / 2
        let determinant = -x1 * (y1 - y2) + y1 * (x1 - x2)
        let x = ((k0 - k1) * (y1 - y2) + y1 * (k1 - k2)) / determinant
        let y = (-x1 * (k1 - k2) - (k0 - k1) * (x1 - x2)) / determinant
        return try Self.checked(
            TrilateratedPosition(
                point: Point(x: x + ox, y: y + oy),
                figure: x * x + y * y - c[0].radius * c[0].radius,
                warnings: quality < Triangle.poor ? [.poorGeometry] : []
            )
        )
    }
}
