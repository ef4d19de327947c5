import Radio
public import Survey
public import Venue

/// Turns what a receiver hears during a walk into events, as a value: no clock, no radio, no log.
///
/// Advertisements or whole windows go in as they come; a timer takes a sample out. The sample holds what was last heard of
/// each beacon and is not older than two seconds. Where a track is walked, the place is where a person is who walks at the
/// given speed and has rested during the pauses: `s(t) = v · (t − Σ pauses)`. All times are milliseconds of one clock
/// that never goes back, the source's own.
public struct WalkRecorder: Sendable {
    public let walk: WalkID
    private let course: Course
    private var table: LastSeenTable
    private var state = State.recording
    private let start: Int64
    private var rested: Int64 = 0
    private var lastHeard: Int64?
    private var place: Place?
    private var cells: Set<Cell> = []
    /// Samples so far.
    public private(set) var samples: UInt32 = 0

    /// How the walk's places are known.
    public enum Course: Sendable {
        /// Somebody walks a track at a constant speed, in m/s.
        case track(Track, speed: Double)
        /// The source says where each window was heard.
        case placed
    }

    /// Where a window was heard, as its source says.
    public struct Place: Hashable, Sendable {
        public let floor: FloorID
        public let point: Point
        public let heading: Double?

        public init(floor: FloorID, point: Point, heading: Double?) {
            self.floor = floor
            self.point = point
            self.heading = heading
        }
    }

    private enum State: Hashable {
        case recording
        case paused(since: Int64)
    }

    /// A reference cell: a metre along the track, or a square metre of a floor.
    private enum Cell: Hashable {
        case along(Int)
        case square(FloorID, x: Int, y: Int)
    }

    /// A walk that begins at a moment.
    public init(walk: WalkID, course: Course, at start: Int64, maximumAge: Int64 = 2_000) {
        self.walk = walk
        self.course = course
        self.start = start
        table = LastSeenTable(window: Self.window, maximumAge: maximumAge)
    }

    /// Milliseconds between two samples, and of listening that each stands for.
    public static let window: Int64 = 1_000

    /// Whether the walk rests.
    public var isPaused: Bool { state != .recording }

    /// Metres walked, where a track is walked.
    public func distance(at time: Int64) -> Double? {
        guard case .track(let track, let speed) = course else { return nil }
        return min(track.length, speed * Double(walkingTime(at: time)) / 1_000)
    }

    /// Whether the end of the track is reached; false where no track is walked.
    public func hasArrived(at time: Int64) -> Bool {
        guard case .track(let track, let speed) = course else { return false }
        return speed * Double(walkingTime(at: time)) / 1_000 >= track.length
    }

    /// Takes what a receiver heard in a window that ended at `time`; `place` is where, if the source knows.
    public mutating func hear(_ readings: [Reading], at time: Int64, place: Place? = nil) {
        guard !isPaused else { return }
        lastHeard = time
        self.place = place ?? self.place
        for reading in readings { table.hear(reading.identity, reading.rssi, at: time) }
    }

    /// The timer's tick: a sample, placed where the walker was in the middle of its window; nil while the walk rests, or when the receiver has been silent for too long.
    public mutating func sample(at time: Int64) -> SurveyEvent? {
        guard !isPaused, let lastHeard, time - lastHeard < table.maximumAge, let here = here(at: time) else {
            return nil
        }
        samples += 1
        cells.insert(here.cell)
        return .scanSampled(
            ScanSampled(
                walk: walk,
                track: here.track,
                distanceAlong: here.distance,
                floor: here.place.floor,
                point: here.place.point,
                heading: here.place.heading,
                window: UInt32(Self.window),
                readings: table.sample(at: time)
            )
        )
    }

    /// Rests; nil where the walk rests already.
    public mutating func pause(at time: Int64) -> SurveyEvent? {
        guard state == .recording else { return nil }
        state = .paused(since: time)
        return .walkPaused(WalkPaused(walk: walk))
    }

    /// Goes on; nil where the walk does not rest.
    public mutating func resume(at time: Int64) -> SurveyEvent? {
        guard case .paused(let since) = state else { return nil }
        rested += time - since
        state = .recording
        return .walkResumed(WalkResumed(walk: walk))
    }

    /// The walk has reached its end.
    public func completed() -> SurveyEvent {
        .walkCompleted(WalkCompleted(walk: walk, cells: UInt32(cells.count), samples: samples))
    }

    private func walkingTime(at time: Int64) -> Int64 {
        let until = if case .paused(let since) = state { since } else { time }
        return max(0, until - start - rested)
    }

    private func here(at time: Int64) -> (place: Place, track: TrackID?, distance: Double?, cell: Cell)? {
        switch course {
        case .track(let track, _):
            guard let distance = distance(at: time - Self.window / 2) else { return nil }
            let point = track.point(at: distance)
            let place = Place(floor: track.floor, point: point, heading: self.place?.heading)
            return (place, track.id, distance, .along(Int(distance)))
        case .placed:
            guard let place else { return nil }
            let cell = Cell.square(
                place.floor,
                x: Int(place.point.x.rounded(.down)),
                y: Int(place.point.y.rounded(.down))
            )
            return (place, nil, nil, cell)
        }
    }
}
