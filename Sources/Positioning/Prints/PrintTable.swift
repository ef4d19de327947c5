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
    /// Per slot: the standard deviation of its offset in dB.
    public let doubts: [Double]
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
        var doubts: [SlotID: Double] = [:]
        for entry in assignments.entries {
            doubts[entry.slot] = max(doubts[entry.slot] ?? 0, Double(entry.occupant.offsetDeviation) / 100)
        }
        self.init(blocks, doubts: doubts, headings: headings, constants: constants)
    }

    /// Every slot of some prints, as if each hung as it was surveyed.
    public init(surveyed blocks: some Sequence<PrintsBlock>, constants: MetricConstants = MetricConstants()) {
        let blocks = Array(blocks)
        let slots = Set(blocks.lazy.flatMap(\.slots))
        let doubts = Dictionary(uniqueKeysWithValues: slots.map { ($0, 0.0) })
        self.init(blocks, doubts: doubts, headings: .merged, constants: constants)
    }

    /// The slots that have a doubt: the standard deviation of their offset in dB.
    private init(
        _ blocks: some Sequence<PrintsBlock>,
        doubts: [SlotID: Double],
        headings: Headings,
        constants: MetricConstants
    ) {
        let blocks = blocks.sorted { $0.floor < $1.floor }
        let heard = Set(blocks.lazy.flatMap(\.slots))
        slots = heard.filter { doubts[$0] != nil }.sorted()
        self.doubts = slots.map { doubts[$0] ?? 0 }
        weights = self.doubts.map { constants.weight(offsetDeviation: $0) }
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
    /// How each of the levels came about, in their order.
    public let spreads: [LevelSpread]
    /// How many scans were taken here.
    public let scans: UInt32

    /// A print of levels that are each heard in some scans, all of one scan where nobody says otherwise.
    public init(
        floor: FloorID,
        place: MillimetrePoint,
        heading: HeadingQuarter?,
        levels: [SlotLevel],
        spreads: [LevelSpread]? = nil,
        scans: UInt32 = 1
    ) {
        let spreads = spreads ?? levels.map { _ in LevelSpread(heard: 1, variance: 0) }
        precondition(spreads.count == levels.count, "Every level has a spread.")
        let order = levels.indices.sorted { levels[$0].slot < levels[$1].slot }
        self.floor = floor
        self.place = place
        self.heading = heading
        self.levels = order.map { levels[$0] }
        self.spreads = order.map { spreads[$0] }
        self.scans = scans
    }
}

/// How often a slot was heard at a place, and how far its readings lie apart.
public struct LevelSpread: Hashable, Sendable {
    /// Scans that heard the slot.
    public let heard: UInt32
    /// The variance of the readings in dB².
    public let variance: Double

    public init(heard: UInt32, variance: Double) {
        self.heard = heard
        self.variance = variance
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
            merging.scans += row.scans
            let isLast = index + 1 == block.rows.count || block.rows[index + 1].point != row.point
            guard headings == .separate || isLast else { continue }
            let heading = headings == .separate ? row.heading : nil
            let merged = merging.take(floor: block.floor, place: row.place, heading: heading)
            if !merged.levels.isEmpty { prints.append(merged) }
        }
        return prints
    }
}

/// Adds up the rows of one print.
private struct Merging {
    var scans: UInt32 = 0
    /// Per slot: readings, their sum in hundredths of a dBm, and the sum of their squares in dB².
    private var sums: [Int32: (heard: Int64, sum: Int64, squares: Double)] = [:]

    mutating func add(_ level: PrintsBlock.Level, as slot: Int32) {
        let known = sums[slot] ?? (0, 0, 0)
        let (mean, deviation) = (Double(level.mean) / 100, Double(level.deviation) / 100)
        sums[slot] = (
            known.heard + Int64(level.heard),
            known.sum + Int64(level.heard) * Int64(level.mean),
            known.squares + Double(level.heard) * (mean * mean + deviation * deviation)
        )
    }

    /// The print so far; empties the sums.
    mutating func take(floor: FloorID, place: MillimetrePoint, heading: HeadingQuarter?) -> Print {
        defer {
            sums.removeAll(keepingCapacity: true)
            scans = 0
        }
        let slots = sums.sorted { $0.key < $1.key }
        return Print(
            floor: floor,
            place: place,
            heading: heading,
            levels: slots.map { slot, total in
                SlotLevel(slot: slot, level: Int32((Double(total.sum) / Double(total.heard)).rounded()))
            },
            spreads: slots.map { _, total in
                let mean = Double(total.sum) / Double(total.heard) / 100
                let variance = total.squares / Double(total.heard) - mean * mean
                return LevelSpread(heard: UInt32(clamping: total.heard), variance: max(variance, 0))
            },
            scans: scans
        )
    }
}
