/// A set of beacons whose nearness is told: by UUID, and major and minor where given.
public struct RegionDefined: Hashable, Sendable {
    public let region: RegionID
    public let name: String
    public let uuid: ProximityUUID
    public let major: UInt16?
    /// Only with a major.
    public let minor: UInt16?
    public let notifiesOnEntry: Bool
    public let notifiesOnExit: Bool

    public init(
        region: RegionID,
        name: String,
        uuid: ProximityUUID,
        major: UInt16? = nil,
        minor: UInt16? = nil,
        notifiesOnEntry: Bool = true,
        notifiesOnExit: Bool = true
    ) {
        self.region = region
        self.name = name
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.notifiesOnEntry = notifiesOnEntry
        self.notifiesOnExit = notifiesOnExit
    }
}

/// A region is no longer watched.
public struct RegionRemoved: Hashable, Sendable {
    public let region: RegionID

    public init(region: RegionID) {
        self.region = region
    }
}

/// When and where visitors' devices may scan; each part that is nil does not limit.
public struct ScanPolicySet: Hashable, Sendable {
    public let from: Timestamp?
    public let to: Timestamp?
    /// IANA name, for people.
    public let timeZone: String?
    public let geofence: Geofence?

    public init(from: Timestamp? = nil, to: Timestamp? = nil, timeZone: String? = nil, geofence: Geofence? = nil) {
        self.from = from
        self.to = to
        self.timeZone = timeZone
        self.geofence = geofence
    }
}

/// A circle on Earth.
public struct Geofence: Hashable, Sendable {
    public let latitude: Double
    public let longitude: Double
    /// Metres, greater than 0.
    public let radius: Double

    public init(latitude: Double, longitude: Double, radius: Double) {
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
    }
}

/// How beacons are told apart from now on.
public struct IdentityPolicySet: Hashable, Sendable {
    public let policy: IdentityPolicy

    public init(policy: IdentityPolicy) {
        self.policy = policy
    }
}
