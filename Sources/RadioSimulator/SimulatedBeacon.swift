public import Survey

/// A beacon that hangs in the simulated venue.
public struct SimulatedBeacon: Hashable, Sendable {
    /// What names the mount: shadows belong to it.
    public var mount: UInt64
    /// What names the unit that hangs there: its antenna's pattern belongs to it; nil for the first one, whose pattern
    /// is part of the mount's shadows.
    public var unit: UInt64?
    public var identity: BeaconIdentity
    public var point: Point
    /// Metres above the floor; nil where nobody said.
    public var height: Double?
    /// dBm at 1 m.
    public var power: Double

    public init(
        mount: UInt64,
        unit: UInt64? = nil,
        identity: BeaconIdentity,
        point: Point,
        height: Double? = nil,
        power: Double = -61
    ) {
        self.mount = mount
        self.unit = unit
        self.identity = identity
        self.point = point
        self.height = height
        self.power = power
    }

    /// The beacon that takes this one's place: another unit with an identity of its own, louder or quieter by so many dB.
    public func replaced(by identity: BeaconIdentity, unit: UInt64, powerOffset decibels: Double) -> SimulatedBeacon {
        var successor = self
        successor.identity = identity
        successor.unit = unit
        successor.power += decibels
        return successor
    }
}
