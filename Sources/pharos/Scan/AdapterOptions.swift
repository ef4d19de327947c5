import CommandLineKit
import Radio

/// How an adapter scans.
struct AdapterOptions {
    static let summaries = [
        OptionSummary("--active", "Ask advertisers for their scan responses"),
        OptionSummary("--interval TIME", "From one listening to the next (default 60ms)"),
        OptionSummary("--window TIME", "Listening within each interval (default all of it)"),
        OptionSummary("--legacy", "Leave extended advertisements out"),
        OptionSummary("--keep-power", "Leave an adapter off that is off"),
    ]

    let settings: ScanSettings

    init(_ arguments: inout Arguments) throws(UsageError) {
        let isActive = arguments.takeFlag("--active")
        let isLegacy = arguments.takeFlag("--legacy")
        let keepsPower = arguments.takeFlag("--keep-power")
        let times = Duration.milliseconds(3) ... .milliseconds(10_240)
        let interval = try arguments.takeDuration("--interval", in: times)?.milliseconds ?? 60
        let window = try arguments.takeDuration("--window", in: times)?.milliseconds ?? interval
        guard window <= interval else { throw UsageError("--window cannot be longer than --interval.") }
        settings = ScanSettings(
            isActive: isActive,
            interval: Double(interval),
            window: Double(window),
            usesExtended: !isLegacy,
            powersOn: !keepsPower
        )
    }
}
