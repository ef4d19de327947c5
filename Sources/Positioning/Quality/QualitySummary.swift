/// What some reference points are worth together.
public struct QualitySummary: Hashable, Sendable {
    public let points: Int
    /// The median number of slots that a point hears; nil without points.
    public let slots: Int?
    /// How many points hear fewer than ``fewSlots``.
    public let poorPoints: Int
    /// Metres, over points; nil where none was asked.
    public let meanError: Double?
    /// Metres that three of four points do not exceed.
    public let error75: Double?
    /// Metres that 95 of 100 points do not exceed.
    public let error95: Double?
    public let advice: [Advice]

    /// Fewer slots than that give poor places.
    public static let fewSlots = 4
    /// More slots than that improve nothing.
    public static let manySlots = 20
    /// Metres of error from which on more beacons are worth while.
    public static let largeError = 3.0

    /// What could be done better.
    public enum Advice: String, Hashable, Sendable {
        /// Not every track was walked from end to end.
        case walkTheRest = "walk the rest of the tracks"
        /// A tenth of the points or more hear few slots.
        case hangMore = "hang more beacons, near the ceiling: some points hear fewer than four"
        /// Points hear more slots than are of use.
        case fewerSuffice = "fewer beacons would do: beyond twenty heard, nothing is gained"
        /// Enough slots are heard, and errors are large all the same.
        case surveyCloser = "survey more closely: errors are large though enough beacons are heard"
        /// There is nothing to judge by.
        case surveyFirst = "survey first: there are no scans"
    }

    init(_ points: [QualityReport.PointQuality], coverage: Double?) {
        let heard = points.map(\.slots).sorted()
        let errors = points.compactMap(\.error).sorted()
        let poor = heard.count { $0 < Self.fewSlots }
        let middle = heard.isEmpty ? nil : heard[heard.count / 2]
        let mean = errors.isEmpty ? nil : errors.reduce(0, +) / Double(errors.count)
        self.points = points.count
        slots = middle
        poorPoints = poor
        meanError = mean
        error75 = Self.percentile(75, of: errors)
        error95 = Self.percentile(95, of: errors)
        var advice: [Advice] = points.isEmpty ? [.surveyFirst] : []
        if let coverage, coverage < 1, !points.isEmpty { advice.append(.walkTheRest) }
        if poor * 10 >= max(points.count, 1) { advice.append(.hangMore) }
        if let middle, middle > Self.manySlots { advice.append(.fewerSuffice) }
        if let mean, mean > Self.largeError, poor * 10 < points.count { advice.append(.surveyCloser) }
        self.advice = advice
    }

    private static func percentile(_ percent: Int, of sorted: [Double]) -> Double? {
        sorted.isEmpty ? nil : sorted[min(sorted.count * percent / 100, sorted.count - 1)]
    }
}
