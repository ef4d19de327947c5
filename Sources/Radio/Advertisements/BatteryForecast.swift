/// When a beacon's battery will be empty, by the trend of its voltage; and how long a new one should last.
public struct BatteryForecast: Hashable, Sendable {
    /// Millivolts per day; negative where it empties.
    public let slope: Double
    /// The standard error of the slope; nil for two observations, which always lie on a line.
    public let slopeError: Double?
    /// Days from the last observation until the voltage is at the end; nil where it does not fall, or where what looks
    /// like a fall is within twice its standard error.
    public let daysLeft: Double?

    /// A kind of battery, and the voltage at which it has to be replaced.
    public enum Chemistry: String, Hashable, Sendable, CaseIterable {
        /// CR2032, CR2477 and their kin: replaced at 2.0 V (the HULOP guide's threshold).
        case lithiumCoin = "lithium-coin"
        /// Two alkaline cells in a row: replaced at 1.0 V each.
        case alkalinePair = "alkaline-pair"

        /// Millivolts at which it counts as empty.
        public var end: Double { 2_000 }
    }

    /// Fits a line through observations (days, millivolts) by least squares.
    ///
    /// Nil for fewer than two observations or less than a day between the first and the last: a voltage also moves with
    /// the temperature.
    public init?(_ observations: [(days: Double, millivolts: Double)], chemistry: Chemistry = .lithiumCoin) {
        guard let first = observations.map(\.days).min(), let last = observations.map(\.days).max(), last - first >= 1
        else { return nil }
        let count = Double(observations.count)
        let meanDay = observations.reduce(0) { $0 + $1.days } / count
        let meanVoltage = observations.reduce(0) { $0 + $1.millivolts } / count
        let spread = observations.reduce(0) { $0 + ($1.days - meanDay) * ($1.days - meanDay) }
        let common = observations.reduce(0) { $0 + ($1.days - meanDay) * ($1.millivolts - meanVoltage) }
        let slope = common / spread
        let residual = observations.reduce(0) { sum, one in
            let difference = one.millivolts - meanVoltage - slope * (one.days - meanDay)
            return sum + difference * difference
        }
        self.slope = slope
        slopeError = observations.count > 2 ? (residual / (count - 2) / spread).squareRoot() : nil
        let now = meanVoltage + slope * (last - meanDay)
        let falls = slope < 0 && -slope > 2 * (slopeError ?? 0)
        daysLeft = now <= chemistry.end ? 0 : falls ? (now - chemistry.end) / -slope : nil
    }

    /// Days that a battery of a capacity (mAh) lasts at a mean current (µA): 220 mAh at 49 µA are 187 days.
    public static func nominalDays(capacity: Double, current: Double) -> Double? {
        guard capacity > 0, current > 0 else { return nil }
        return capacity * 1_000 / current / 24
    }

    /// Whether so many days of a nominal life are a reason to warn: 80 % are used.
    public static func isWorn(days: Double, of nominal: Double) -> Bool { days >= 0.8 * nominal }
}
