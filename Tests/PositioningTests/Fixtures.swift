import Fingerprints
import Positioning
import Survey
import TestSupport

extension Identifier {
    init(_ number: UInt64) { self.init(high: 0, low: number) }
}

extension BeaconIdentity {
    static func beacon(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(.iBeacon(uuid: ProximityUUID(high: 1, low: 2), major: 1, minor: minor))
    }
}

extension Reading {
    /// A reading of beacon `minor`, or nil for a strength that is none.
    static func of(_ minor: UInt16, _ dBm: Int) -> Reading? {
        RSSI(dBm: dBm).map { Reading(identity: .beacon(minor), rssi: $0) }
    }
}

extension AssignmentsBlock {
    /// Slot n has beacon n.
    static func plain(_ count: UInt64) -> AssignmentsBlock {
        AssignmentsBlock(entries: (1...count).map { .hung($0, UInt16($0)) })
    }
}

extension AssignmentEntry {
    static func hung(
        _ slot: UInt64,
        _ minor: UInt16,
        offset: Int16 = 0,
        deviation: UInt16 = 0,
        isContested: Bool = false
    ) -> AssignmentEntry {
        AssignmentEntry(
            slot: SlotID(slot),
            occupant: Occupant(
                identity: .beacon(minor),
                offset: offset,
                offsetDeviation: deviation,
                isContested: isContested
            )
        )
    }
}

extension PrintsBlock {
    /// A print as a test says it: where, and the level of each slot in dBm.
    struct Spoken {
        var x: Double
        var y = 0.0
        var heading: HeadingQuarter?
        var levels: [UInt64: Double]
    }

    init(floor: UInt64 = 1, _ prints: [Spoken]) {
        let slots = Set(prints.flatMap(\.levels.keys)).sorted()
        var points: [MillimetrePoint: UInt32] = [:]
        var rows: [Row] = []
        var levels: [Level] = []
        let placed = prints.map { (MillimetrePoint(Point(x: $0.x, y: $0.y)), $0) }.sorted { $0.0 < $1.0 }
        for (place, print) in placed {
            let point = points[place] ?? UInt32(points.count)
            points[place] = point
            rows.append(
                Row(
                    point: point,
                    place: place,
                    heading: print.heading,
                    scans: 1,
                    levelCount: UInt32(print.levels.count)
                )
            )
            levels += print.levels.sorted { $0.key < $1.key }.map { slot, level in
                Level(
                    slot: UInt32(slots.firstIndex(of: slot) ?? 0),
                    heard: 1,
                    mean: Int16((level * 100).rounded()),
                    deviation: 300
                )
            }
        }
        self.init(floor: FloorID(floor), slots: slots.map { SlotID($0) }, rows: rows, levels: levels)
    }

    /// Prints at random places, each with some of the slots.
    static func random(
        floor: UInt64,
        prints: Int,
        slots: ClosedRange<UInt64>,
        using random: inout SeededGenerator
    ) -> PrintsBlock {
        let spoken = (0..<prints).map { _ in
            Spoken(
                x: Double(Int.random(in: 0...200, using: &random)) / 10,
                y: Double(Int.random(in: 0...100, using: &random)) / 10,
                levels: Dictionary(
                    (0..<Int.random(in: 1...9, using: &random)).map { _ in
                        (
                            UInt64.random(in: slots, using: &random),
                            Double.random(in: -100 ... -40, using: &random)
                        )
                    },
                    uniquingKeysWith: { first, _ in first }
                )
            )
        }
        return PrintsBlock(floor: floor, spoken)
    }
}

extension PrintTable {
    /// A random scan of the table's slots, sorted by slot.
    func randomScan(using random: inout SeededGenerator) -> [SlotLevel] {
        slots.indices.filter { _ in Int.random(in: 0...3, using: &random) == 0 }.map {
            SlotLevel(slot: Int32($0), level: Int32.random(in: -100...(-40), using: &random) * 100)
        }
    }
}
