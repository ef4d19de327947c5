import Fingerprints
import Positioning
import Survey

/// Follows each walk by the radio map, as somebody who walks.
struct WalkTracker: Sendable {
    /// What a new walk starts with.
    private let start: TrackingFilter
    private var filters: [String?: TrackingFilter] = [:]

    init(_ table: PrintTable, _ mounts: [SlotGeometry], _ choice: MatchingChoice?) {
        start = TrackingFilter(
            RadioMap(table, mounts: mounts),
            of: table,
            accuracyFactor: choice?.accuracyFactor(of: .radioMap) ?? 1
        )
    }

    /// The place by all that is known of a walk when a scan has come.
    mutating func locate(_ levels: [SlotLevel], walk: String?, at time: Timestamp) throws(NoFix) -> Fix {
        // Taken out, so that it is changed in place: it believes something of every cell of the map.
        var filter = filters.removeValue(forKey: walk) ?? start
        let state = filter.take(levels, at: Double(time.milliseconds) / 1_000)
        filters[walk] = filter
        guard case .fixed(let fix) = state else { throw .tooFewBeacons(heard: levels.count, needed: 1) }
        return fix
    }
}
