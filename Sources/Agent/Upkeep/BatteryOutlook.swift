public import Radio
public import Survey
public import Venue

/// When a slot's beacon needs a fresh battery: by the trend of what it told on walks, and by what its battery should last.
public struct BatteryOutlook: Hashable, Sendable {
    private static let millisecondsPerDay = 86_400_000.0
    /// Days beyond which a trend is no forecast: nobody's battery lasts so long.
    private static let horizon = 3_650.0

    /// How often the beacon told its voltage since its battery was fresh.
    public let observations: Int
    /// The latest voltage, in mV; nil where it never told one.
    public let voltage: UInt32?
    /// Millivolts per day; nil where fewer than two voltages are known, or all within a day.
    public let slope: Double?
    /// Days from now until the battery is empty, by the trend; nil where none is seen.
    public let daysLeft: Double?
    /// Days since the battery was fresh; nil where that was before anybody wrote it down.
    public let age: Double?
    /// Days that its capacity lasts at its mean current; nil where one of them is not known.
    public let nominalDays: Double?

    /// The outlook at `now` of an assignment's beacon that told some things, earliest first.
    public init(_ assignment: Assignment, _ told: [Observation], now: Timestamp, chemistry: BatteryForecast.Chemistry) {
        self.init(
            told,
            since: assignment.batterySince == .distantPast ? nil : assignment.batterySince,
            capacity: assignment.batteryCapacity,
            current: assignment.hardware?.averageCurrent,
            now: now,
            chemistry: chemistry
        )
    }

    /// The outlook of a battery of `capacity` mAh, fresh at `since`, from which a beacon draws `current` µA.
    public init(
        _ told: [Observation],
        since: Timestamp?,
        capacity: UInt32?,
        current: UInt32?,
        now: Timestamp,
        chemistry: BatteryForecast.Chemistry
    ) {
        func days(_ moment: Timestamp) -> Double {
            Double(moment.milliseconds - now.milliseconds) / Self.millisecondsPerDay
        }
        let voltages = told.compactMap { observation in
            observation.content.batteryVoltage.map { (days: days(observation.occurredAt), millivolts: Double($0)) }
        }
        let forecast = BatteryForecast(voltages, chemistry: chemistry)
        observations = voltages.count
        voltage = told.last { $0.content.batteryVoltage != nil }?.content.batteryVoltage
        slope = forecast?.slope
        let left = forecast?.daysLeft.map { max(0, $0 + (voltages.last?.days ?? 0)) }
        let isEmpty = voltages.last.map { $0.millivolts <= chemistry.end } ?? false
        daysLeft = isEmpty ? 0 : left.flatMap { $0 <= Self.horizon ? $0 : nil }
        age = since.map { max(0, -days($0)) }
        nominalDays = capacity.flatMap { capacity in
            current.flatMap { BatteryForecast.nominalDays(capacity: Double(capacity), current: Double($0)) }
        }
    }

    /// Whether four fifths of the battery's nominal life are over.
    public var isWorn: Bool {
        guard let age, let nominalDays else { return false }
        return BatteryForecast.isWorn(days: age, of: nominalDays)
    }

    /// Whether somebody should bring a battery within so many days.
    public func isDue(within days: Double) -> Bool { isWorn || daysLeft.map { $0 <= days } ?? false }
}
