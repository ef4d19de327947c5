/// How radio waves lose strength in the simulated venue.
///
/// The defaults are those of the study in POSITIONING.md §6.4, whose errors agree with a real testbed (Faragher and
/// Harle, "Location Fingerprinting With Bluetooth Low Energy Beacons", IEEE JSAC, 2015).
public struct PropagationModel: Hashable, Sendable {
    /// The exponent of the distance: 2 in free space.
    public var exponent = 2.4
    /// dB; what walls do, belonging to the mount: a new beacon in the same place has the same shadows.
    public var shadowDeviation = 4.0
    /// Metres.
    public var shadowLength = 5.0
    /// dB; what a unit's antenna and aiming add, belonging to the unit.
    public var patternDeviation = 1.5
    /// Metres.
    public var patternLength = 4.0
    /// dB that the receiver's own body takes from a beacon right behind it.
    public var bodyLoss = 5.0
    /// dB, of one window's mean.
    public var noise = 2.5
    /// dBm below which nothing is heard.
    public var sensitivity = -95.0
    /// The share of windows in which a beacon is missed though strong enough.
    public var loss = 0.03
    /// What else is in the way; none in the study, where shadows stand for walls.
    public var walls: [Wall] = []
    /// Metres above the floor.
    public var receiverHeight = 1.2
    /// Metres above the floor, where a beacon's own height is not known.
    public var beaconHeight = 2.8

    public init() {}
}
