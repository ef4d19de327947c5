import Fingerprints
import Positioning
import Survey

/// Locates as the release advises, and follows each walk where that is wanted.
struct AutomaticLocator: Sendable {
    private let locator: ChosenLocator
    /// What a new walk starts with; nil where walks are not followed.
    private let start: TrackingFilter?
    private var filters: [String?: TrackingFilter] = [:]

    init(_ release: ReleaseOnDisk, _ table: PrintTable, isTracking: Bool) {
        let mounts = release.geometry?.slots ?? []
        let choice = release.policy?.matching
        locator = ChosenLocator(table, mounts: mounts, choice: choice)
        start =
            isTracking
            ? TrackingFilter(
                RadioMap(table, mounts: mounts),
                of: table,
                accuracyFactor: choice.map { Double($0.accuracyFactor) / 100 } ?? 1
            ) : nil
    }

    /// The name of what scans are compared by.
    var metric: String { start == nil ? locator.matching.name : Matching.radioMapName }

    /// The place of a scan; while a walk is followed, of what is known of it by then.
    mutating func locate(_ levels: [SlotLevel], walk: String?, at time: Timestamp) throws(NoFix) -> Fix {
        guard let start else { return try locator.locate(levels) }
        var filter = filters[walk] ?? start
        let state = filter.take(levels, at: Double(time.milliseconds) / 1_000)
        filters[walk] = filter
        guard case .fixed(let fix) = state else { throw .tooFewBeacons(heard: levels.count, needed: 1) }
        return fix
    }
}
