public import Survey

/// How much louder or quieter a beacon is than its slot's prints, as far as a verification walk has shown.
///
/// Constants and verdicts are those of POSITIONING.md §6.5, where they were measured.
public struct OffsetEstimate: Hashable, Sendable {
    /// dB; the median of the residuals.
    public let offset: Double
    /// Half width of the 95 % interval, dB.
    public let confidence: Double
    /// Median absolute deviation × 1.4826, dB; at least 2.
    public let deviation: Double
    /// Between the prints and what was heard, −1…1.
    public let correlation: Double
    public let readings: Int
    public let points: Int
    public let verdict: OffsetVerdict
    /// How the new beacon's levels rise with the prints'; nil where too few or too similar ones were heard.
    public let slope: Double?

    /// A nominal interval covered 0.76–0.92 of true offsets: so it is half as wide again.
    private static let intervalFactor = 1.5 * 1.96 * 1.2533
    private static let leastDeviation = 2.0
    static let readingsNeeded = 12
    static let pointsNeeded = 8

    /// An estimate from residuals; nil for none.
    init?(_ residuals: [OffsetResidual]) {
        let differences = residuals.map(\.difference)
        guard let median = RobustStatistics.median(differences) else { return nil }
        let deviation = max(RobustStatistics.deviation(differences), Self.leastDeviation)
        let pairs = residuals.map { (x: $0.print, y: $0.print + $0.difference) }
        let correlation = RobustStatistics.correlation(pairs)
        let points = Set(residuals.map(\.row)).count
        offset = median
        self.deviation = deviation
        self.correlation = correlation
        confidence = Self.intervalFactor * deviation / Double(differences.count).squareRoot()
        readings = differences.count
        self.points = points
        let isEnough = differences.count >= Self.readingsNeeded && points >= Self.pointsNeeded
        if isEnough, correlation >= 0.6, deviation <= 6 {
            verdict = .verified
        } else if isEnough, correlation < 0.4 || deviation > 7 {
            verdict = .rejected
        } else {
            verdict = .unsure
        }
        let prints = pairs.map(\.x)
        let range = (prints.max() ?? 0) - (prints.min() ?? 0)
        slope =
            differences.count >= 30 && range >= 20
            ? RobustStatistics.slope(pairs).map { min(max($0, 0.8), 1.25) } : nil
    }
}

/// One reading of a new beacon beside what its slot was heard with at the same place.
struct OffsetResidual: Hashable {
    /// The place, by its row in the ``PrintMatrix``.
    let row: Int
    /// dBm; the slot's print.
    let print: Double
    /// dB; the reading minus the print, the receiver's gain taken off.
    let difference: Double
}
