public import Survey

/// Tells when a region is entered and left: entered at its first advertisement, left after a silence.
///
/// The silence that counts is scaled to the beacons' advertising interval: with 80 % of packets lost, a beacon that
/// sends each second is unheard for 10 s once in nine times.
public struct RegionMonitor: Hashable, Sendable {
    /// The state of every region: what must survive a restart.
    public private(set) var states: [RegionID: RegionState]
    private var regions: [WatchedRegion]

    /// Watches some regions, going on from the states of an earlier run.
    public init(regions: [WatchedRegion], states: [RegionID: RegionState] = [:]) {
        self.regions = regions.sorted { $0.id < $1.id }
        let known = Set(regions.map(\.id))
        self.states = states.filter { known.contains($0.key) }
    }

    /// Files an advertisement heard at `time`, in milliseconds, and returns the regions it enters.
    public mutating func hear(_ identity: BeaconIdentity, at time: Int64) -> [RegionCrossing] {
        var crossings = expire(at: time)
        for region in regions where region.matches(identity) {
            switch states[region.id] {
            case .inside: states[region.id] = .inside(lastHeard: time)
            case .approaching(let since, _) where time.elapsed(since: since) >= region.minimumDwell:
                states[region.id] = .inside(lastHeard: time)
                crossings.append(RegionCrossing(region: region.id, direction: .enter, time: time))
            case .approaching(let since, _): states[region.id] = .approaching(since: since, lastHeard: time)
            case nil where region.minimumDwell > 0: states[region.id] = .approaching(since: time, lastHeard: time)
            case nil:
                states[region.id] = .inside(lastHeard: time)
                crossings.append(RegionCrossing(region: region.id, direction: .enter, time: time))
            }
        }
        return crossings
    }

    /// Lets time pass, and returns the regions that were left.
    public mutating func expire(at time: Int64) -> [RegionCrossing] {
        var crossings: [RegionCrossing] = []
        for region in regions {
            guard let state = states[region.id], time.elapsed(since: state.lastHeard) > region.exitTimeout else {
                continue
            }
            states[region.id] = nil
            if case .inside = state {
                crossings.append(RegionCrossing(region: region.id, direction: .exit, time: time))
            }
        }
        return crossings
    }

    /// The regions the device is inside of: what a wake-up tells once more.
    public var inside: [RegionID] {
        regions.map(\.id).filter { id in
            if case .inside = states[id] { true } else { false }
        }
    }
}

/// A region to watch.
public struct WatchedRegion: Hashable, Sendable {
    public let id: RegionID
    public let uuid: ProximityUUID
    /// Nil matches every major.
    public let major: UInt16?
    /// Nil matches every minor.
    public let minor: UInt16?
    /// Milliseconds of silence after which the region counts as left.
    public let exitTimeout: Int64
    /// Milliseconds for which it must be heard before it counts as entered.
    public let minimumDwell: Int64

    /// A region whose beacons send every `advertisingInterval` milliseconds: left after 30 of them, 10 s at least.
    ///
    /// `minimumTimeout` is for receivers that rest: a silence of theirs is none of the beacon's.
    public init(
        id: RegionID,
        uuid: ProximityUUID,
        major: UInt16?,
        minor: UInt16?,
        advertisingInterval: UInt32 = 100,
        minimumDwell: Int64 = 0,
        minimumTimeout: Int64 = 0
    ) {
        self.id = id
        self.uuid = uuid
        self.major = major
        self.minor = minor
        exitTimeout = max(10_000, 30 * Int64(advertisingInterval), minimumTimeout)
        self.minimumDwell = minimumDwell
    }

    /// Whether a beacon belongs to the region.
    public func matches(_ identity: BeaconIdentity) -> Bool {
        guard case .iBeacon(let uuid, let major, let minor) = identity.frame else { return false }
        return uuid == self.uuid && (self.major ?? major) == major && (self.minor ?? minor) == minor
    }
}

/// Where a device stands with a region; no state is outside.
public enum RegionState: Hashable, Sendable {
    /// Heard, but not yet for long enough.
    case approaching(since: Int64, lastHeard: Int64)
    case inside(lastHeard: Int64)

    var lastHeard: Int64 {
        switch self {
        case .approaching(_, let lastHeard), .inside(let lastHeard): lastHeard
        }
    }
}

/// A region was entered or left.
public struct RegionCrossing: Hashable, Sendable {
    public let region: RegionID
    public let direction: Direction
    /// Milliseconds, of the clock that the advertisements were filed with.
    public let time: Int64

    /// Which way a region's border was crossed.
    public enum Direction: Hashable, Sendable {
        case enter
        case exit
    }

    public init(region: RegionID, direction: Direction, time: Int64) {
        self.region = region
        self.direction = direction
        self.time = time
    }
}
