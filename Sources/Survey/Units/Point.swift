/// A place on a floor in metres: origin at the plan's top left corner, x to the right, y down.
public struct Point: Hashable, Sendable {
    public let x: Double
    public let y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The distance to another point of the same floor, in metres.
    public func distance(to other: Point) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Whether both coordinates are numbers within ±100 km, the largest venue that is taken seriously.
    public var isPlausible: Bool { x.magnitude <= 100_000 && y.magnitude <= 100_000 }
}
