public import Survey

/// Tells when a position enters and leaves circles on a floor; fixes that jitter on the rim tell nothing.
///
/// Enters and exits alternate for each zone. A value: kept, it goes on after a restart.
public struct ZoneMonitor<ID: Hashable & Comparable & Sendable>: Sendable {
    /// Where each zone stands: what must survive a restart; no state is outside.
    public private(set) var states: [ID: ZoneState]
    private let zones: [Zone]

    /// A circle on a floor.
    public struct Zone: Hashable, Sendable {
        public let id: ID
        public let floor: FloorID
        public let centre: Point
        /// Metres.
        public let radius: Double

        public init(id: ID, floor: FloorID, centre: Point, radius: Double) {
            self.id = id
            self.floor = floor
            self.centre = centre
            self.radius = radius
        }
    }

    /// A zone's rim was crossed.
    public struct Crossing: Hashable, Sendable {
        public let zone: ID
        /// Whether it was entered; else left.
        public let isEntry: Bool
    }

    /// Metres beyond the rim at which a zone is left.
    public static var margin: Double { 2 }
    /// Milliseconds for which a zone must be held before it is entered.
    public static var dwell: Int64 { 2_000 }

    /// Watches some zones, going on from an earlier run's states.
    public init(_ zones: [Zone], states: [ID: ZoneState] = [:]) {
        self.zones = zones.sorted { $0.id < $1.id }
        let known = Set(zones.map(\.id))
        self.states = states.filter { known.contains($0.key) }
    }

    /// Takes a position at a time in milliseconds; returns the crossings, by zone.
    public mutating func move(to point: Point, on floor: FloorID, at time: Int64) -> [Crossing] {
        var crossings: [Crossing] = []
        for zone in zones {
            let distance = floor == zone.floor ? point.distance(to: zone.centre) : .infinity
            switch states[zone.id] {
            case .inside where distance > zone.radius + Self.margin:
                states[zone.id] = nil
                crossings.append(Crossing(zone: zone.id, isEntry: false))
            case .inside: break
            case .approaching where distance > zone.radius: states[zone.id] = nil
            case .approaching(let since) where time.elapsed(since: since) >= Self.dwell:
                states[zone.id] = .inside
                crossings.append(Crossing(zone: zone.id, isEntry: true))
            case .approaching(let since): states[zone.id] = .approaching(since: min(since, time))
            case nil where distance <= zone.radius: states[zone.id] = .approaching(since: time)
            case nil: break
            }
        }
        return crossings
    }
}

/// Where a position stands with a zone.
public enum ZoneState: Hashable, Sendable {
    /// Within the rim, but not yet for long enough.
    case approaching(since: Int64)
    case inside
}
