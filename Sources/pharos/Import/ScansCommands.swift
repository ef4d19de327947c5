import CommandLineKit
import Formats
import JSON
import RadioSimulator
import Survey

/// `pharos scans hulop`: what `pharos import hulop --hold-out` leaves out.
struct ScansHULOPCommand: Subcommand {
    static let name = "scans hulop"
    static let summary = "Write the held-out scans of the HULOP sample venue"
    static let usage = "DIR [--heard N] [--without ID]… [--as OLD=NEW]…"
    static let options = ScanOptions.summaries

    private let options: ScanOptions
    private let folder: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ScanOptions(&arguments)
        folder = try arguments.takeWord("the folder of the set")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        options.write(try HULOPImport(folder: folder).testScans(heard: options.heard), console)
    }
}

/// `pharos scans uji`: the test scans of the UJI database.
struct ScansUJICommand: Subcommand {
    static let name = "scans uji"
    static let summary = "Write the test scans of the UJI database"
    static let usage = "DIR [--set VENUE] [--only PHONE] [--heard N] [--without ID]… [--as OLD=NEW]…"
    static let options = [UJIOptions.set, UJIOptions.only] + ScanOptions.summaries

    private let options: ScanOptions
    private let uji: UJIOptions

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ScanOptions(&arguments)
        uji = try UJIOptions(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        options.write(try uji.importer().testScans(heard: options.heard), console)
    }
}

/// `pharos scans simulated`: visitors of the simulated hall.
struct ScansSimulatedCommand: Subcommand {
    static let name = "scans simulated"
    static let summary = "Write what visitors of the simulated hall hear"
    static let usage = "[--seed N] [--visitors N] [--heard N] [--without ID]… [--as OLD=NEW]…"
    static let options =
        [SimulatedOptions.seed, OptionSummary("--visitors N", "How many (default 300)")] + ScanOptions.summaries

    private let options: ScanOptions
    private let hall: SimulatedOptions
    private let visitors: Int

    init(_ arguments: inout Arguments) throws(UsageError) {
        options = try ScanOptions(&arguments)
        hall = try SimulatedOptions(&arguments)
        visitors = try arguments.takeInteger("--visitors", in: 1...1_000_000) ?? 300
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        var model = PropagationModel()
        model.noise = 3  // a live scan is a shorter one than a survey's
        let samples = hall.venue.visitors(visitors, in: hall.venue.radio(model: model), seed: hall.number &+ 1)
        let lines = samples.enumerated().filter { $0.element.readings.count >= options.heard }.map { index, sample in
            ScanLine(
                time: Timestamp(milliseconds: Int64(index + 1) * 1_000),
                floor: "hall",
                point: sample.point,
                walk: "visitor \(index + 1)",
                receiver: "simulated",
                heading: sample.heading,
                readings: sample.readings
            )
        }
        return options.write(lines, console)
    }
}

/// What every `pharos scans` has in common: which scans, and what has happened to the beacons meanwhile.
struct ScanOptions {
    static let summaries = [
        OptionSummary("--heard N", "Leave out scans in which fewer beacons were heard (default 1)"),
        OptionSummary("--without ID", "As if this beacon had died; may stand several times"),
        OptionSummary("--as OLD=NEW", "As if NEW hung in the place of OLD; may stand several times"),
    ]

    let heard: Int
    private let dead: Set<BeaconIdentity>
    private let successors: [BeaconIdentity: BeaconIdentity]

    init(_ arguments: inout Arguments) throws(UsageError) {
        _ = try HomeOption(&arguments)  // every command takes it; this one needs no installation
        heard = try arguments.takeInteger("--heard", in: 1...ScanSampled.maximumReadings) ?? 1
        var dead: Set<BeaconIdentity> = []
        for text in try arguments.takeOptions("--without") { dead.insert(try Self.identity(text, "--without")) }
        var successors: [BeaconIdentity: BeaconIdentity] = [:]
        for text in try arguments.takeOptions("--as") {
            let pair = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { throw .invalidValue(text, of: "--as", expected: "OLD=NEW") }
            successors[try Self.identity(pair[0], "--as")] = try Self.identity(pair[1], "--as")
        }
        self.dead = dead
        self.successors = successors
    }

    private static func identity(_ text: String, _ option: String) throws(UsageError) -> BeaconIdentity {
        guard let identity = BeaconIdentity(text) else {
            throw .invalidValue(text, of: option, expected: "an identity such as name:23 or ibeacon:UUID/1/7")
        }
        return identity
    }

    /// Writes the lines: JSON with or without `--json`, as that is what scans are.
    func write(_ lines: [ScanLine], _ console: Console) -> ExitStatus {
        for line in lines { console.print(line.without(dead).renaming(successors).json.description) }
        return .success
    }
}
