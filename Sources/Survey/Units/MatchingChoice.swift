/// How devices are to compare scans with prints in a venue, as its own survey told when the release was made.
public struct MatchingChoice: Hashable, Sendable {
    /// The metric's name.
    public let metric: String
    /// How many of the nearest prints are averaged; 0 where the metric averages none.
    public let neighbours: UInt32
    /// The mean error in centimetres of the survey's own scans where they were left out.
    public let expectedError: UInt32
    /// Hundredths by which a fix's accuracy is multiplied, so that 68 of 100 of these scans lay within it.
    public let accuracyFactor: UInt32
    /// Hundredths of the way from the radio map's place to the one that ranges to the beacons say; 0 for the map's own.
    public let rangingShare: UInt32
    /// The ``accuracyFactor`` of the radio map alone, for whoever follows walks by it; nil where it is not known.
    public let mapFactor: UInt32?

    public init(
        metric: String,
        neighbours: UInt32,
        expectedError: UInt32,
        accuracyFactor: UInt32,
        rangingShare: UInt32 = 0,
        mapFactor: UInt32? = nil
    ) {
        self.metric = metric
        self.neighbours = neighbours
        self.expectedError = expectedError
        self.accuracyFactor = accuracyFactor
        self.rangingShare = rangingShare
        self.mapFactor = mapFactor
    }
}
