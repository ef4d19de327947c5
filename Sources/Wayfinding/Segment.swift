internal import Survey

/// A straight piece of a track.
struct Segment: Hashable {
    let from: Point
    let to: Point

    var length: Double { from.distance(to: to) }

    /// The point a share of the way along.
    func point(at share: Double) -> Point {
        Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
    }

    /// The share of the way, 0…1, at which the segment is nearest to a point.
    func share(nearest point: Point) -> Double {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let square = dx * dx + dy * dy
        if square == 0 { return 0 }
        return min(1, max(0, ((point.x - from.x) * dx + (point.y - from.y) * dy) / square))
    }

    /// Where two segments cross, as shares of each; nil for parallel ones and for those that do not meet.
    func crossing(with other: Segment) -> (share: Double, otherShare: Double)? {
        let (ax, ay) = (to.x - from.x, to.y - from.y)
        let (bx, by) = (other.to.x - other.from.x, other.to.y - other.from.y)
        let cross = ax * by - ay * bx
        // Nearly parallel ones are joined at their ends, where they are near enough.
        guard cross.magnitude > 1e-9 * length * other.length else { return nil }
        let (cx, cy) = (other.from.x - from.x, other.from.y - from.y)
        let share = (cx * by - cy * bx) / cross
        let otherShare = (cx * ay - cy * ax) / cross
        guard (0...1).contains(share), (0...1).contains(otherShare) else { return nil }
        return (share, otherShare)
    }

    /// Whether no point of the other one can be nearer than a distance, judged by their boxes.
    func isFarther(than distance: Double, from other: Segment) -> Bool {
        min(from.x, to.x) - distance > max(other.from.x, other.to.x)
            || min(other.from.x, other.to.x) - distance > max(from.x, to.x)
            || min(from.y, to.y) - distance > max(other.from.y, other.to.y)
            || min(other.from.y, other.to.y) - distance > max(from.y, to.y)
    }
}
