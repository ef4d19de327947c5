public import Survey

/// What the append rules say about a group of pushes: the rows to write, and what to answer once they are committed.
public struct AppendDecision: Hashable, Sendable {
    /// In rising position, without gaps.
    public let rows: [StoredEvent]
    /// The streams that grew, sorted.
    public let streams: [StreamGrowth]
    /// The project with the rows; unchanged where there are none.
    public let project: ProjectState
    /// One per push of the group, in its order.
    ///
    /// A `pushed` may be sent only after the commit, even where the push brought nothing new: another one of the same
    /// group may have.
    public let answers: [PushAnswer]

    /// Whether there is something to write.
    public var isEmpty: Bool { rows.isEmpty }
}

/// The new end of a stream.
public struct StreamGrowth: Hashable, Sendable {
    public let stream: StreamID
    public let state: StreamState
}

/// What becomes of one push.
public enum PushAnswer: Hashable, Sendable {
    /// Everything up to and with this sequence, the push's last, is stored once the group is committed.
    case pushed(through: UInt64)
    /// The stream ends before the push begins.
    case gap(expected: UInt64)
    /// The stored stream differs at this sequence, the lowest that could be compared.
    case fork(at: UInt64)
    /// The stream has no state: its agent was revoked, or the project's history was replaced since Hello.
    case notAdmitted
}

/// The store contradicts itself: a defect, or damage; the group must be rolled back.
public enum AppendDefect: Error, Hashable, Sendable, CustomStringConvertible {
    /// An event below the stream's head was not found.
    case eventMissing(StreamID, sequence: UInt64)

    public var description: String {
        switch self {
        case .eventMissing(let stream, let sequence):
            "Event \(sequence) of stream \(stream.incarnation) of agent \(stream.agent) is not where its head says."
        }
    }
}
