import Fingerprints
import Survey

/// The squares that region mode tells apart: several prints each, of which the nearest speaks for all.
struct Regions: Sendable {
    /// Per print: the mean of the places in its square.
    private let middles: [Point]

    /// Divides each floor into squares of so many metres, from the floor's origin.
    init(_ table: PrintTable, size: Double) {
        let squares = table.prints.map { print -> Square in
            let place = print.place.point
            return Square(
                floor: print.floor,
                column: Int((place.x / size).rounded(.down)),
                row: Int((place.y / size).rounded(.down))
            )
        }
        var sums: [Square: (x: Double, y: Double, count: Double)] = [:]
        for (print, square) in zip(table.prints, squares) {
            let (place, sum) = (print.place.point, sums[square] ?? (0, 0, 0))
            sums[square] = (sum.x + place.x, sum.y + place.y, sum.count + 1)
        }
        middles = squares.map { square in
            let sum = sums[square] ?? (0, 0, 1)
            return Point(x: sum.x / sum.count, y: sum.y / sum.count)
        }
    }

    private struct Square: Hashable {
        let floor: FloorID
        let column: Int
        let row: Int
    }

    /// The middle of the square that a print lies in.
    func middle(of print: Int) -> Point { middles[print] }
}
