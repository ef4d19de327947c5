import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos place approve`: visitors see what was proposed.
struct PlaceApproveCommand: Subcommand {
    static let name = "place approve"
    static let summary = "Show visitors a place that was proposed"
    static let usage = "PLACE [--dry-run]"
    static let options = [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let word: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        word = try arguments.takeWord("the place")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let place = try agent.venue().proposal(called: word)
            return WritingOptions.Change(
                events: [.placeApproved(PlaceApproved(place: place.id))],
                json: ["place": .string("\(place.id)"), "title": .string(place.content.title)],
                text: "Visitors see the place “\(place.content.title)” from the next release on."
            )
        }
    }
}

/// `pharos place reject`: visitors do not see what was proposed.
struct PlaceRejectCommand: Subcommand {
    static let name = "place reject"
    static let summary = "Do not show visitors a place that was proposed"
    static let usage = "PLACE [--reason TEXT] [--dry-run]"
    static let options = [OptionSummary("--reason TEXT", "Why, for people"), WritingOptions.dryRun]

    private let writing: WritingOptions
    private let word: String
    private let reason: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        reason = try arguments.takeOption("--reason")
        word = try arguments.takeWord("the place")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let place = try agent.venue().proposal(called: word)
            return WritingOptions.Change(
                events: [.placeRejected(PlaceRejected(place: place.id, reason: reason))],
                json: ["place": .string("\(place.id)"), "title": .string(place.content.title)],
                text: "Rejected the place “\(place.content.title)”."
            )
        }
    }
}

/// `pharos place remove`: a place is gone.
struct PlaceRemoveCommand: Subcommand {
    static let name = "place remove"
    static let summary = "Remove a place"
    static let usage = "PLACE [--dry-run]"
    static let options = [WritingOptions.dryRun]

    private let writing: WritingOptions
    private let word: String

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        word = try arguments.takeWord("the place")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let place = try agent.venue().place(called: word)
            return WritingOptions.Change(
                events: [.placeRemoved(PlaceRemoved(place: place.id))],
                json: ["place": .string("\(place.id)"), "title": .string(place.content.title)],
                text: "Removed the place “\(place.content.title)”."
            )
        }
    }
}

extension Venue {
    /// A place that was proposed and waits for somebody's word.
    fileprivate func proposal(called word: String) throws(NameError) -> Place {
        let place = try place(called: word)
        guard place.state == .proposed || place.state == .rejected else {
            throw NameError(
                description: "The place “\(place.content.title)” does not wait for approval.",
                recovery: "pharos place list shows what does."
            )
        }
        return place
    }
}
