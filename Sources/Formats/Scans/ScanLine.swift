public import Survey

/// What a receiver heard in one window: a line of the format of `docs/scans.md`.
///
/// Where the place is known, the scan can teach a survey or judge a fix; where it is not, it asks for one.
public struct ScanLine: Hashable, Sendable {
    /// The end of the window, by the receiver's clock.
    public let time: Timestamp
    /// The floor's name.
    public let floor: String?
    /// In the floor's frame, metres.
    public let point: Point?
    /// What tells one walk in a file from the next.
    public let walk: String?
    /// The model of the receiving radio.
    public let receiver: String?
    /// Degrees clockwise from the plan's up, 0…360.
    public let heading: Double?
    /// In the order of the line; what had no strength (127, 0) is left out.
    public let readings: [Reading]

    public init(
        time: Timestamp,
        floor: String? = nil,
        point: Point? = nil,
        walk: String? = nil,
        receiver: String? = nil,
        heading: Double? = nil,
        readings: [Reading]
    ) {
        self.time = time
        self.floor = floor
        self.point = point
        self.walk = walk
        self.receiver = receiver
        self.heading = heading
        self.readings = readings
    }
}
