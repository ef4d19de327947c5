public import Fingerprints
public import Survey

/// The prints of a release as matchers read them: masked, merged, in canonical order.
///
/// A slot that nothing hangs in now is left out of every print: a dead beacon misleads nobody. The order in which blocks
/// and rows were given changes nothing.
public struct PrintTable: Sendable {
    /// The slots that prints hold and devices can hear, sorted; their indexes are slot numbers.
    public let slots: [SlotID]
    /// How much each slot counts: less, the less its offset is known.
    public let weights: [Double]
    /// Sorted by floor, place, heading.
    public let prints: [Print]
    /// The floors that have prints, sorted, each with its prints.
    public let floors: [(floor: FloorID, prints: Range<Int>)]
    let constants: MetricConstants

    /// Whether prints that were taken at one place towards several headings are one.
    public enum Headings: Hashable, Sendable {
        /// One print per place, of all its scans.
        case merged
        /// One print per place and heading: turning changes the picture.
        case separate
    }

    public init(
        _ blocks: some Sequence<PrintsBlock>,
        assignments: AssignmentsBlock,
        headings: Headings = .merged,
        constants: MetricConstants = MetricConstants()
    ) {
        let blocks = blocks.sorted { $0.floor < $1.floor }
        var doubts: [SlotID: Double] = [:]
        for entry in assignments.entries {
            doubts[entry.slot] = max(doubts[entry.slot] ?? 0, Double(entry.occupant.offsetDeviation) / 100)
        }
        let heard = Set(blocks.lazy.flatMap(\.slots))
        slots = heard.filter { doubts[$0] != nil }.sorted()
        weights = slots.map { constants.weight(offsetDeviation: doubts[$0] ?? 0) }
        let numbers = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1, Int32($0)) })

        var prints: [Print] = []
        var floors: [(floor: FloorID, prints: Range<Int>)] = []
        for block in blocks {
            let first = prints.count
            prints += Print.all(in: block, numbers: block.slots.map { numbers[$0] }, headings).sorted()
            if prints.count > first { floors.append((block.floor, first..<prints.count)) }
        }
        self.prints = prints
        self.floors = floors
        self.constants = constants
    }
}

/// What is heard at a place, towards one heading or any.
public struct Print: Hashable, Sendable {
    public let floor: FloorID
    public let place: MillimetrePoint
    public let heading: HeadingQuarter?
    /// Sorted by slot number.
    public let levels: [SlotLevel]

    public init(floor: FloorID, place: MillimetrePoint, heading: HeadingQuarter?, levels: [SlotLevel]) {
        self.floor = floor
        self.place = place
        self.heading = heading
        self.levels = levels.sorted { $0.slot < $1.slot }
    }
}

extension Print: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        if left.floor != right.floor { return left.floor < right.floor }
        if left.place != right.place { return left.place < right.place }
        if left.heading != right.heading { return (left.heading?.rawValue ?? 4) < (right.heading?.rawValue ?? 4) }
        return left.levels.lexicographicallyPrecedes(right.levels) { ($0.slot, $0.level) < ($1.slot, $1.level) }
    }
}

extension Print {
    /// The prints of a block, under the slot numbers that its slots have; slots without a number are masked.
    fileprivate static func all(
        in block: PrintsBlock,
        numbers: [Int32?],
        _ headings: PrintTable.Headings
    ) -> [Print] {
        var prints: [Print] = []
        var merging = Merging()
        var first = 0
        for (index, row) in block.rows.enumerated() {
            let levels = block.levels[first..<first + Int(row.levelCount)]
            first += Int(row.levelCount)
            for level in levels {
                if let number = numbers[Int(level.slot)] { merging.add(level, as: number) }
            }
            let isLast = index + 1 == block.rows.count || block.rows[index + 1].point != row.point
            guard headings == .separate || isLast else { continue }
            let heading = headings == .separate ? row.heading : nil
            let merged = merging.takeLevels()
            if !merged.isEmpty {
                prints.append(Print(floor: block.floor, place: row.place, heading: heading, levels: merged))
            }
        }
        return prints
    }
}

/// Adds up the rows of one print.
private struct Merging {
    private var sums: [Int32: (heard: Int64, sum: Int64)] = [:]

    mutating func add(_ level: PrintsBlock.Level, as slot: Int32) {
        let known = sums[slot] ?? (0, 0)
        sums[slot] = (known.heard + Int64(level.heard), known.sum + Int64(level.heard) * Int64(level.mean))
    }

    /// The means so far, unsorted; empties the sums.
    mutating func takeLevels() -> [SlotLevel] {
        defer { sums.removeAll(keepingCapacity: true) }
        return sums.map { slot, total in
            SlotLevel(slot: slot, level: Int32((Double(total.sum) / Double(total.heard)).rounded()))
        }
    }
}
