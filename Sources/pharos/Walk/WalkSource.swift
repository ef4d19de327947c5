import Survey

/// What a walk records from: windows of what a receiver heard, one after the other.
protocol WalkSource {
    /// The walk's first moment, in milliseconds of the source's clock.
    var start: Int64 { get }

    /// Why nothing can be heard now, for people: the walk rests until it can; nil while the source listens.
    var interruption: String? { get }
    /// What to record of the beacons themselves at the walk's end.
    func observations(walk: WalkID) -> [SurveyEvent]

    /// Hands over the windows that ended by `time`; false when there are no more.
    mutating func hear(until time: Int64, _ take: (WalkWindow) -> Void) throws -> Bool
}

extension WalkSource {
    var interruption: String? { nil }
    func observations(walk: WalkID) -> [SurveyEvent] { [] }
}

/// What a receiver heard in one window.
struct WalkWindow {
    let time: Int64
    let readings: [Reading]
    /// Where, if the source knows.
    let place: (floor: FloorID, point: Point)?
    /// Degrees clockwise from the plan's up.
    let heading: Double?
}
