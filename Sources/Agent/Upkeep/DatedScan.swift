public import Survey

/// A scan with the moment at which it was taken, by which its readings are resolved.
public struct DatedScan: Hashable, Sendable {
    public let occurredAt: Timestamp
    /// Where it was taken; nil where nobody knows.
    public let floor: FloorID?
    public let point: Point?
    public let walk: WalkID?
    public let readings: [Reading]

    public init(occurredAt: Timestamp, floor: FloorID?, point: Point?, walk: WalkID?, readings: [Reading]) {
        self.occurredAt = occurredAt
        self.floor = floor
        self.point = point
        self.walk = walk
        self.readings = readings
    }
}
