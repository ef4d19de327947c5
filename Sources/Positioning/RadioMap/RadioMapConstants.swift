/// The constants of the radio map and its likelihood: one set for every venue.
///
/// Chosen once on the survey parts of eight recorded sets, by leaving points out, between all points and those inside
/// the survey's outline (ADRs 0960, 1140); whatever differs between venues is learnt from the survey itself.
public struct RadioMapConstants: Hashable, Sendable {
    /// Metres over which what is heard beyond the trend stays alike: the length of a Matérn covariance of order 3/2.
    public var correlationLength = 6.0
    /// The standard deviation in dB of what is heard beyond the trend.
    public var shadowing = 4.0
    /// The standard deviation in dB of one scan about the mean of its place; of n scans it is this through √n.
    public var scanDeviation = 3.0
    /// The standard deviation in dB of a place's mean, however many scans it has: bodies, headings, days.
    public var placeDeviation = 2.5
    /// How many of the nearest prints the map between them is made of.
    public var neighbours = 16
    /// The path loss exponent of a slot that nothing is known of but its position.
    public var pathLossExponent = 3.0
    /// How much the survey must tell to overrule it, in dB² of `10·log10(distance)`.
    public var exponentStrength = 200.0
    /// Metres below which nearness no longer makes a beacon louder.
    public var nearestDistance = 0.5
    /// The share of all readings that lie below the level at which a receiver begins to miss beacons.
    public var censoredShare = 0.05
    /// The least standard deviation in dB between a scan and the map.
    public var leastDeviation = 1.0
    /// Differences in dB between a print and the map without it that count no more than this.
    public var largestMisfit = 12.0
    /// The standard deviation in dB of a device's gain before anything is known of it.
    public var gainDeviation = 6.0
    /// How often a beacon is missed though it is loud enough.
    public var loss = 0.4
    /// How much a beacon that was not heard counts beside one that was: misses come together.
    public var absenceWeight = 0.5
    /// Metres between the places at which the map is worked out; doubled until a floor has at most ``mostCells``.
    public var cellSize = 0.5
    /// Metres by which the map goes beyond the survey's outline.
    public var margin = 0.5
    public var mostCells = 12_000
    /// How many cells are looked at closely.
    public var candidates = 512
    /// How well the survey tells how far a single scan scatters: as if so many readings of the scan had told it.
    public var scatterStrength = 5.0

    public init() {}
}
