import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos spot add`: a point that attracts positions.
struct SpotAddCommand: Subcommand {
    static let name = "spot add"
    static let summary = "Add a spot that attracts positions: an exhibit, a gate"
    static let usage = "FLOOR:X,Y [--name NAME] [--dry-run]"
    static let discussion = """
        A fix within 5 m of its nearest spot is drawn a tenth of the way to it, so that a visitor who stands before an \
        exhibit is shown before it. Several spots may have one name.
        """
    static let options = [OptionSummary("--name NAME", "What people call it"), WritingOptions.dryRun]

    private let writing: WritingOptions
    private let spotName: String?
    private let word: PlaceWord

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        spotName = try arguments.takeOption("--name")
        word = PlaceWord(text: try arguments.takeWord("FLOOR:X,Y"))
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            guard let (floor, point) = try word.point(in: venue) else {
                throw UsageError("“\(word.text)” is no point; expected FLOOR:X,Y.")
            }
            let spot: SpotID = agent.draw()
            return WritingOptions.Change(
                events: [.spotAdded(SpotAdded(spot: spot, floor: floor.id, point: point, name: spotName))],
                json: ["name": JSONValue(spotName), "spot": .string("\(spot)")],
                text: "Added \(spotName.map { "the spot “\($0)”" } ?? "a spot") at \(floor.name):\(point.words)."
            )
        }
    }
}

/// `pharos spot remove`: the first of a name, all of them, the last that was added, or all.
struct SpotRemoveCommand: Subcommand {
    static let name = "spot remove"
    static let summary = "Remove a spot: the first of a name, all of a name, the last added, or all"
    static let usage = "NAME [--all] | --last | --all [--dry-run]"
    static let options = [
        OptionSummary("--last", "The one that was added last"),
        OptionSummary("--all", "All of that name; without a name, all there are"),
        WritingOptions.dryRun,
    ]

    private let writing: WritingOptions
    private let word: String?
    private let takesLast: Bool
    private let takesAll: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        takesLast = arguments.takeFlag("--last")
        takesAll = arguments.takeFlag("--all")
        word = arguments.takeOptionalWord()
        guard takesLast ? word == nil && !takesAll : word != nil || takesAll else {
            throw UsageError("Which spot? Give its name or identifier, --last, or --all.")
        }
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let live = try agent.venue().liveSpots
            let named = word.map { word in live.filter { $0.name == word || "\($0.id)" == word } } ?? live
            let chosen = takesLast ? Array(live.suffix(1)) : takesAll ? named : Array(named.prefix(1))
            if chosen.isEmpty { throw NameError.unknown("spot", word ?? "", known: live.compactMap(\.name)) }
            return WritingOptions.Change(
                events: chosen.map { .spotRemoved(SpotRemoved(spot: $0.id)) },
                json: ["spots": .array(chosen.map { .string("\($0.id)") })],
                text: "Removed \(chosen.count) \(chosen.count == 1 ? "spot" : "spots")."
            )
        }
    }
}

/// `pharos spot list`: the spots, in the order in which they were added.
struct SpotListCommand: Subcommand {
    static let name = "spot list"
    static let summary = "List the spots"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = try home.open(console).venue()
        for spot in venue.liveSpots {
            let floor = venue.floors[spot.floor]?.name ?? "\(spot.floor)"
            console.answer(
                [
                    "floor": .string(floor), "name": JSONValue(spot.name), "spot": .string("\(spot.id)"),
                    "x": .number(spot.point.x.rounded(3)), "y": .number(spot.point.y.rounded(3)),
                ],
                "\(spot.name ?? "\(spot.id)")\t\(floor):\(spot.point.words)"
            )
        }
        return .success
    }
}
