/// How much louder a device hears than the receivers of the survey did, as far as is known.
public struct Gain: Hashable, Sendable {
    /// dB.
    public let mean: Double
    /// The variance in dB².
    public let variance: Double

    public init(mean: Double, variance: Double) {
        self.mean = mean
        self.variance = variance
    }
}
