import CPharosSchema
import CProtobufC
import Fingerprints
import Survey

extension PrintsBlock: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__PrintsBlock>?) -> Void { pharos__prints_block__init }

    func write(to raw: inout Pharos__PrintsBlock, in arena: borrowing Arena) {
        raw.floor = arena.data(floor)
        raw.slots = arena.data(slots.flatMap(\.bytes))
        (raw.n_row_points, raw.row_points) = (rows.count, arena.values(rows) { $0.point })
        (raw.n_row_x, raw.row_x) = (rows.count, arena.values(rows) { $0.place.x })
        (raw.n_row_y, raw.row_y) = (rows.count, arena.values(rows) { $0.place.y })
        (raw.n_row_headings, raw.row_headings) = (rows.count, arena.values(rows) { Self.number(of: $0.heading) })
        (raw.n_row_scans, raw.row_scans) = (rows.count, arena.values(rows) { $0.scans })
        (raw.n_row_levels, raw.row_levels) = (rows.count, arena.values(rows) { $0.levelCount })
        (raw.n_level_slots, raw.level_slots) = (levels.count, arena.values(levels) { $0.slot })
        (raw.n_level_heard, raw.level_heard) = (levels.count, arena.values(levels) { $0.heard })
        (raw.n_level_means, raw.level_means) = (levels.count, arena.values(levels) { Int32($0.mean) })
        (raw.n_level_deviations, raw.level_deviations) = (levels.count, arena.values(levels) { UInt32($0.deviation) })
    }

    init(_ raw: Pharos__PrintsBlock) throws(MalformedMessage) {
        let slots = try Self.slots(raw.slots)
        let rows = try Self.rows(raw)
        let levels = try Self.levels(raw)
        guard rows.reduce(0, { $0 + Int($1.levelCount) }) == levels.count else {
            throw MalformedMessage("row_levels do not add up to the levels.")
        }
        guard levels.allSatisfy({ Int($0.slot) < slots.count }) else {
            throw MalformedMessage("level_slots reach past the slots.")
        }
        self.init(floor: try raw.floor.identifier("floor"), slots: slots, rows: rows, levels: levels)
    }

    private static func slots(_ data: ProtobufCBinaryData) throws(MalformedMessage) -> [SlotID] {
        guard data.len.isMultiple(of: 16) else { throw MalformedMessage("slots are not 16 bytes each.") }
        return (0..<data.len / 16).compactMap { index in
            SlotID(bytes: UnsafeBufferPointer(start: data.data + index * 16, count: 16))
        }
    }

    private static func rows(_ raw: Pharos__PrintsBlock) throws(MalformedMessage) -> [Row] {
        let count = raw.n_row_points
        guard raw.n_row_x == count, raw.n_row_y == count, raw.n_row_headings == count, raw.n_row_scans == count,
            raw.n_row_levels == count
        else { throw MalformedMessage("The arrays of rows differ in number.") }
        var rows: [Row] = []
        rows.reserveCapacity(count)
        for index in 0..<count {
            rows.append(
                Row(
                    point: raw.row_points[index],
                    place: MillimetrePoint(x: raw.row_x[index], y: raw.row_y[index]),
                    heading: try heading(raw.row_headings[index]),
                    scans: raw.row_scans[index],
                    levelCount: raw.row_levels[index]
                )
            )
        }
        return rows
    }

    private static func levels(_ raw: Pharos__PrintsBlock) throws(MalformedMessage) -> [Level] {
        let count = raw.n_level_slots
        guard raw.n_level_heard == count, raw.n_level_means == count, raw.n_level_deviations == count else {
            throw MalformedMessage("The arrays of levels differ in number.")
        }
        var levels: [Level] = []
        levels.reserveCapacity(count)
        for index in 0..<count {
            guard raw.level_heard[index] > 0 else { throw MalformedMessage("A level was heard in no scan.") }
            levels.append(
                Level(
                    slot: raw.level_slots[index],
                    heard: raw.level_heard[index],
                    mean: try narrowed(raw.level_means[index], "level_means"),
                    deviation: try narrowed(raw.level_deviations[index], "level_deviations")
                )
            )
        }
        return levels
    }

    /// 0 stands for an unknown heading, so that the quarters follow from 1.
    private static func number(of heading: HeadingQuarter?) -> UInt32 { heading.map { UInt32($0.rawValue) + 1 } ?? 0 }

    private static func heading(_ number: UInt32) throws(MalformedMessage) -> HeadingQuarter? {
        number == 0 ? nil : try known(number - 1, "row_headings")
    }
}
