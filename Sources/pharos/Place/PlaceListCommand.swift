import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos place list`: the places, shown and proposed.
struct PlaceListCommand: Subcommand {
    static let name = "place list"
    static let summary = "List the places, and what waits for approval"
    static let usage = ""

    private let home: HomeOption

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let venue = try home.open(console).venue()
        for place in venue.shownPlaces + venue.proposedPlaces {
            let state = place.isShown ? "shown" : "proposed"
            let location = venue.words(for: place.content.location)
            console.answer(
                [
                    "location": .string(location), "pictures": JSONValue(place.content.pictures.count),
                    "place": .string("\(place.id)"), "state": .string(state), "text": .string(place.content.text),
                    "title": .string(place.content.title),
                ],
                "\(place.content.title)\t\(location)\t\(state)"
            )
        }
        return .success
    }
}
