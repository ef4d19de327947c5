public import Survey

/// One recorded pass over a track, or a walk that follows none.
public struct Walk: Hashable, Sendable {
    public let id: WalkID
    public let track: TrackID?
    /// m/s.
    public let speed: Double?
    public let receiver: String?
    public let state: State
    /// When recording began, rested and went on, earliest first, the start included.
    public let transitions: [Transition]
    /// What the surveyor said at the end: reference cells covered; nil before.
    public let cells: UInt32?
    /// What the surveyor said at the end: scan samples recorded; nil before.
    public let samples: UInt32?
    /// Why it was abandoned.
    public let reason: String?
    public let started: Stamp
    /// The act that completed or abandoned it.
    public let ended: Stamp?

    /// Whether its samples belong into fingerprints: abandoned walks are void.
    public var counts: Bool { state != .abandoned }

    /// Milliseconds of recording up to a moment, pauses left out.
    public func recordingTime(until moment: Timestamp) -> Int64 {
        var total: Int64 = 0
        var since: Timestamp?
        let end = min(moment, ended?.occurredAt ?? .distantFuture)
        for transition in transitions where transition.at <= end {
            if transition.isRecording {
                since = since ?? transition.at
            } else if let start = since {
                total += transition.at.milliseconds - start.milliseconds
                since = nil
            }
        }
        return total + (since.map { end.milliseconds - $0.milliseconds } ?? 0)
    }

    /// Where a walk stands in its life.
    public enum State: UInt8, Hashable, Sendable, CaseIterable {
        case recording = 1
        case paused = 2
        case completed = 3
        case abandoned = 4
    }

    /// A moment at which recording began or rested.
    public struct Transition: Hashable, Sendable {
        public let at: Timestamp
        public let isRecording: Bool
    }

    init?(_ id: WalkID, _ file: ThingFile) {
        guard let creation = file.creation, case .walkStarted(let event) = creation.content else { return nil }
        self.id = id
        (track, speed, receiver) = (event.track, event.speed, event.receiver)
        started = creation.stamp
        let completion = file.latest(.ending)
        let removal = file.removals.first
        ended = (removal ?? completion)?.stamp
        if case .walkCompleted(let completed)? = completion?.content {
            (cells, samples) = (completed.cells, completed.samples)
        } else {
            (cells, samples) = (nil, nil)
        }
        reason = if case .walkAbandoned(let abandoned)? = removal?.content { abandoned.reason } else { nil }
        var transitions = [Transition(at: creation.stamp.occurredAt, isRecording: true)]
        for claim in file.writes(.recording) {
            if let end = file.latest(.ending)?.stamp, end < claim.stamp { continue }
            let isRecording = if case .walkResumed = claim.content { true } else { false }
            transitions.append(Transition(at: claim.stamp.occurredAt, isRecording: isRecording))
        }
        self.transitions = transitions
        state =
            if removal != nil {
                .abandoned
            } else if completion != nil {
                .completed
            } else {
                transitions[transitions.count - 1].isRecording ? .recording : .paused
            }
    }
}
