import Agent
import CommandLineKit
import JSON
import RadioSimulator
import Survey
import Venue

/// `pharos walk simulate`: walks a track in a simulated radio landscape of the project's own beacons.
struct WalkSimulateCommand: Subcommand {
    static let name = "walk simulate"
    static let summary = "Record a walk along a track from a simulated radio"
    static let usage = "TRACK [--speed M/S] [--seed N] [--live]"
    static let discussion = """
        Every beacon that hangs in a slot with a place on the track's floor is on the air. The seed draws walls and noise: \
        surveyors who are to hear the same venue take the same one. With --live the track is walked in step with the \
        clock, and p, r and s followed by Return pause, resume and stop the walk.
        """
    static let options = [
        OptionSummary("--speed M/S", "How fast; else 1"),
        OptionSummary("--seed N", "The venue's radio landscape; else 1"),
        OptionSummary("--live", "In step with the clock"),
    ]

    private let home: HomeOption
    private let trackName: String
    private let speed: Double
    private let seed: UInt64
    private let isLive: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        home = try HomeOption(&arguments)
        speed = try arguments.takeNumber("--speed", in: 0.1...5, unit: "m/s") ?? 1
        seed = UInt64(try arguments.takeInteger("--seed", in: 0 ... .max) ?? 1)
        isLive = arguments.takeFlag("--live")
        trackName = try arguments.takeWord("the track")
        try arguments.finish()
    }

    func run(_ console: Console) async throws -> ExitStatus {
        let agent = try home.open(console)
        let venue = try agent.venue()
        let track = try venue.track(called: trackName)
        let session = WalkSession(
            agent: agent,
            console: console,
            course: .track(track, speed: speed),
            receiver: "simulated",
            controls: isLive ? WalkControls() : nil
        )
        let source = SimulatedSource(venue: venue, track: track, speed: speed, seed: seed)
        return try await session.record(from: source, label: track.name).answer(on: console, track: track.name)
    }
}

/// What somebody hears who walks a track among the venue's beacons.
private struct SimulatedSource: WalkSource {
    private let track: SimulatedTrack
    private let radio: SimulatedRadio
    private let speed: Double
    private var random: SeededRandom
    private var time: Int64 = 0

    let start: Int64 = 0

    init(venue: Venue, track: Track, speed: Double, seed: UInt64) {
        self.track = SimulatedTrack(name: track.name, points: Self.withoutRepeats(track.points))
        self.speed = speed
        let beacons = venue.liveSlots.compactMap { slot -> SimulatedBeacon? in
            guard slot.floor == track.floor, let position = slot.position,
                let assignment = venue.assignments.current(of: slot.id)
            else { return nil }
            let isFirst = assignment.replaced == nil
            return SimulatedBeacon(
                mount: slot.id.low,
                unit: isFirst ? nil : assignment.id.low,
                identity: assignment.identity,
                point: position.point,
                height: position.height
            )
        }
        radio = SimulatedRadio(beacons: beacons, seed: seed)
        random = SeededRandom(seed: seed, thing: track.id.low ^ UInt64(venue.walks.count))
    }

    mutating func hear(until time: Int64, _ take: (WalkWindow) -> Void) -> Bool {
        while self.time + 1_000 <= time {
            self.time += 1_000
            let (point, heading) = track.position(at: speed * Double(self.time) / 1_000)
            let readings = radio.scan(at: point, heading: heading, using: &random)
            take(WalkWindow(time: self.time, readings: readings, place: nil, heading: heading))
        }
        return true
    }

    private static func withoutRepeats(_ points: [Point]) -> [Point] {
        points.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
}
