import Fingerprints
public import Formats
public import Positioning
import Survey

/// Answers scan lines with fix lines, by a release: no network, no clock.
public struct ScanLocator: Sendable {
    private let locating: Locating
    private let directory: SlotDirectory
    private let floorNames: [FloorID: String]
    private let release: UInt64
    /// Set where walks are followed.
    private var tracker: WalkTracker?
    /// The walks that had a place once.
    private var found: Set<String?> = []

    /// What answers.
    private enum Locating {
        case prints(Locator)
        case chosen(ChosenLocator)
        /// The tracker, which learns.
        case walks

        init(_ release: ReleaseOnDisk, _ table: PrintTable, _ options: Options) {
            let mounts = release.geometry?.slots ?? []
            let choice = release.policy?.matching
            if options.isTracking {
                self = .walks
            } else if case .prints(let metric, let method) = options.comparison {
                self = .prints(Locator(Matcher(table, metric: metric), method: method))
            } else if options.headings == .merged,
                options.comparison == .automatic || choice.flatMap({ Matching($0) }) != nil
            {
                self = .chosen(ChosenLocator(table, mounts: mounts, choice: choice))
            } else {
                let usual = Metric.linearRelative
                let method = Locator.Method.weighted(neighbours: usual.defaultNeighbours)
                self = .prints(Locator(Matcher(table, metric: usual), method: method))
            }
        }
    }

    /// How to compare and what to answer.
    public struct Options: Hashable, Sendable {
        public var comparison = Comparison.advised
        public var headings = PrintTable.Headings.merged
        /// Whether the scans of a walk are followed as somebody who walks, by the radio map.
        public var isTracking = false

        /// What scans are compared with.
        public enum Comparison: Hashable, Sendable {
            /// As the release advises; by linear-relative strength where it advises nothing.
            case advised
            /// As the release advises; by the radio map where it advises nothing.
            case automatic
            case prints(Metric, Locator.Method)
        }

        public init() {}
    }

    public init(_ release: ReleaseOnDisk, _ options: Options = Options()) {
        let table = PrintTable(release.prints, assignments: release.assignments, headings: options.headings)
        locating = Locating(release, table, options)
        tracker = options.isTracking ? WalkTracker(table, release.geometry?.slots ?? [], release.policy?.matching) : nil
        directory = SlotDirectory(
            release.assignments,
            policy: release.policy?.identities ?? .frame,
            table: table
        )
        floorNames = release.floorNames
        self.release = release.manifest.release
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
                metric: metric,
                slots: levels.count,
                release: release
            )
        } catch {
            return FixLine(
                time: scan.time,
                walk: scan.walk,
                state: found.contains(scan.walk) ? .lost : .searching,
                metric: metric,
                slots: levels.count,
                release: release
            )
        }
    }

    /// The name of what scans are compared by.
    private var metric: String {
        switch locating {
        case .prints(let locator): locator.matcher.metric.rawValue
        case .chosen(let locator): locator.matching.name
        case .walks: Matching.radioMapName
        }
    }

    private mutating func place(_ levels: [SlotLevel], of scan: ScanLine) throws(NoFix) -> Fix {
        switch locating {
        case .prints(let locator): return try locator.locate(levels)
        case .chosen(let locator): return try locator.locate(levels)
        case .walks:
            guard let fix = try tracker?.locate(levels, walk: scan.walk, at: scan.time) else { throw .noPrints }
            return fix
        }
    }
}
