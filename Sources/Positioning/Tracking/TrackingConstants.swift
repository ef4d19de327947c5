/// The constants of the tracking filter: one set for every venue.
public struct TrackingConstants: Hashable, Sendable {
    /// Metres per second of a brisk walker.
    public var walkingSpeed = 1.4
    /// Seconds over which scans err alike: bodies and hands move no faster, and more scans tell no more.
    public var correlationTime = 2.0
    /// The share of the probability that is dealt out evenly before each scan: somebody took the lift, or was misled.
    public var surprise = 0.01
    /// Fixes in a row that must agree on another floor before the floor changes.
    public var floorAgreement = 3
    /// Seconds without a fix after which the device is lost.
    public var patience = 10.0
    /// Seconds between scans after which nothing of before counts.
    public var memory = 60.0
    /// The variance in dB² below which the device's gain is never known: bodies turn.
    public var leastGainVariance = 9.0
    /// How many dB² the gain may drift per second.
    public var gainDrift = 0.05
    /// dBm above which a slot should be heard.
    public var strongLevel = -80.0
    /// Scans in a row that miss a strong slot before it is masked for the session.
    public var missesToMask = 6
    /// The share of a counted distance that is uncertain.
    public var stepDeviation = 0.3

    public init() {}
}
