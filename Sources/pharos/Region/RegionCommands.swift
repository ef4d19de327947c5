import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos region define`: beacons whose nearness is told.
struct RegionDefineCommand: Subcommand {
    static let name = "region define"
    static let summary = "Define a region: beacons whose nearness is told"
    static let usage = "NAME UUID [--major N [--minor N]] [--only entry|exit] [--dry-run]"
    static let options = [
        OptionSummary("--major N", "Only beacons with this major"),
        OptionSummary("--minor N", "Only the beacon with this minor as well"),
        OptionSummary("--only WHAT", "Tell of entry or exit alone; else both"),
        WritingOptions.dryRun,
    ]

    private let writing: WritingOptions
    private let regionName: String
    private let uuid: ProximityUUID
    private let major: UInt16?
    private let minor: UInt16?
    private let only: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        major = try arguments.takeInteger("--major", in: 0...65_535).map(UInt16.init)
        minor = try arguments.takeInteger("--minor", in: 0...65_535).map(UInt16.init)
        only = try arguments.takeChoice("--only", of: ["entry", "exit"])
        guard minor == nil || major != nil else { throw UsageError("--minor needs --major.") }
        regionName = try arguments.takeWord("the region's name")
        let text = try arguments.takeWord("the proximity UUID")
        guard let uuid = ProximityUUID(text) else {
            throw .invalidValue(text, of: "the proximity UUID", expected: "32 hexadecimal digits with four dashes")
        }
        self.uuid = uuid
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            try venue.checkFree("region", regionName, among: venue.liveRegions.map(\.definition.name))
            let region: RegionID = agent.draw()
            let event = RegionDefined(
                region: region,
                name: regionName,
                uuid: uuid,
                major: major,
                minor: minor,
                notifiesOnEntry: only != "exit",
                notifiesOnExit: only != "entry"
            )
            return WritingOptions.Change(
                events: [.regionDefined(event)],
                json: ["name": .string(regionName), "region": .string("\(region)")],
                text: "Defined the region “\(regionName)”."
            )
        }
    }
}

/// `pharos region remove`: a region is no longer watched.
struct RegionRemoveCommand: Subcommand {
    static let name = "region remove"
    static let summary = "Remove a region"
    static let usage = "REGION [--dry-run]"
    static let options = [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let word: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        word = try arguments.takeWord("the region")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let live = try agent.venue().liveRegions
            let found = live.filter { $0.definition.name == word || "\($0.id)" == word }
            guard let region = found.first else {
                throw NameError.unknown("region", word, known: live.map(\.definition.name))
            }
            guard found.count == 1 else { throw NameError.ambiguous("region", word, found.map { "\($0.id)" }) }
            return WritingOptions.Change(
                events: [.regionRemoved(RegionRemoved(region: region.id))],
                json: ["name": .string(region.definition.name), "region": .string("\(region.id)")],
                text: "Removed the region “\(region.definition.name)”."
            )
        }
    }
}

/// `pharos region list`: the regions that are watched.
struct RegionListCommand: Subcommand {
    static let name = "region list"
    static let summary = "List the regions that are watched"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        for region in try home.open(console).venue().liveRegions {
            let definition = region.definition
            let scope = [definition.major, definition.minor].compactMap { $0.map { "/\($0)" } }.joined()
            console.answer(
                [
                    "major": JSONValue(definition.major.map { Int($0) }),
                    "minor": JSONValue(definition.minor.map { Int($0) }), "name": .string(definition.name),
                    "onEntry": .bool(definition.notifiesOnEntry), "onExit": .bool(definition.notifiesOnExit),
                    "region": .string("\(region.id)"), "uuid": .string("\(definition.uuid)"),
                ],
                "\(definition.name)\t\(definition.uuid)\(scope)"
            )
        }
        return .success
    }
}
