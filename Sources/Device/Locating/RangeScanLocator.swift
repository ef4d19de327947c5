import Fingerprints
public import Formats
public import Positioning
import Survey

/// Answers scan lines with fix lines by the known places of slots: the nearest one, or distances to several.
public struct RangeScanLocator: Sendable {
    private let ranging: RangeLocator
    private let directory: SlotDirectory
    private let floorNames: [FloorID: String]
    private let release: UInt64
    private let word: String
    private var found: Set<String?> = []

    /// A locator for the mounts of a release.
    public init(_ release: ReleaseOnDisk, _ method: RangeLocator.Method) {
        let table = PrintTable(release.prints, assignments: release.assignments)
        ranging = RangeLocator(table, mounts: release.mounts, method: method)
        directory = SlotDirectory(
            release.assignments,
            policy: release.policy?.identities ?? .frame,
            table: table
        )
        floorNames = release.floorNames
        self.release = release.manifest.release
        word = if case .proximity = method { "proximity" } else { "trilateration" }
    }

    /// Where a scan was taken, or that it does not tell.
    public mutating func locate(_ scan: ScanLine) -> FixLine {
        let levels = directory.levels(of: scan.readings)
        let fix = try? ranging.locate(levels)  // why there is none matters to nobody who walks on
        if fix != nil { found.insert(scan.walk) }
        return FixLine(
            time: scan.time,
            walk: scan.walk,
            state: fix != nil ? .fixed : found.contains(scan.walk) ? .lost : .searching,
            floor: fix.map { floorNames[$0.floor] ?? $0.floor.description },
            point: fix?.point,
            accuracy: fix?.accuracy,
            metric: word,
            slots: levels.count,
            release: release
        )
    }
}

extension FixLine {
    /// Two fixes of one scan as one: each counts by the inverse square of its accuracy, which was measured on the survey.
    ///
    /// Where they name different floors, or one is none, this one stands.
    public func fused(with other: FixLine) -> FixLine {
        guard state == .fixed, other.state == .fixed, floor == other.floor,
            let (here, there) = point.flatMap({ here in other.point.map { (here, $0) } }),
            let trust = accuracy.map({ 1 / ($0 * $0) }), let otherTrust = other.accuracy.map({ 1 / ($0 * $0) })
        else { return self }
        let share = otherTrust / (trust + otherTrust)
        return FixLine(
            time: time,
            walk: walk,
            state: .fixed,
            floor: floor,
            point: Point(x: here.x + share * (there.x - here.x), y: here.y + share * (there.y - here.y)),
            accuracy: (1 / (trust + otherTrust)).squareRoot(),
            metric: "\(metric)+\(other.metric)",
            slots: slots,
            release: release
        )
    }
}

extension ReleaseOnDisk {
    /// Where slots hang, as far as somebody said.
    var mounts: [SlotID: SlotMount] {
        [SlotID: SlotMount](geometry?.slots ?? [])
    }

    /// What people call the floors.
    var floorNames: [FloorID: String] {
        Dictionary((geometry?.floors ?? []).map { ($0.floor, $0.name) }) { first, _ in first }
    }
}
