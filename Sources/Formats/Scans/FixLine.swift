public import JSON
public import Survey

/// Where a scan was taken, as far as the index can tell: a line of the format of `docs/scans.md`, one per scan.
public struct FixLine: Hashable, Sendable {
    /// The scan's time.
    public let time: Timestamp
    /// The scan's walk.
    public let walk: String?
    public let state: State
    /// The floor's name.
    public let floor: String?
    /// In the floor's frame, metres.
    public let point: Point?
    /// Metres: the place lies within them 68 times in 100.
    public let accuracy: Double?
    /// The name of the metric that matched.
    public let metric: String
    /// How many slots of the index were heard.
    public let slots: Int
    /// The number of the release that was used; nil for an index that was never published.
    public let release: UInt64?

    public init(
        time: Timestamp,
        walk: String? = nil,
        state: State,
        floor: String? = nil,
        point: Point? = nil,
        accuracy: Double? = nil,
        metric: String,
        slots: Int,
        release: UInt64? = nil
    ) {
        self.time = time
        self.walk = walk
        self.state = state
        self.floor = floor
        self.point = point
        self.accuracy = accuracy
        self.metric = metric
        self.slots = slots
        self.release = release
    }

    /// How sure a device is of its place.
    public enum State: String, Hashable, Sendable, CaseIterable {
        case searching
        case fixed
        case lost
    }

    /// The document of one line: every key is there, `null` where there is nothing to say; metres to the millimetre.
    public var json: JSONValue {
        [
            "t": .integer(time.milliseconds),
            "walk": JSONValue(walk),
            "state": .string(state.rawValue),
            "floor": JSONValue(floor),
            "x": JSONValue(point.map { Self.millimetres($0.x) }),
            "y": JSONValue(point.map { Self.millimetres($0.y) }),
            "accuracy": JSONValue(accuracy.map(Self.millimetres)),
            "metric": .string(metric),
            "slots": .integer(Int64(slots)),
            "release": JSONValue(release),
        ]
    }

    private static func millimetres(_ metres: Double) -> Double { (metres * 1_000).rounded() / 1_000 }
}
