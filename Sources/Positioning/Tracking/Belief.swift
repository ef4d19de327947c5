import Survey

/// Where a moving device may be: a probability per cell of each floor of a map.
struct Belief: Sendable {
    private let map: RadioMap
    /// Per floor of the map, per cell.
    private(set) var shares: [[Float]]
    /// Per floor and cell: whether one may walk there; nil for everywhere.
    private let isOpen: [[Bool]]?

    /// On any floor alike, and anywhere on it; `isOpen` says where one may walk.
    init(_ map: RadioMap, isOpen: [[Bool]]? = nil) {
        self.map = map
        self.isOpen = isOpen
        shares = map.floors.map { floor in
            let count = floor.grid.cells.count
            return [Float](repeating: 1 / Float(max(count * map.floors.count, 1)), count: count)
        }
        close()
    }

    /// Moves on: every cell's share spreads as far as somebody may have walked, `surprise` of all of it everywhere.
    mutating func spread(deviation metres: Double, surprise: Double) {
        let count = shares.reduce(0) { $0 + $1.count }
        for floor in shares.indices {
            let size = map.floors[floor].grid.size
            let variance = Float(metres * metres / (size * size))
            let rounds = min(Int((variance / Self.mostMoved).rounded(.up)), Self.mostRounds)
            let moved = rounds > 0 ? min(variance / Float(rounds), Self.mostMoved) : 0
            for _ in 0..<rounds { diffuse(floor, moved) }
        }
        let (kept, dealt) = (Float(1 - surprise), Float(surprise) / Float(max(count, 1)))
        for floor in shares.indices {
            for cell in shares[floor].indices { shares[floor][cell] = shares[floor][cell] * kept + dealt }
        }
        close()
    }

    /// Shifts everything by so many metres; what would leave the map stays at its edge.
    mutating func shift(x: Double, y: Double) {
        for floor in shares.indices {
            let grid = map.floors[floor].grid
            let columns = Int((x / grid.size).rounded())
            let rows = Int((y / grid.size).rounded())
            var moved = [Float](repeating: 0, count: shares[floor].count)
            for cell in shares[floor].indices where shares[floor][cell] > 1e-9 {
                var place = cell
                for _ in 0..<abs(columns) { place = Int(grid.neighbours[place][columns < 0 ? 0 : 1]) }
                for _ in 0..<abs(rows) { place = Int(grid.neighbours[place][rows < 0 ? 2 : 3]) }
                moved[place] += shares[floor][cell]
            }
            shares[floor] = moved
        }
    }

    /// Replaces everything by what a scan leaves of it.
    mutating func set(_ posterior: Posterior) {
        for floor in shares.indices { for cell in shares[floor].indices { shares[floor][cell] = 0 } }
        for (candidate, probability) in zip(posterior.candidates, posterior.probabilities) {
            shares[candidate.floor][candidate.cell] = Float(probability)
        }
    }

    /// The logarithms of the shares.
    var logarithms: [[Float]] { shares.map { $0.map { $0 > 0 ? logarithm($0) : -60 } } }

    /// Enough for 5 m in cells of half a metre; farther, nearly anywhere is as likely.
    private static let mostRounds = 200

    /// The variance in cells² per axis of one round, such that as much stays as goes.
    private static let mostMoved: Float = 0.4

    /// One round: a quarter of what moves goes to each neighbour; what has none stays.
    private mutating func diffuse(_ floor: Int, _ moved: Float) {
        let neighbours = map.floors[floor].grid.neighbours
        var next = [Float](repeating: 0, count: shares[floor].count)
        let now = shares[floor]
        // Per axis a variance of `moved` cells²: half of it to either side.
        let (kept, given) = (1 - 2 * moved, moved / 2)
        for cell in now.indices {
            let near = neighbours[cell]
            next[cell] =
                now[cell] * kept + given * (now[Int(near.x)] + now[Int(near.y)] + now[Int(near.z)] + now[Int(near.w)])
        }
        shares[floor] = next
    }

    private mutating func close() {
        guard let isOpen else { return }
        for floor in shares.indices {
            for cell in shares[floor].indices where !isOpen[floor][cell] { shares[floor][cell] = 0 }
        }
    }
}
