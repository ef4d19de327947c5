/// How unlike a scan and a print are.
///
/// Which one is best depends on the venue: on recorded sets, linear relative power wins where receivers differ or
/// beacons are sparse, absolute strength where one receiver surveyed densely (POSITIONING.md, finding 6).
public enum Metric: String, Hashable, Sendable, CaseIterable {
    /// Euclidean distance of strengths in dBm; −105 dBm stands for a slot that was not heard.
    case absolute
    /// Euclidean distance of amplitudes relative to the strongest, 10^((RSSI − strongest) / 20); 0 for a slot that
    /// was not heard. Adding a constant to all strengths changes nothing. The default.
    case linearRelative = "linear-relative"
    /// Root mean square difference in dB after the mean difference was taken off; a slot heard on one side only costs
    /// what it exceeds the noise floor by (POSITIONING.md §2.5).
    case levelRemoved = "level-removed"
    /// Sum of differences of relative nearness, `d_min / d` by the log-distance model, and 0.3 for each slot heard on
    /// one side only (POSITIONING.md §2.5).
    case sourceRelative = "source-relative"

    /// How much each slot of a table counts: less, the less its offset is known, where strengths are compared in dB.
    ///
    /// An amplitude relative to the strongest errs in proportion to itself, so that a quiet slot's error is small by
    /// itself; a smaller weight would only waste what its absence tells (ADR 0981).
    public func weights(of table: PrintTable) -> [Double] {
        switch self {
        case .absolute, .levelRemoved: table.weights
        case .linearRelative, .sourceRelative: table.weights.map { _ in 1 }
        }
    }

    /// How the nearest prints are averaged unless somebody says otherwise.
    public var defaultNeighbours: Int { self == .levelRemoved ? 4 : 3 }
}

/// The constants of the metrics.
public struct MetricConstants: Hashable, Sendable {
    /// dBm that ``Metric/absolute`` takes for a slot that was not heard.
    public var missingLevel = -105.0
    /// dBm below which a receiver hears nothing (``Metric/levelRemoved``).
    public var sensitivity = -95.0
    /// What ``Metric/sourceRelative`` charges for a slot heard on one side only.
    public var absencePenalty = 0.3
    /// The path loss exponent of the log-distance model (``Metric/sourceRelative``).
    public var pathLossExponent = 2.4
    /// The standard deviation in dB that is usual between a scan and a print: 4 of the print, 3 of the scan.
    ///
    /// A slot whose offset is uncertain by σ counts `25 / (25 + σ²)`.
    public var usualDeviation = 5.0

    public init() {}

    /// The weight of a slot whose offset has a standard deviation in dB.
    func weight(offsetDeviation: Double) -> Double {
        let usual = usualDeviation * usualDeviation
        return usual / (usual + offsetDeviation * offsetDeviation)
    }
}
