import Agent
import CommandLineKit
import JSON
import Survey
import Venue

/// `pharos walk abandon`: a walk that was cut off does not count.
struct WalkAbandonCommand: Subcommand {
    static let name = "walk abandon"
    static let summary = "Void the walks of a track that were begun and never ended"
    static let usage = "TRACK | WALK-ID [--reason TEXT] [--dry-run]"
    static let discussion = """
        For a walk that a crash cut off, or by its identifier for any walk that should not count. Its samples stop \
        counting; the events stay.
        """
    static let options = [OptionSummary("--reason TEXT", "Why, for people"), WritingOptions.dryRun]

    private let writing: WritingOptions
    private let subject: String
    private let reason: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        writing = try WritingOptions(&arguments)
        reason = try arguments.takeOption("--reason")
        subject = try arguments.takeWord("the track, or the walk's identifier")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        try writing.write(console) { agent in
            let venue = try agent.venue()
            let walks: [WalkID]
            if let id = WalkID(subject), venue.walks[id] != nil {
                walks = [id]
            } else {
                let track = try venue.track(called: subject)
                walks = venue.walks.values
                    .filter { $0.track == track.id && ($0.state == .recording || $0.state == .paused) }
                    .map(\.id).sorted()
            }
            return WritingOptions.Change(
                events: walks.map { .walkAbandoned(WalkAbandoned(walk: $0, reason: reason)) },
                json: ["walks": .array(walks.map { .string("\($0)") })],
                text: "\(walks.count) \(walks.count == 1 ? "walk" : "walks") of “\(subject)” no longer count."
            )
        }
    }
}
