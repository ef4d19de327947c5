import Fingerprints
import Survey

/// How the scans of one fold are located; what the ways share is worked out once.
struct FoldAnswers {
    private let table: PrintTable
    private let mounts: [SlotGeometry]
    private let scans: [[SlotLevel]]
    private var mapped: [Fix?]?
    private var ranged: [(floor: FloorID, point: Point)?]?

    init(_ table: PrintTable, _ mounts: [SlotGeometry], _ scans: [[SlotLevel]]) {
        self.table = table
        self.mounts = mounts
        self.scans = scans
    }

    /// In the order of the scans; nil where there is no fix.
    mutating func fixes(by matching: Matching) -> [Fix?] {
        switch matching {
        case .prints: return fixes(of: ChosenLocator(table, mounts: mounts, matching: matching))
        case .radioMap: return mapFixes()
        case .fused(let share):
            return zip(mapFixes(), ranges()).map { fix, place in
                fix.map { FusedLocator.fused($0, place, share: Double(share) / 100) }
            }
        }
    }

    private func fixes(of locator: ChosenLocator) -> [Fix?] { scans.map { try? locator.locate($0) } }

    private mutating func mapFixes() -> [Fix?] {
        let fixes = mapped ?? fixes(of: ChosenLocator(table, mounts: mounts, matching: .radioMap))
        mapped = fixes
        return fixes
    }

    private mutating func ranges() -> [(floor: FloorID, point: Point)?] {
        if let ranged { return ranged }
        let locator = RangeLocator(table, mounts: [SlotID: SlotMount](mounts), method: .standard)
        let places = scans.map { locator.place(of: $0) }
        ranged = places
        return places
    }
}
