import Agent
import CommandLineKit
import Formats
import JSON
import Survey
import Venue

/// `pharos walk replay`: records a walk from a file of scan lines.
struct WalkReplayCommand: Subcommand {
    static let name = "walk replay"
    static let summary = "Record walks from a file of scan lines"
    static let usage = "FILE [--track TRACK] [--speed M/S] [--live]"
    static let discussion = """
        Without --track, each scan's own floor, x and y say where it was heard, and each walk of the file becomes a walk. \
        With --track, the file is one walk along that track. The file's own times drive the timer; with --live it is \
        walked in step with the clock, and p, r and s followed by Return pause, resume and stop it. A walk that is \
        stopped is abandoned: its samples do not count.
        """
    static let options = [
        OptionSummary("--track TRACK", "The track that is walked"),
        OptionSummary("--speed M/S", "How fast; else 1"),
        OptionSummary("--live", "In step with the clock"),
    ]

    private let home: HomeOption
    private let file: String
    private let trackName: String?
    private let speed: Double
    private let isLive: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        trackName = try arguments.takeOption("--track")
        speed = try arguments.takeNumber("--speed", in: 0.1...5, unit: "m/s") ?? 1
        isLive = arguments.takeFlag("--live")
        file = try arguments.takeWord("a file of scan lines")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let controls = isLive ? WalkControls() : nil
        if let trackName {
            let track = try venue.track(called: trackName)
            var source = try ReplaySource(file, venue: venue, needsPlace: false)
            guard let walk = try source.nextWalk(together: true) else { throw ReplaySource.empty(file) }
            let session = WalkSession(
                agent: agent,
                console: console,
                course: .track(track, speed: speed),
                receiver: walk.receiver,
                controls: controls
            )
            return try await session.record(from: walk, label: track.name).answer(on: console, track: track.name)
        }
        var source = try ReplaySource(file, venue: venue, needsPlace: true)
        var status: ExitStatus?
        while let walk = try source.nextWalk(together: false) {
            let session = WalkSession(
                agent: agent,
                console: console,
                course: .placed,
                receiver: walk.receiver,
                controls: controls
            )
            let outcome = try await session.record(from: walk, label: walk.name ?? "walk")
            let ended = outcome.answer(on: console, track: nil)
            if ended != .success { return ended }
            status = ended
        }
        guard let status else { throw ReplaySource.empty(file) }
        return status
    }
}
