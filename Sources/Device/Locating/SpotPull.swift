import Fingerprints
public import Formats
import Positioning
import Survey

/// Draws fixes to the spots of a release: exhibits and gates.
public struct SpotPull: Sendable {
    /// By the floor's name.
    private let attractors: [String: Attractor]

    /// The spots of a release.
    public init(_ release: ReleaseOnDisk) {
        let names = release.floorNames
        let spots = Dictionary(grouping: release.policy?.spots ?? []) { names[$0.floor] ?? $0.floor.description }
        attractors = spots.mapValues { Attractor(spots: $0.map(\.point)) }
    }

    /// The fix with its nearest spot's pull.
    public func attract(_ fix: FixLine) -> FixLine {
        guard let floor = fix.floor, let point = fix.point, let attractor = attractors[floor] else { return fix }
        return FixLine(
            time: fix.time,
            walk: fix.walk,
            state: fix.state,
            floor: floor,
            point: attractor.attract(point),
            accuracy: fix.accuracy,
            metric: fix.metric,
            slots: fix.slots,
            release: fix.release
        )
    }
}
