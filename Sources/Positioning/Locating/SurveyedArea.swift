import Fingerprints
import Survey

/// How much of a floor each surveyed place stands for: what lies nearer to it than to any other, within the outline.
///
/// A coarse survey has most of its places on its outline, where a scan is harder to locate, and visitors are mostly inside.
struct SurveyedArea {
    /// Square metres, in the order of the places.
    let shares: [Double]

    /// Places of the raster in which areas are counted.
    private static let rasterPlaces = 4_096.0

    /// Every place once; those in a line, or fewer than three, stand for one square metre each.
    init(of places: [Point]) {
        let outline = Self.outline(of: places)
        let area = Self.area(of: outline)
        guard area > 0.01, let low = outline.first else {
            shares = places.map { _ in 1 }
            return
        }
        let step = (area / Self.rasterPlaces).squareRoot()
        let reach = Self.spacing(of: places)
        var shares = [Double](repeating: 0, count: places.count)
        let high = outline.reduce(low) { Point(x: max($0.x, $1.x), y: max($0.y, $1.y)) }
        let bottom = outline.reduce(low.y) { min($0, $1.y) }
        for x in stride(from: low.x + step / 2, to: high.x, by: step) {
            for y in stride(from: bottom + step / 2, to: high.y, by: step) {
                let point = Point(x: x, y: y)
                guard Self.holds(outline, point) else { continue }
                var nearest = (place: 0, distance: Double.infinity)
                for (number, place) in places.enumerated() {
                    let distance = place.squaredDistance(to: point)
                    if distance < nearest.distance { nearest = (number, distance) }
                }
                // Where nobody surveyed, no place stands for it.
                if nearest.distance <= reach * reach { shares[nearest.place] += step * step }
            }
        }
        self.shares = shares
    }

    /// The median distance from a place to the next one.
    private static func spacing(of places: [Point]) -> Double {
        let distances = places.indices.map { here in
            places.indices.lazy.filter { $0 != here }.map { places[$0].squaredDistance(to: places[here]) }.min() ?? 0
        }.sorted()
        return distances.isEmpty ? 0 : distances[distances.count / 2].squareRoot()
    }

    /// The convex hull, from its leftmost place on (Andrew: Another Efficient Algorithm for Convex Hulls in Two Dimensions,
    /// Information Processing Letters, 1979).
    private static func outline(of places: [Point]) -> [Point] {
        let sorted = places.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func half(_ places: some Sequence<Point>) -> [Point] {
            var chain: [Point] = []
            for place in places {
                while chain.count > 1, turn(chain[chain.count - 2], chain[chain.count - 1], place) <= 0 {
                    chain.removeLast()
                }
                chain.append(place)
            }
            return chain.dropLast()
        }
        return half(sorted) + half(sorted.reversed())
    }

    private static func area(of outline: [Point]) -> Double {
        zip(outline, outline.dropFirst() + outline.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
    }

    private static func holds(_ outline: [Point], _ point: Point) -> Bool {
        zip(outline, outline.dropFirst() + outline.prefix(1)).allSatisfy { turn($0, $1, point) >= 0 }
    }

    /// Above 0 where the way over three points turns from the first axis to the second.
    private static func turn(_ one: Point, _ two: Point, _ three: Point) -> Double {
        (two.x - one.x) * (three.y - one.y) - (two.y - one.y) * (three.x - one.x)
    }
}
