public import Survey

/// A wall of the simulated floor, as seen from above.
public struct Wall: Hashable, Sendable {
    public let start: Point
    public let end: Point
    /// dB that it takes from what goes through.
    public let loss: Double

    public init(from start: Point, to end: Point, loss: Double) {
        self.start = start
        self.end = end
        self.loss = loss
    }

    /// Whether the straight way between two points goes through it.
    func parts(_ first: Point, _ second: Point) -> Bool {
        func side(_ a: Point, _ b: Point, _ c: Point) -> Double {
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        }
        return side(start, end, first) * side(start, end, second) < 0
            && side(first, second, start) * side(first, second, end) < 0
    }
}
