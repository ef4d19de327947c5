import Survey
import Testing

@testable import Positioning

@Suite("The grid of a map")
struct CellGridTests {
    @Test("a point that somebody put a hundred kilometres away costs no memory of what lies between")
    func farPoint() {
        let hall = (0..<50).map { Point(x: Double($0 % 10), y: Double($0 / 10)) }
        let constants = RadioMapConstants()
        for far in [Point(x: 100_000, y: 0), Point(x: -100_000, y: 100_000)] {
            let grid = CellGrid(around: hall + [far], constants)
            #expect((1...constants.mostCells).contains(grid.cells.count))
        }
        #expect(CellGrid(around: hall, constants).size == constants.cellSize)
    }
}
