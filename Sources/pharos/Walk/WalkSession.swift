import Agent
import CommandLineKit
import EdgeLog
import JSON
import Survey
import Venue

/// Records one walk from a source into the log: at once, or in step with the clock while a person types what to do.
struct WalkSession {
    let agent: LocalAgent
    let console: Console
    let course: WalkRecorder.Course
    let receiver: String?
    /// Nil where nobody can type.
    let controls: WalkControls?
    /// How fast the walk goes; nil is with the clock where somebody can type, else as fast as it goes.
    var pace: SourceOptions.Pace?

    /// Events per transaction where nobody waits for the next one.
    private static let group = 100

    /// How a walk ended.
    struct Outcome {
        let walk: WalkID
        let samples: UInt32
        let isComplete: Bool
    }

    /// Walks to the end of the track or of the source; what a person stops, or SIGINT, is abandoned.
    func record(from source: consuming some WalkSource, label: String) async throws -> Outcome {
        let walk: WalkID = agent.draw()
        var source = source
        var recorder = WalkRecorder(walk: walk, course: course, at: source.start)
        try agent.log.append(.walkStarted(WalkStarted(walk: walk, track: track?.id, speed: speed, receiver: receiver)))
        var bar = console.progress(label, of: Int(track?.length ?? 0), unit: "m")
        defer { bar.finish() }
        var waiting: [SurveyEvent] = []
        var rest = Rest()
        var time = source.start
        let pace = pace ?? (controls == nil ? .unpaced : .times(1))
        let isPaced = pace != .unpaced
        let metronome = Metronome(pace, from: source.start)
        do {
            while true {
                time += WalkRecorder.window
                try await metronome.wait(until: time)
                if let controls {
                    if try obey(controls.take(), &recorder, &rest, at: time) {
                        return try abandon(recorder, waiting, reason: "stopped")
                    }
                }
                let hasMore = try source.hear(until: time) { window in
                    let place = window.place.map {
                        WalkRecorder.Place(floor: $0.floor, point: $0.point, heading: window.heading)
                    }
                    recorder.hear(window.readings, at: window.time, place: place)
                }
                if let sample = recorder.sample(at: time) { waiting.append(sample) }
                // After the sample: what was heard before the receiver was lost counts.
                try pause(during: source.interruption, &recorder, &rest, at: time)
                if let distance = recorder.distance(at: time) { bar.advance(to: Int(distance)) }
                if waiting.count >= (isPaced ? 1 : Self.group) { try flush(&waiting) }
                if recorder.hasArrived(at: time) || !hasMore { break }
            }
        } catch is CancellationError {
            _ = try abandon(recorder, waiting, reason: "interrupted")
            throw CancellationError()
        }
        try agent.log.append(waiting + source.observations(walk: walk) + [recorder.completed()])
        return Outcome(walk: walk, samples: recorder.samples, isComplete: true)
    }

    private var track: Track? {
        if case .track(let track, _) = course { track } else { nil }
    }

    private var speed: Double? {
        if case .track(_, let speed) = course { speed } else { nil }
    }

    private func flush(_ waiting: inout [SurveyEvent]) throws {
        try agent.log.append(waiting)
        waiting.removeAll(keepingCapacity: true)
    }

    private func abandon(_ recorder: WalkRecorder, _ waiting: [SurveyEvent], reason: String) throws -> Outcome {
        let end = SurveyEvent.walkAbandoned(WalkAbandoned(walk: recorder.walk, reason: reason))
        try agent.log.append(waiting + [end])
        return Outcome(walk: recorder.walk, samples: recorder.samples, isComplete: false)
    }

    /// Who wants the walk to rest: a person, or a receiver that is away.
    private struct Rest {
        var isWanted = false
        var interruption: String?
    }

    /// Does what was typed; true where the walk is to be stopped.
    private func obey(
        _ words: [WalkControls.Word],
        _ recorder: inout WalkRecorder,
        _ rest: inout Rest,
        at time: Int64
    ) throws -> Bool {
        for word in words {
            switch word {
            case .pause:
                rest.isWanted = true
                if let event = recorder.pause(at: time) { try agent.log.append(event) }
                console.note("Paused. Type r to go on, s to stop.")
            case .resume:
                rest.isWanted = false
                if let reason = rest.interruption {
                    console.note("Still paused: \(reason)")
                } else if let event = recorder.resume(at: time) {
                    try agent.log.append(event)
                }
            case .stop: return true
            }
        }
        return false
    }

    /// Pauses while the receiver is away, says so, and goes on by itself.
    private func pause(
        during interruption: String?,
        _ recorder: inout WalkRecorder,
        _ rest: inout Rest,
        at time: Int64
    ) throws {
        guard interruption != rest.interruption else { return }
        rest.interruption = interruption
        if let interruption {
            if let event = recorder.pause(at: time) { try agent.log.append(event) }
            console.warn("pharos: Paused. \(interruption) The walk goes on by itself; stay where you are.")
        } else if !rest.isWanted, let event = recorder.resume(at: time) {
            try agent.log.append(event)
            console.warn("pharos: Listening again: walk on.")
        }
    }
}

extension WalkSession.Outcome {
    /// The answer of every command that walks.
    func answer(on console: Console, track: String?) -> ExitStatus {
        let what = track.map { "the track “\($0)”" } ?? "a walk"
        console.answer(
            [
                "completed": .bool(isComplete), "samples": JSONValue(samples), "track": JSONValue(track),
                "walk": .string("\(walk)"),
            ],
            isComplete
                ? "Recorded \(samples) samples along \(what)."
                : "Abandoned \(what) after \(samples) samples: they do not count."
        )
        return isComplete ? .success : .failure
    }
}
