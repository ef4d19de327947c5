public import Survey

/// A place on Earth, WGS 84, in degrees.
public struct Coordinate: Hashable, Sendable {
    public let latitude: Double
    public let longitude: Double

    /// The mean radius of the Earth (IUGG), in metres.
    static let earthRadius = 6_371_008.8

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The great-circle distance in metres (haversine formula).
    public func distance(to other: Coordinate) -> Double {
        let u = sine((other.latitude - latitude) / 2)
        let v = sine((other.longitude - longitude) / 2)
        let h = u * u + cosine(latitude) * cosine(other.latitude) * v * v
        return 2 * Self.earthRadius * radians(arcSine(min(h, 1).squareRoot()))
    }

    /// The direction in which the great circle to another place starts: degrees clockwise from north, 0 ..< 360.
    ///
    /// 0 for the same place.
    public func bearing(to other: Coordinate) -> Double {
        let dLongitude = other.longitude - longitude
        let east = sine(dLongitude) * cosine(other.latitude)
        let north =
            cosine(latitude) * sine(other.latitude) - sine(latitude) * cosine(other.latitude) * cosine(dLongitude)
        return east == 0 && north == 0 ? 0 : normalised(arcTangent(east, north))
    }
}

extension Point {
    /// The direction to another point of the floor: degrees clockwise from true north, 0 ..< 360.
    ///
    /// `northAngle` is the floor's: degrees clockwise from the plan's up to north. 0 for the same point.
    public func bearing(to other: Point, northAngle: Double) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return dx == 0 && dy == 0 ? 0 : normalised(arcTangent(dx, -dy) - northAngle)
    }
}

extension GeographicAnchor {
    /// Where a point of the anchored floor lies on Earth; good to a centimetre within a kilometre of the anchor.
    public func coordinate(of point: Point) -> Coordinate {
        let (right, up) = (point.x - origin.x, origin.y - point.y)
        let north = up * cosine(northAngle) + right * sine(northAngle)
        let east = right * cosine(northAngle) - up * sine(northAngle)
        return Coordinate(
            latitude: latitude + degrees(north / Coordinate.earthRadius),
            longitude: longitude + degrees(east / (Coordinate.earthRadius * cosine(latitude)))
        )
    }

    /// The point of the anchored floor that lies at a coordinate.
    public func point(at coordinate: Coordinate) -> Point {
        let north = radians(coordinate.latitude - latitude) * Coordinate.earthRadius
        let east = radians(coordinate.longitude - longitude) * Coordinate.earthRadius * cosine(latitude)
        let up = north * cosine(northAngle) - east * sine(northAngle)
        let right = north * sine(northAngle) + east * cosine(northAngle)
        return Point(x: origin.x + right, y: origin.y - up)
    }
}
