public import Fingerprints
public import Survey

/// What each slot is heard with at each reference point: prints as a table, towards all headings together.
public struct PrintMatrix: Sendable {
    /// Sorted; their indexes are the columns.
    public let slots: [SlotID]
    /// The rows' places, in the order of the blocks.
    public let places: [SurveyedPlace]
    /// Row after row in dBm, offsets taken off; not a number where a slot was never heard.
    private let levels: [Double]
    private let columns: [SlotID: Int]

    /// Prints of some floors; the order of the blocks changes nothing.
    public init(_ blocks: some Sequence<PrintsBlock>) {
        let blocks = blocks.sorted { $0.floor < $1.floor }
        let slots = Set(blocks.lazy.flatMap(\.slots)).sorted()
        let columns = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1, $0) })
        var places: [SurveyedPlace] = []
        var levels: [Double] = []
        for block in blocks {
            let numbers = block.slots.map { columns[$0] ?? 0 }
            var sums = [(heard: Double, sum: Double)](repeating: (0, 0), count: slots.count)
            var first = 0
            for (index, row) in block.rows.enumerated() {
                for level in block.levels[first..<first + Int(row.levelCount)] {
                    let (heard, mean) = (Double(level.heard), Double(level.mean) / 100)
                    let column = numbers[Int(level.slot)]
                    sums[column] = (sums[column].heard + heard, sums[column].sum + heard * mean)
                }
                first += Int(row.levelCount)
                guard index + 1 == block.rows.count || block.rows[index + 1].point != row.point else { continue }
                if sums.contains(where: { $0.heard > 0 }) {
                    places.append(SurveyedPlace(floor: block.floor, point: row.place.point))
                    levels += sums.map { $0.heard > 0 ? $0.sum / $0.heard : .nan }
                }
                for column in sums.indices { sums[column] = (0, 0) }
            }
        }
        self.slots = slots
        self.places = places
        self.levels = levels
        self.columns = columns
    }

    /// The column of a slot; nil where it was never heard.
    public func column(of slot: SlotID) -> Int? { columns[slot] }

    /// What a slot is heard with at a place; nil where it was never heard.
    public func level(_ column: Int, at row: Int) -> Double? {
        let level = levels[row * slots.count + column]
        return level.isNaN ? nil : level
    }

    /// The surveyed place nearest to a point of a floor, within so many metres; nil where there is none.
    public func row(nearest point: Point, on floor: FloorID, within metres: Double) -> Int? {
        var best: (row: Int, distance: Double)?
        for (row, place) in places.enumerated() where place.floor == floor {
            let distance = place.point.distance(to: point)
            if distance <= metres, distance < best?.distance ?? .infinity { best = (row, distance) }
        }
        return best?.row
    }
}

/// A reference point by its floor and place.
public struct SurveyedPlace: Hashable, Sendable {
    public let floor: FloorID
    /// Metres in the floor's frame.
    public let point: Point

    public init(floor: FloorID, point: Point) {
        self.floor = floor
        self.point = point
    }
}
