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
    /// Set where the release decides how to compare.
    private var automatic: AutomaticLocator?
    /// The walks that had a place once.
    private var found: Set<String?> = []

    /// How to compare and what to answer.
    public struct Options: Hashable, Sendable {
        public var metric = Metric.linearRelative
        public var method = Locator.Method.weighted(neighbours: Metric.linearRelative.defaultNeighbours)
        public var headings = PrintTable.Headings.merged
        /// Whether the release decides how to compare, rather than `metric` and `method`.
        public var isAutomatic = false
        /// Whether the scans of a walk are followed as somebody who walks; automatic locating alone does.
        public var isTracking = false

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
        guard options.isAutomatic || options.isTracking else { return }
        let merged = PrintTable(release.prints, assignments: release.assignments)
        automatic = AutomaticLocator(release, merged, isTracking: options.isTracking)
    }

    /// Where a scan was taken, or that it does not tell: `searching` until a walk has its first place, `lost` after it.
    public mutating func locate(_ scan: ScanLine) -> FixLine {
        let levels = directory.levels(of: scan.readings)
        do throws(NoFix) {
            let fix = try place(levels, of: scan)
            found.insert(scan.walk)
            return FixLine(
                time: scan.time,
                walk: scan.walk,
                state: .fixed,
                floor: floorNames[fix.floor] ?? fix.floor.description,
                point: fix.point,
                accuracy: fix.accuracy,
                metric: automatic?.metric ?? locator.matcher.metric.rawValue,
                slots: levels.count,
                release: release
            )
        } catch {
            return FixLine(
                time: scan.time,
                walk: scan.walk,
                state: found.contains(scan.walk) ? .lost : .searching,
                metric: automatic?.metric ?? locator.matcher.metric.rawValue,
                slots: levels.count,
                release: release
            )
        }
    }

    private mutating func place(_ levels: [SlotLevel], of scan: ScanLine) throws(NoFix) -> Fix {
        if let fix = try automatic?.locate(levels, walk: scan.walk, at: scan.time) { return fix }
        return try locator.locate(levels)
    }
}
