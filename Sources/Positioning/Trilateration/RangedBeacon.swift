public import Survey

/// A beacon whose place is known, and how far away it is heard to be.
public struct RangedBeacon: Hashable, Sendable {
    /// In the floor's frame, metres.
    public let point: Point
    /// Of its mount, metres above the floor; nil where nobody said.
    public let height: Double?
    /// Metres through space.
    public let range: Double

    public init(point: Point, height: Double? = nil, range: Double) {
        self.point = point
        self.height = height
        self.range = range
    }

    /// The least that a range is taken for.
    static let leastRange = 0.1
    /// Metres that a horizontal range does not fall below where heights say that it would: 0.25 m².
    private static let leastSquare = 0.25

    /// The circle on which a device at a height above the floor lies.
    func circle(deviceHeight: Double) -> Circle {
        let rise = height.map { $0 - deviceHeight } ?? 0
        let flat = rise == 0 ? range : max(range * range - rise * rise, Self.leastSquare).squareRoot()
        return Circle(x: point.x, y: point.y, radius: max(flat, Self.leastRange))
    }

    var isPlausible: Bool {
        point.isPlausible && range.isFinite && range >= 0 && range <= 100_000
            && (height.map { $0.magnitude <= 100_000 } ?? true)
    }
}

/// A circle around a beacon, on the floor.
struct Circle: Hashable {
    let x: Double
    let y: Double
    let radius: Double

    func distance(toX otherX: Double, _ otherY: Double) -> Double {
        let (dx, dy) = (x - otherX, y - otherY)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// The same circle, larger or smaller.
    func scaled(by factor: Double) -> Circle { Circle(x: x, y: y, radius: radius * factor) }

    /// Where two circles cross: two points, equal ones where they touch; none where they are apart, nested or concentric.
    func crossings(with other: Circle) -> [(x: Double, y: Double)] {
        let apart = distance(toX: other.x, other.y)
        guard apart > 0, apart <= radius + other.radius, apart >= (radius - other.radius).magnitude else { return [] }
        let along = (radius * radius - other.radius * other.radius + apart * apart) / (2 * apart)
        let aside = max(radius * radius - along * along, 0).squareRoot()
        let (ux, uy) = ((other.x - x) / apart, (other.y - y) / apart)
        let (footX, footY) = (x + along * ux, y + along * uy)
        return [(footX - aside * uy, footY + aside * ux), (footX + aside * uy, footY - aside * ux)]
    }
}
