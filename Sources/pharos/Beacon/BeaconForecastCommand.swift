import Agent
import CommandLineKit
import JSON
import Radio
import Survey
import Venue

/// `pharos beacon forecast`: when each beacon needs a fresh battery.
struct BeaconForecastCommand: Subcommand {
    static let name = "beacon forecast"
    static let summary = "Say when beacons need a fresh battery"
    static let usage = "[SLOT] [--chemistry lithium-coin|alkaline-pair] [--within TIME]"
    static let discussion = """
        By the trend of the voltages that beacons told on walks since their batteries were fresh, at 2.0 V a cell of \
        lithium, at 1.0 V one of alkali; a voltage alone does not say how much is left. Where the battery's capacity and \
        the beacon's mean current are registered, also by its age: worn after four fifths of what it should last. Exit \
        status 1 says that some battery is due. `pharos beacon battery` says that a battery is fresh.
        """
    static let options = [
        OptionSummary("--chemistry NAME", "What the cells are: lithium-coin (the default) or alkaline-pair"),
        OptionSummary("--within TIME", "Batteries that end sooner are due (14d)"),
    ]

    private static let secondsPerDay = 86_400.0
    private static let usualNotice = Duration.seconds(14 * 86_400)

    private let home: HomeOption
    private let label: String?
    private let chemistry: BatteryForecast.Chemistry
    private let notice: Duration

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        let names = BatteryForecast.Chemistry.allCases.map(\.rawValue)
        chemistry =
            try arguments.takeChoice("--chemistry", of: names).flatMap(BatteryForecast.Chemistry.init) ?? .lithiumCoin
        notice = try arguments.takeDuration("--within", in: .zero ... .seconds(3_650 * 86_400)) ?? Self.usualNotice
        label = arguments.takeOptionalWord()
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let slots = try label.map { [try venue.slot(called: $0)] } ?? venue.liveSlots
        let told = venue.observationsByAssignment()
        let days = Double(notice.components.seconds) / Self.secondsPerDay
        var isAnyDue = false
        for slot in slots {
            guard let assignment = venue.assignments.current(of: slot.id) else { continue }
            let outlook = BatteryOutlook(
                assignment,
                told[assignment.id] ?? [],
                now: agent.now,
                chemistry: chemistry
            )
            let isDue = outlook.isDue(within: days)
            isAnyDue = isAnyDue || isDue
            let empty = outlook.daysLeft.map { Self.date(of: agent.now, in: $0) }
            console.answer(
                [
                    "age": Self.rounded(outlook.age), "daysLeft": Self.rounded(outlook.daysLeft), "due": .bool(isDue),
                    "emptyOn": JSONValue(empty), "identity": .string("\(assignment.identity)"),
                    "label": .string(slot.label), "nominalDays": Self.rounded(outlook.nominalDays),
                    "observations": JSONValue(outlook.observations), "slope": Self.rounded(outlook.slope),
                    "voltage": JSONValue(outlook.voltage), "worn": .bool(outlook.isWorn),
                ],
                "\(isDue ? "!" : " ") \(slot.label)  \(Self.words(outlook, empty: empty))"
            )
        }
        return isAnyDue ? .failure : .success
    }

    private static func words(_ outlook: BatteryOutlook, empty: String?) -> String {
        var words: [String] = []
        switch (outlook.voltage, outlook.slope) {
        case (nil, _): words.append("never told its voltage")
        case (let voltage?, nil): words.append("\(voltage) mV, told too seldom for a trend")
        case (let voltage?, let slope?): words.append("\(voltage) mV, \(tenth(slope)) mV a day")
        }
        if let empty, let days = outlook.daysLeft { words.append("replace before \(empty) (\(Int(days)) days left)") }
        if let nominal = outlook.nominalDays {
            let age = outlook.age.map { "\(Int($0)) of " } ?? ""
            words.append("\(age)about \(Int(nominal.rounded())) days of nominal life\(outlook.isWorn ? ": worn" : "")")
        }
        return words.joined(separator: "; ")
    }

    /// The day in UTC that is so many days away.
    private static func date(of now: Timestamp, in days: Double) -> String {
        String(now.advanced(byMilliseconds: Int64(days * secondsPerDay * 1_000)).utc.prefix(10))
    }

    private static func tenth(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

    private static func rounded(_ value: Double?) -> JSONValue { JSONValue(value.map { ($0 * 100).rounded() / 100 }) }
}
