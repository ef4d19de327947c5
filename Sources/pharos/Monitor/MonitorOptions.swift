import CommandLineKit
import Places
import Radio
import Survey

/// What `pharos monitor` was asked for.
struct MonitorOptions {
    static let summaries = [
        OptionSummary("--region UUID[/MAJOR[/MINOR]]", "Watch this too; * stands for any number"),
        OptionSummary("--advertising-interval TIME", "How often the beacons send (else as registered, or 100ms)"),
        OptionSummary("--dwell TIME", "Enter only after being heard for so long"),
        OptionSummary("--every TIME", "Listen once in this time, to save power"),
        OptionSummary("--for TIME", "How long to listen each time (default 3s)"),
        OptionSummary("--command COMMAND", "Run this for each event; cut off after 5 s"),
        OptionSummary("--notifications WORD", "allowed, or denied: then nothing is run"),
        OptionSummary("--state FILE", "Where the state is kept; else in the installation"),
        OptionSummary("--near LAT,LON", "Where this device is, for the scan policy"),
        OptionSummary("--plan", "Say what would be watched, and whether phones can watch it"),
    ]

    let regions: [ScanRegion]
    let interval: UInt32?
    let dwell: Int64
    let duty: DutyCycle?
    let command: String?
    let allowsNotifications: Bool
    let state: String?
    let place: Coordinate?
    let isPlan: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        var regions: [ScanRegion] = []
        for text in try arguments.takeOptions("--region") { regions.append(try ScanRegion(text)) }
        self.regions = regions
        let times = Duration.milliseconds(20) ... .milliseconds(10_240)
        interval = try arguments.takeDuration("--advertising-interval", in: times).map { UInt32($0.milliseconds) }
        dwell = try arguments.takeDuration("--dwell", in: .zero ... .seconds(60))?.milliseconds ?? 0
        let every = try arguments.takeDuration("--every", in: .seconds(1) ... .seconds(3_600))?.milliseconds
        let listening = try arguments.takeDuration("--for", in: .milliseconds(100) ... .seconds(600))?.milliseconds
        if listening != nil, every == nil { throw UsageError("--for needs --every.") }
        duty = every.flatMap { DutyCycle(period: $0, listening: listening ?? min(3_000, $0 / 2)) }
        if every != nil, duty == nil { throw UsageError("--for must be shorter than --every.") }
        command = try arguments.takeOption("--command")
        allowsNotifications = try arguments.takeChoice("--notifications", of: ["allowed", "denied"]) != "denied"
        state = try arguments.takeOption("--state")
        place = try arguments.takeOption("--near").map(Self.coordinate)
        isPlan = arguments.takeFlag("--plan")
    }

    private static func coordinate(_ text: String) throws(UsageError) -> Coordinate {
        let parts = text.split(separator: ",").map { Double($0) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { throw .invalidValue(text, of: "--near", expected: "a latitude and a longitude such as 59.93,30.31") }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

/// A region that was typed: a UUID, and maybe a major and a minor.
struct ScanRegion {
    let uuid: ProximityUUID
    let major: UInt16?
    let minor: UInt16?

    init(_ text: String) throws(UsageError) {
        let fields = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let wrong = UsageError.invalidValue(text, of: "--region", expected: "UUID, UUID/MAJOR or UUID/MAJOR/MINOR")
        guard (1...3).contains(fields.count), let uuid = ProximityUUID(fields[0]) else { throw wrong }
        self.uuid = uuid
        var numbers: [UInt16?] = []
        for field in fields.dropFirst() {
            guard field == "*" || UInt16(field) != nil else { throw wrong }
            numbers.append(UInt16(field))
        }
        major = numbers.first ?? nil
        minor = numbers.count > 1 ? numbers[1] : nil
    }

    /// An identifier that is the same each time the same region is typed.
    var id: RegionID {
        let numbers = UInt64(major.map { Int($0) + 1 } ?? 0) << 32 | UInt64(minor.map { Int($0) + 1 } ?? 0)
        return RegionID(high: uuid.high, low: uuid.low ^ numbers &* 0x9E37_79B9_7F4A_7C15)
    }

    /// The region as it was typed.
    var name: String { "\(uuid)/\(major.map { "\($0)" } ?? "*")/\(minor.map { "\($0)" } ?? "*")" }
}
