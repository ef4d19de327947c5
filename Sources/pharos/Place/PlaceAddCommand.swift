import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos place add`: something worth telling about.
struct PlaceAddCommand: Subcommand {
    static let name = "place add"
    static let summary = "Add a place with text and pictures, or propose one"
    static let usage = "TITLE --at FLOOR:X,Y | --slot SLOT | --geo LAT,LON [OPTIONS]"
    static let options =
        PlaceOptions.summaries + [
            OptionSummary("--propose", "Visitors see it once somebody approves it"), WritingOptions.dryRun,
        ]

    private let writing: WritingOptions
    private let content: PlaceOptions
    private let isProposal: Bool
    private let title: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        content = try PlaceOptions(&arguments)
        isProposal = arguments.takeFlag("--propose")
        title = try arguments.takeWord("the title")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            guard let location = try content.location(in: venue) else {
                throw UsageError("Where is it? Give --at, --slot or --geo.")
            }
            let place: PlaceID = agent.draw()
            let made = PlaceContent(
                location: location,
                title: title,
                text: content.text ?? "",
                pictures: try content.blobs(of: agent, isDryRun: writing.isDryRun) ?? []
            )
            let event: SurveyEvent =
                isProposal
                ? .placeProposed(PlaceProposed(place: place, content: made))
                : .placeAdded(PlaceAdded(place: place, content: made))
            return WritingOptions.Change(
                events: [event],
                json: [
                    "place": .string("\(place)"), "pictures": JSONValue(made.pictures.count),
                    "proposed": .bool(isProposal), "title": .string(title),
                ],
                text: "\(isProposal ? "Proposed" : "Added") the place “\(title)” at \(venue.words(for: location))."
            )
        }
    }
}

/// `pharos place edit`: a place reads otherwise, or is elsewhere.
struct PlaceEditCommand: Subcommand {
    static let name = "place edit"
    static let summary = "Change a place's title, text, pictures or where it is"
    static let usage = "PLACE [--title TITLE] [OPTIONS]"
    static let options =
        [OptionSummary("--title TITLE", "What it is called from now on")] + PlaceOptions.summaries
        + [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let content: PlaceOptions
    private let title: String?
    private let word: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        content = try PlaceOptions(&arguments)
        title = try arguments.takeOption("--title")
        word = try arguments.takeWord("the place")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let place = try venue.place(called: word)
            let edited = PlaceContent(
                location: try content.location(in: venue) ?? place.content.location,
                title: title ?? place.content.title,
                text: content.text ?? place.content.text,
                pictures: try content.blobs(of: agent, isDryRun: writing.isDryRun) ?? place.content.pictures
            )
            return WritingOptions.Change(
                events: [.placeEdited(PlaceEdited(place: place.id, content: edited))],
                json: ["place": .string("\(place.id)"), "title": .string(edited.title)],
                text: "Changed the place “\(edited.title)”."
            )
        }
    }
}
