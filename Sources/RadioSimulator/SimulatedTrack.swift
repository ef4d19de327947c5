public import Survey

/// A track of a simulated venue, and the surveyor who walks it.
public struct SimulatedTrack: Hashable, Sendable {
    public let name: String
    /// At least two, none equal to the one before.
    public let points: [Point]

    public init(name: String, points: [Point]) {
        self.name = name
        self.points = points
    }

    /// Metres.
    public var length: Double { zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }

    /// The place so many metres along the track, and where somebody who walks on looks: degrees clockwise from up.
    ///
    /// Before the start it is the start, beyond the end the end.
    public func position(at distance: Double) -> (point: Point, heading: Double) {
        var rest = max(distance, 0)
        for (start, end) in zip(points, points.dropFirst()) {
            let piece = start.distance(to: end)
            if rest <= piece || end == points.last {
                let share = min(rest / piece, 1)
                let point = Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
                return (point, Self.heading(from: start, to: end))
            }
            rest -= piece
        }
        preconditionFailure("A track has at least two points.")
    }

    /// What a surveyor hears who walks the track from its start to its end, once a second.
    ///
    /// `speed` is in m/s; the last sample is the last whole second before the end.
    public func walk(
        in radio: SimulatedRadio,
        speed: Double = 1,
        gain: Double = 0,
        using random: inout some RandomNumberGenerator
    ) -> [SimulatedSample] {
        stride(from: 0, through: length, by: speed).map { distance in
            let (point, heading) = position(at: distance)
            let readings = radio.scan(at: point, heading: heading, gain: gain, using: &random)
            return SimulatedSample(distanceAlong: distance, point: point, heading: heading, readings: readings)
        }
    }

    /// The same track walked the other way.
    public var reversed: SimulatedTrack { SimulatedTrack(name: name, points: points.reversed()) }

    private static func heading(from start: Point, to end: Point) -> Double {
        let degrees = arcTangent(end.x - start.x, start.y - end.y) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}

/// What was heard at one place of a walk, or of a visit.
public struct SimulatedSample: Hashable, Sendable {
    /// Metres along the walked direction of the track; nil off the tracks.
    public let distanceAlong: Double?
    public let point: Point
    /// Degrees clockwise from the plan's up.
    public let heading: Double
    public let readings: [Reading]

    public init(distanceAlong: Double?, point: Point, heading: Double, readings: [Reading]) {
        self.distanceAlong = distanceAlong
        self.point = point
        self.heading = heading
        self.readings = readings
    }
}
