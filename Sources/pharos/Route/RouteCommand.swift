import Agent
import CommandLineKit
import JSON
import Survey
import Venue
import Wayfinding

/// `pharos route`: the way between two places, along tracks.
struct RouteCommand: Subcommand {
    static let name = "route"
    static let summary = "Find the way between two places, along tracks and by stairs and lifts"
    static let usage = "--from PLACE --to PLACE [--step-free] [--speed M/S]"
    static let discussion = """
        PLACE is FLOOR:X,Y in metres of the floor's frame, or the name of a place, spot, slot or track. What lies off the \
        tracks is left from, and reached from, the nearest point of one. Exit status 1 says that no way leads there.
        """
    static let options = [
        OptionSummary("--from PLACE", "Where the way starts"),
        OptionSummary("--to PLACE", "Where it leads"),
        OptionSummary("--step-free", "By lifts and ramps alone"),
        OptionSummary("--speed M/S", "How fast one walks (1.2)"),
    ]

    private let home: HomeOption
    private let from: PlaceWord
    private let to: PlaceWord
    private let preference: RoutePreference

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        guard let from = try arguments.takeOption("--from"), let to = try arguments.takeOption("--to") else {
            throw UsageError("--from PLACE and --to PLACE are required.")
        }
        (self.from, self.to) = (PlaceWord(text: from), PlaceWord(text: to))
        let speed = try arguments.takeNumber("--speed", in: 0.1...10, unit: "m/s") ?? RoutePreference.usualSpeed
        preference = RoutePreference(isStepFree: arguments.takeFlag("--step-free"), speed: speed)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = try home.open(console).venue()
        let (start, goal) = (try from.location(in: venue), try to.location(in: venue))
        let route = Result { () throws(NoRoute) in
            try TrackGraph(venue).route(from: start, to: goal, preferring: preference)
        }
        switch route {
        case .success(let route):
            let words = RouteWords(route: route, venue: venue)
            console.answer(words.json, words.text)
            return .success
        case .failure(let reason):
            console.answer(["reason": .string("\(reason)"), "route": .null], "\(reason)")
            if let recovery = reason.recovery { console.warn("  \(recovery)") }
            return .failure
        }
    }
}
