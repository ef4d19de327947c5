import Survey

/// The cells of a map that lie along tracks.
enum TrackCells {
    /// Metres from a track within which somebody who follows it walks.
    private static let reach = 1.5

    /// Per floor and cell whether it lies along a track; nil without tracks.
    ///
    /// A floor without any stays open.
    static func open(_ map: RadioMap, _ tracks: [(floor: FloorID, points: [Point])]) -> [[Bool]]? {
        guard !tracks.isEmpty else { return nil }
        return map.floors.map { floor in
            let here = tracks.filter { $0.floor == floor.floor }
            guard !here.isEmpty else { return [Bool](repeating: true, count: floor.grid.cells.count) }
            let reach = max(reach, floor.grid.size)
            return floor.grid.cells.map { cell in
                here.contains { track in
                    zip(track.points, track.points.dropFirst()).contains {
                        squaredDistance(from: cell, toSegment: $0, $1) <= reach * reach
                    }
                }
            }
        }
    }

    private static func squaredDistance(from point: Point, toSegment start: Point, _ end: Point) -> Double {
        let (x, y) = (end.x - start.x, end.y - start.y)
        let square = x * x + y * y
        guard square > 0 else { return point.squaredDistance(to: start) }
        let share = min(max(((point.x - start.x) * x + (point.y - start.y) * y) / square, 0), 1)
        return point.squaredDistance(to: Point(x: start.x + share * x, y: start.y + share * y))
    }
}
