import Survey

/// The places of a floor at which a map is worked out: a square grid, cut to where somebody surveyed.
struct CellGrid: Hashable, Sendable {
    /// Metres between neighbours.
    let size: Double
    /// Row by row from the least y, in each row from the least x.
    let cells: [Point]
    /// Per cell: its neighbours to the left, right, below and above; itself where there is none.
    let neighbours: [SIMD4<Int32>]

    /// Covers the points of a survey and what lies between them.
    ///
    /// A cell farther from every point than twice their usual distance, and at least 2 m, is none.
    init(around points: [Point], _ constants: RadioMapConstants) {
        var size = constants.cellSize
        let reach = max(2, 2 * Self.usualDistance(of: points)) + constants.margin
        var cut = Self.cut(points, size, reach, constants.margin)
        while cut.cells.count > constants.mostCells {
            size *= 2
            cut = Self.cut(points, size, reach, constants.margin)
        }
        self.size = size
        cells = cut.cells
        neighbours = cut.neighbours
    }

    /// The cell whose place is nearest to a point; ties go to the first.
    func nearest(to point: Point) -> Int {
        var best = (cell: 0, distance: Double.infinity)
        for (cell, place) in cells.enumerated() {
            let distance = place.squaredDistance(to: point)
            if distance < best.distance { best = (cell, distance) }
        }
        return best.cell
    }

    /// The median distance of a point from its nearest neighbour.
    private static func usualDistance(of points: [Point]) -> Double {
        guard points.count > 1 else { return 0 }
        let step = max(points.count / 500, 1)
        let nearest = stride(from: 0, to: points.count, by: step).map { index in
            points.indices.lazy.filter { $0 != index }.map { points[$0].squaredDistance(to: points[index]) }.min() ?? 0
        }
        return nearest.sorted()[nearest.count / 2].squareRoot()
    }

    private static func cut(
        _ points: [Point],
        _ size: Double,
        _ reach: Double,
        _ margin: Double
    ) -> (cells: [Point], neighbours: [SIMD4<Int32>]) {
        let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
        let (bottom, top) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
        // A survey along a straight line is mapped along it: nobody walked beside it.
        let (marginX, marginY) = (right > left ? margin : 0, top > bottom ? margin : 0)
        let columns = Int(((right - left + 2 * marginX) / size + 1e-9).rounded(.down)) + 1
        let rows = Int(((top - bottom + 2 * marginY) / size + 1e-9).rounded(.down)) + 1
        let origin = Point(x: left - marginX, y: bottom - marginY)
        let places = places(near: points, from: origin, size, columns, rows, reach)
        let numbers = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, Int32($0)) })
        let cells = places.map {
            Point(x: origin.x + Double($0 % columns) * size, y: origin.y + Double($0 / columns) * size)
        }
        let neighbours = places.enumerated().map { number, place in
            func neighbour(_ other: Int, _ isThere: Bool = true) -> Int32 {
                isThere ? numbers[other] ?? Int32(number) : Int32(number)
            }
            return SIMD4(
                neighbour(place - 1, place % columns > 0),
                neighbour(place + 1, place % columns < columns - 1),
                neighbour(place - columns),
                neighbour(place + columns)
            )
        }
        return (cells, neighbours)
    }

    /// The places of a raster that lie within reach of a point, row by row.
    ///
    /// What lies between points far apart costs nothing: one that somebody put a hundred kilometres away is no reason to
    /// run out of memory.
    private static func places(
        near points: [Point],
        from origin: Point,
        _ size: Double,
        _ columns: Int,
        _ rows: Int,
        _ reach: Double
    ) -> [Int] {
        var spans: [Int: [ClosedRange<Int>]] = [:]
        for point in points {
            let (x, y) = (point.x - origin.x, point.y - origin.y)
            let firstRow = max(Int(((y - reach) / size).rounded(.up)), 0)
            let lastRow = min(Int(((y + reach) / size).rounded(.down)), rows - 1)
            guard firstRow <= lastRow else { continue }
            for row in firstRow...lastRow {
                let height = Double(row) * size - y
                let half = max(reach * reach - height * height, 0).squareRoot()
                let first = max(Int(((x - half) / size).rounded(.up)), 0)
                let last = min(Int(((x + half) / size).rounded(.down)), columns - 1)
                if first <= last { spans[row, default: []].append(first...last) }
            }
        }
        var places: [Int] = []
        for (row, spans) in spans.sorted(by: { $0.key < $1.key }) {
            var next = 0  // the first column that is not taken yet
            for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) where span.upperBound >= next {
                places += (max(span.lowerBound, next)...span.upperBound).map { row * columns + $0 }
                next = span.upperBound + 1
            }
        }
        return places
    }
}

extension Point {
    /// The square of the distance to another point.
    func squaredDistance(to other: Point) -> Double {
        let (x, y) = (x - other.x, y - other.y)
        return x * x + y * y
    }
}
