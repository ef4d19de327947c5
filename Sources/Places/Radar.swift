/// A round picture of what lies around a person: the person in the middle, the heading up.
public struct Radar: Hashable, Sendable {
    /// Half the picture's width, in points.
    public let radius: Double
    /// The distance that lies on the rim, in metres; what is farther stays on the rim.
    public let range: Double

    public init(radius: Double = 60, range: Double = 500) {
        self.radius = radius
        self.range = range
    }

    /// Where a place stands in the picture: x to the right, y down, from the picture's top left corner.
    ///
    /// `bearing` and `heading` are degrees clockwise from north; with a heading of 0 north is up.
    public func position(bearing: Double, distance: Double, heading: Double = 0) -> (x: Double, y: Double) {
        let fromCentre = radius * min(max(distance, 0) / range, 1)
        let angle = bearing - heading
        return (radius + fromCentre * sine(angle), radius - fromCentre * cosine(angle))
    }
}

/// Where a card stands in an augmented view: metres from the person, x to the east, y up, z to the south.
public struct ScenePosition: Hashable, Sendable {
    public let x: Double
    public let y: Double
    public let z: Double

    /// Nearer places stand in front: 10 m away, and 1 m more for each kilometre.
    ///
    /// The height comes from the layout: altitudes of positioning jump by as much as 60 m.
    public init(bearing: Double, distance: Double, height: Double) {
        let depth = 10 + distance / 1_000
        x = depth * sine(bearing)
        y = height
        z = -depth * cosine(bearing)
    }
}
