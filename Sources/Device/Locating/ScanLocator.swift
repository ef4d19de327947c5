import Fingerprints
public import Formats
public import Positioning
import Survey

/// Answers scan lines with fix lines, by a release: no network, no clock.
public struct ScanLocator: Sendable {
    private let locator: Locator
    private let directory: SlotDirectory
    private let floorNames: [FloorID: String]
    private let release: UInt64
    /// The walks that had a place once.
    private var found: Set<String?> = []

    /// How to compare and what to answer.
    public struct Options: Hashable, Sendable {
        public var metric = Metric.linearRelative
        public var method = Locator.Method.weighted(neighbours: Metric.linearRelative.defaultNeighbours)
        public var headings = PrintTable.Headings.merged

        public init() {}
    }

    public init(_ release: ReleaseOnDisk, _ options: Options = Options()) {
        let table = PrintTable(release.prints, assignments: release.assignments, headings: options.headings)
        locator = Locator(Matcher(table, metric: options.metric), method: options.method)
        directory = SlotDirectory(
            release.assignments,
            policy: release.policy?.identities ?? .frame,
            table: table
        )
        let floors = release.geometry?.floors ?? []
        floorNames = Dictionary(floors.map { ($0.floor, $0.name) }) { first, _ in first }
        self.release = release.manifest.release
    }

    /// Where a scan was taken, or that it does not tell: `searching` until a walk has its first place, `lost` after it.
    public mutating func locate(_ scan: ScanLine) -> FixLine {
        let levels = directory.levels(of: scan.readings)
        do throws(NoFix) {
            let fix = try locator.locate(levels)
            found.insert(scan.walk)
            return FixLine(
                time: scan.time,
                walk: scan.walk,
                state: .fixed,
                floor: floorNames[fix.floor] ?? fix.floor.description,
                point: fix.point,
                accuracy: fix.accuracy,
                metric: locator.matcher.metric.rawValue,
                slots: levels.count,
                release: release
            )
        } catch {
            return FixLine(
                time: scan.time,
                walk: scan.walk,
                state: found.contains(scan.walk) ? .lost : .searching,
                metric: locator.matcher.metric.rawValue,
                slots: levels.count,
                release: release
            )
        }
    }
}
