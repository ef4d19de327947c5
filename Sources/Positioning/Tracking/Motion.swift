/// What a device knows of its own movement between two scans.
public struct Motion: Hashable, Sendable {
    /// Metres along the floor's x axis.
    public let x: Double
    /// Metres along the floor's y axis, which points down on the plan.
    public let y: Double

    /// Some steps of a length in metres, in a direction in degrees clockwise from the floor plan's up.
    public init(steps: Int, length: Double, heading: Double) {
        let distance = Double(max(steps, 0)) * length
        let radians = heading * .pi / 180
        x = distance * sine(radians)
        y = -distance * cosine(radians)
    }

    /// How far, in metres.
    public var distance: Double { (x * x + y * y).squareRoot() }
}
