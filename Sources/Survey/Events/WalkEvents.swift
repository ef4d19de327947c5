/// Somebody begins to walk a track and to record.
public struct WalkStarted: Hashable, Sendable {
    public let walk: WalkID
    /// Nil for a walk that follows no track.
    public let track: TrackID?
    /// m/s, 0.1…5.
    public let speed: Double?
    /// The model of the receiving radio.
    public let receiver: String?

    public init(walk: WalkID, track: TrackID? = nil, speed: Double? = nil, receiver: String? = nil) {
        self.walk = walk
        self.track = track
        self.speed = speed
        self.receiver = receiver
    }
}

/// Recording rests.
public struct WalkPaused: Hashable, Sendable {
    public let walk: WalkID

    public init(walk: WalkID) {
        self.walk = walk
    }
}

/// Recording goes on.
public struct WalkResumed: Hashable, Sendable {
    public let walk: WalkID

    public init(walk: WalkID) {
        self.walk = walk
    }
}

/// The walk reached its end.
public struct WalkCompleted: Hashable, Sendable {
    public let walk: WalkID
    /// Reference cells covered.
    public let cells: UInt32
    /// Scan samples recorded.
    public let samples: UInt32

    public init(walk: WalkID, cells: UInt32, samples: UInt32) {
        self.walk = walk
        self.cells = cells
        self.samples = samples
    }
}

/// The walk is void: its samples stop counting, the events stay.
public struct WalkAbandoned: Hashable, Sendable {
    public let walk: WalkID
    public let reason: String?

    public init(walk: WalkID, reason: String? = nil) {
        self.walk = walk
        self.reason = reason
    }
}

/// What a beacon said of itself during a walk: one summary per walk.
public struct BeaconObserved: Hashable, Sendable {
    public let walk: WalkID
    public let identity: BeaconIdentity
    /// mV.
    public let batteryVoltage: UInt32?
    /// °C.
    public let temperature: Double?
    /// Milliseconds.
    public let uptime: UInt64?
    public let advertisementCount: UInt64?

    public init(
        walk: WalkID,
        identity: BeaconIdentity,
        batteryVoltage: UInt32? = nil,
        temperature: Double? = nil,
        uptime: UInt64? = nil,
        advertisementCount: UInt64? = nil
    ) {
        self.walk = walk
        self.identity = identity
        self.batteryVoltage = batteryVoltage
        self.temperature = temperature
        self.uptime = uptime
        self.advertisementCount = advertisementCount
    }
}

/// What was heard at one place of a walk, in one window.
public struct ScanSampled: Hashable, Sendable {
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
    public let readings: [Reading]

    public init(
        walk: WalkID,
        track: TrackID? = nil,
        distanceAlong: Double? = nil,
        floor: FloorID,
        point: Point,
        heading: Double? = nil,
        window: UInt32,
        readings: [Reading]
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

/// One beacon in a scan.
public struct Reading: Hashable, Sendable {
    public let identity: BeaconIdentity
    public let rssi: RSSI
    /// Advertisements that the strength stands for; at least 1.
    public let packets: UInt16

    public init(identity: BeaconIdentity, rssi: RSSI, packets: UInt16 = 1) {
        self.identity = identity
        self.rssi = rssi
        self.packets = packets
    }
}
