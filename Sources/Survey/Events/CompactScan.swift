/// A scan with its identities as numbers: what a fold of many scans reads instead of ``ScanSampled``.
public struct CompactScan: Hashable, Sendable {
    public let walk: WalkID
    public let track: TrackID?
    /// Metres along the track.
    public let distanceAlong: Double?
    public let floor: FloorID
    public let point: Point
    /// Degrees clockwise from the plan's up, 0…360.
    public let heading: Double?
    /// Milliseconds of listening.
    public let window: UInt32
    public let readings: [CompactReading]

    public init(
        walk: WalkID,
        track: TrackID? = nil,
        distanceAlong: Double? = nil,
        floor: FloorID,
        point: Point,
        heading: Double? = nil,
        window: UInt32,
        readings: [CompactReading]
    ) {
        self.walk = walk
        self.track = track
        self.distanceAlong = distanceAlong
        self.floor = floor
        self.point = point
        self.heading = heading
        self.window = window
        self.readings = readings
    }
}

/// One beacon in a compact scan.
public struct CompactReading: Hashable, Sendable {
    /// The place of the identity in the table of whoever made the scan, from 0.
    public let identity: UInt32
    public let rssi: RSSI
    /// Advertisements that the strength stands for; at least 1.
    public let packets: UInt16

    public init(identity: UInt32, rssi: RSSI, packets: UInt16) {
        self.identity = identity
        self.rssi = rssi
        self.packets = packets
    }
}
