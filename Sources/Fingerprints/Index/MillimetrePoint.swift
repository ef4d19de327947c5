public import Survey

/// A place on a floor in whole millimetres, so that sums of places do not depend on their order.
public struct MillimetrePoint: Hashable, Sendable, Comparable {
    public let x: Int32
    public let y: Int32

    public init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }

    /// The nearest whole millimetres; coordinates beyond ±100 km are set to the limit.
    public init(_ point: Point) {
        x = Int32((min(max(point.x, -100_000), 100_000) * 1_000).rounded())
        y = Int32((min(max(point.y, -100_000), 100_000) * 1_000).rounded())
    }

    /// The place in metres.
    public var point: Point { Point(x: Double(x) / 1_000, y: Double(y) / 1_000) }

    public static func < (left: Self, right: Self) -> Bool { (left.x, left.y) < (right.x, right.y) }
}
