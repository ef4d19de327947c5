import CommandLineKit
import Radio
import Survey

/// A walk that hears what a scan's source hears.
struct ScanWalk: WalkSource {
    private var source: any ScanSource
    private let includesAddresses: Bool
    private let console: Console
    private var telemetry = TelemetryLog()

    let start: Int64
    var interruption: String? { source.interruption }

    /// A walk that begins at `start` of the source's clock.
    init(_ source: any ScanSource, from start: Int64, includingAddresses: Bool, console: Console) {
        self.source = source
        self.start = start
        self.includesAddresses = includingAddresses
        self.console = console
    }

    mutating func hear(until time: Int64, _ take: (WalkWindow) -> Void) throws -> Bool {
        var opened = source
        defer { source = opened }
        return try opened.hear(until: time) { news in
            switch news {
            case .packet(_, let advertisements, let heard):
                for advertisement in advertisements {
                    telemetry.hear(advertisement)
                    take(window(advertisement.hearings(includingAddresses: includesAddresses), at: heard))
                }
            case .hearings(let hearings, _, let heard): take(window(hearings, at: heard))
            case .adapter(let notice, _): if case .gap = notice, let words = notice.words { console.note(words) }
            case .notice(let text): console.warn("pharos: \(text)")
            }
        }
    }

    func observations(walk: WalkID) -> [SurveyEvent] {
        telemetry.observations(walk: walk).map(SurveyEvent.beaconObserved)
    }

    private func window(_ hearings: [Hearing], at time: Int64) -> WalkWindow {
        let readings = hearings.compactMap { hearing in
            hearing.rssi.map { Reading(identity: hearing.identity, rssi: $0, packets: hearing.packets) }
        }
        return WalkWindow(time: time, readings: readings, place: nil, heading: nil)
    }
}
