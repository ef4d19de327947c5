import Glibc
public import Survey

/// A similarity with its sine and cosine worked out, ready to carry many points.
public struct SimilarityMap: Sendable {
    private let a: Double
    private let b: Double
    private let dx: Double
    private let dy: Double

    public init(_ similarity: Similarity) {
        // Clockwise with y down: the usual matrix.
        let angle = similarity.rotation * .pi / 180
        a = similarity.scale * cos(angle)
        b = similarity.scale * sin(angle)
        dx = similarity.dx
        dy = similarity.dy
    }

    /// Turns, scales, then shifts a point.
    public func callAsFunction(_ point: Point) -> Point {
        Point(x: a * point.x - b * point.y + dx, y: b * point.x + a * point.y + dy)
    }
}
