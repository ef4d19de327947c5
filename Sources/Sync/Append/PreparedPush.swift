public import Survey

/// A push whose events were read, hashed and checked against one another: what can be done before any lock is taken.
public struct PreparedPush: Hashable, Sendable {
    public let stream: StreamID
    /// The sequence of the first event.
    public let first: UInt64
    /// The hash of the event before it; zero where `first` is 1.
    public let previousHash: Digest
    /// At least one event; their sequences and previous hashes join.
    public let events: [PushedEvent]
    /// The moment that the events' ages count back from.
    public let reference: Timestamp

    /// The sequence of the last event.
    public var last: UInt64 { first + UInt64(events.count) - 1 }

    /// The highest number of events in a push.
    public static let maximumEvents = 500

    /// Reads a push of an agent's session; `reference` is when its Hello arrived, by the server's clock.
    ///
    /// - Throws: ``PushProblem`` where the push cannot be what that agent's log holds.
    public init(
        _ push: Push,
        by agent: AgentID,
        in project: ProjectID,
        reference: Timestamp,
        with hashing: some Hashing
    ) throws(PushProblem) {
        guard !push.events.isEmpty else { throw .empty }
        guard push.events.count <= Self.maximumEvents else { throw .tooManyEvents(push.events.count) }
        guard push.ages.count == push.events.count else {
            throw .agesMissing(events: push.events.count, ages: push.ages.count)
        }
        guard push.first >= 1, push.first <= Self.highestSequence else { throw .sequenceOutOfRange(push.first) }
        guard push.first > 1 || push.previousHash == .zero else { throw .previousHashDiffers(at: 1) }

        stream = StreamID(agent: agent, incarnation: push.incarnation)
        first = push.first
        previousHash = push.previousHash
        self.reference = reference
        var events: [PushedEvent] = []
        events.reserveCapacity(push.events.count)
        var previous = push.previousHash
        for (offset, bytes) in push.events.enumerated() {
            let sequence = push.first + UInt64(offset)
            let envelope = try Self.read(bytes, at: sequence)
            guard envelope.project == project else { throw .otherProject(at: sequence) }
            guard envelope.stream == stream else { throw .otherStream(at: sequence) }
            guard envelope.sequence == sequence else {
                throw .sequenceDiffers(expected: sequence, found: envelope.sequence)
            }
            guard envelope.previousHash == previous else { throw .previousHashDiffers(at: sequence) }
            previous = hashing.sha256(bytes)
            events.append(PushedEvent(envelope: envelope, hash: previous, age: push.ages[offset]))
        }
        self.events = events
    }

    /// Sequences are stored as signed 64-bit integers; a push may not reach the end of them.
    private static let highestSequence = UInt64(Int64.max) - UInt64(maximumEvents)

    private static func read(_ bytes: [UInt8], at sequence: UInt64) throws(PushProblem) -> Envelope {
        do { return try Envelope(bytes: bytes) } catch { throw .unreadable(at: sequence, error) }
    }
}

/// An event of a push, with its hash and what its author says about its date.
public struct PushedEvent: Hashable, Sendable {
    public let envelope: Envelope
    public let hash: Digest
    public let age: Age

    public init(envelope: Envelope, hash: Digest, age: Age) {
        self.envelope = envelope
        self.hash = hash
        self.age = age
    }

    /// What the event is, whether it is the first copy of itself or one that a recovery made.
    var identity: EventIdentity {
        guard let origin = envelope.origin else {
            return EventIdentity(stream: envelope.stream, sequence: envelope.sequence, hash: hash)
        }
        let stream = StreamID(agent: envelope.agent, incarnation: origin.incarnation)
        return EventIdentity(stream: stream, sequence: origin.sequence, hash: origin.hash)
    }
}

/// Where an event was first written, and its hash there: equal for an event and all of its copies.
struct EventIdentity: Hashable {
    let stream: StreamID
    let sequence: UInt64
    let hash: Digest
}

/// Why a push cannot be what the agent's log holds: a defect of the agent, or damage on its disk.
public enum PushProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooManyEvents(Int)
    case agesMissing(events: Int, ages: Int)
    case sequenceOutOfRange(UInt64)
    case unreadable(at: UInt64, EnvelopeError)
    case otherProject(at: UInt64)
    case otherStream(at: UInt64)
    case sequenceDiffers(expected: UInt64, found: UInt64)
    case previousHashDiffers(at: UInt64)

    public var description: String {
        switch self {
        case .empty: "A push holds no event."
        case .tooManyEvents(let count): "A push holds \(count) events; the limit is \(PreparedPush.maximumEvents)."
        case .agesMissing(let events, let ages): "A push holds \(events) events and \(ages) ages."
        case .sequenceOutOfRange(let first): "A push starts at sequence \(first), which no stream has."
        case .unreadable(let sequence, let error): "Event \(sequence) of a push cannot be read: \(error)"
        case .otherProject(let sequence): "Event \(sequence) of a push belongs to another project."
        case .otherStream(let sequence): "Event \(sequence) of a push belongs to another stream."
        case .sequenceDiffers(let expected, let found): "A push holds event \(found) where \(expected) was due."
        case .previousHashDiffers(let sequence): "Event \(sequence) of a push does not follow the one before it."
        }
    }
}
