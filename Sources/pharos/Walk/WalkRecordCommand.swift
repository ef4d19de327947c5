import Agent
import CommandLineKit
import Radio
import Survey
import Venue

/// `pharos walk record`: walks a track and records what a radio hears.
struct WalkRecordCommand: Subcommand {
    static let name = "walk record"
    static let summary = "Record a walk along a track from an adapter, a capture or a pipe"
    static let usage = "TRACK [--source SOURCE] [--speed M/S] [--receiver MODEL]"
    static let discussion = """
        It starts as soon as the adapter listens: walk the track at an even speed, from its first point to its last. p, r \
        and s followed by Return pause, resume and stop; a walk that is stopped is abandoned. Where the adapter is lost on \
        the way, the walk pauses, says so, and goes on by itself. What beacons say of their batteries is recorded once, at \
        the end.
        """
    static let options =
        SourceOptions.summaries + [
            OptionSummary("--speed M/S", "How fast; else 1"),
            OptionSummary("--receiver MODEL", "The receiving radio, for people; else the source"),
        ]

    private let home: HomeOption
    private let source: SourceOptions
    private let trackName: String
    private let speed: Double
    private let receiver: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        source = try SourceOptions(&arguments)
        speed = try arguments.takeNumber("--speed", in: 0.1...5, unit: "m/s") ?? 1
        receiver = try arguments.takeOption("--receiver")
        trackName = try arguments.takeWord("the track")
        try arguments.finish()
    }

    /// Milliseconds between two looks whether the adapter listens.
    private static let patience: Int64 = 200
    /// Milliseconds of silence in a recording that are walked through.
    private static let longestGap: Int64 = 10_000

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let track = try venue.track(called: trackName)
        let (speed, receiver) = (speed, receiver ?? source.adapter.map { "hci\($0)" })
        let includesAddresses = venue.identityPolicy == .address
        // A pipe that brings advertisements brings no words.
        let controls = source.effectivePace == .unpaced || source.name == "-" ? nil : WalkControls()
        let pace = source.effectivePace
        return try await source.withSource(longestGap: Self.longestGap) { opened in
            var opened = opened
            let start = try await listening(&opened, console)
            let session = WalkSession(
                agent: agent,
                console: console,
                course: .track(track, speed: speed),
                receiver: receiver,
                controls: controls,
                pace: pace
            )
            let walk = ScanWalk(opened, from: start, includingAddresses: includesAddresses, console: console)
            return try await session.record(from: walk, label: track.name).answer(on: console, track: track.name)
        }
    }

    /// Waits until something can be heard; returns the moment of the source's clock from when on it is.
    private func listening(_ opened: inout any ScanSource, _ console: Console) async throws -> Int64 {
        var time = opened.start
        var told: String?
        let metronome = Metronome(.times(1), from: time)
        while !opened.isListening {
            time += Self.patience
            try await metronome.wait(until: time)
            _ = try opened.hear(until: time) { _ in }
            if let reason = opened.interruption, reason != told {
                told = reason
                console.warn("pharos: Waiting for the adapter. \(reason)")
            }
        }
        return time
    }
}
