public import Survey

/// What the server says to an agent or a device.
public enum ServerMessage: Hashable, Sendable {
    case joined(Joined)
    case refused(Refusal)
    case welcome(Welcome)
    /// Everything up to and with `through`, the last sequence of the push that is answered, is committed.
    ///
    /// The same bytes get the same answer whenever they are sent again.
    case pushed(incarnation: Incarnation, through: UInt64)
    /// The push did not start where the stream stands.
    case gap(incarnation: Incarnation, expected: UInt64)
    /// The stored stream differs from the pushed one at this sequence, and perhaps before it.
    case fork(incarnation: Incarnation, at: UInt64)
    /// Nothing was stored; try again after so many milliseconds.
    case busy(incarnation: Incarnation, retryAfter: UInt64)
    case common(Common)
    case events(EventBatch)
    case blobState(BlobState)
    case chunk(Chunk)
    /// The content that was asked for is not here.
    case missing(ContentReference)
    case release(ReleaseAnswer)
    /// What the release advises devices to compare by; nil where the survey is too small to tell.
    case published(release: UInt64, matching: MatchingChoice?)
    /// The join link.
    case invited(link: String)
    case revoked(agent: AgentID, undone: Bool)
    /// Answers `ping`.
    case pong
}

/// Lets an agent in; the same code with the same key gets the same answer.
public struct Joined: Hashable, Sendable {
    public let project: ProjectID
    public let role: Role
    /// The Ed25519 key that signs the project's releases: 32 bytes.
    public let projectKey: [UInt8]

    public init(project: ProjectID, role: Role, projectKey: [UInt8]) {
        self.project = project
        self.role = role
        self.projectKey = projectKey
    }
}

/// Why the server does not serve.
public enum Refusal: Hashable, Sendable {
    /// The join link's code is unknown, or was used up by others.
    case invalidCode
    case expiredCode
    /// The log that wants to join belongs to another project than the invitation.
    case otherProject
    /// The key was never let in.
    case unknownAgent
    /// The signature was not made by the agent's key on this connection.
    case badSignature
    case revoked
    case upgradeNeeded(minimum: UInt32)
    /// The role does not allow what was asked for.
    case notAllowed
    /// The server cannot serve now; try again after so many milliseconds.
    case retryAfter(UInt64)
    /// The server's history is no longer the one this session began with, since the database was restored: the agent
    /// connects again, and its Hello finds out what both still share.
    case historyChanged
    /// The peer broke the protocol.
    case protocolViolation(String)
    /// What was asked for makes no sense as things stand, such as publishing a project without floors.
    case impossible(String)
}

/// Answers ``Hello``: what the server has, and what it allows.
public struct Welcome: Hashable, Sendable {
    /// The server's clock when Hello arrived: the moment that the session's ages count back from.
    public let time: Timestamp
    public let role: Role
    /// The stored end of each stream that Hello claimed, in the same order.
    public let streams: [StreamHead]
    /// For each claimed cursor, in the same order: whether the server's chain has its value there.
    public let cursorsMatch: [Bool]
    public let projectHead: UInt64
    /// Events that may be pushed and not yet acknowledged.
    public let window: UInt32
    public let versions: Versions
    /// Whether a stored event names a plan or picture that the server does not have.
    ///
    /// Whoever has one offers it again, even one that was safe: the server may have been restored (ADR 0921).
    public let lacksBlobs: Bool

    public init(
        time: Timestamp,
        role: Role,
        streams: [StreamHead],
        cursorsMatch: [Bool],
        projectHead: UInt64,
        window: UInt32,
        versions: Versions,
        lacksBlobs: Bool = false
    ) {
        self.time = time
        self.role = role
        self.streams = streams
        self.cursorsMatch = cursorsMatch
        self.projectHead = projectHead
        self.window = window
        self.versions = versions
        self.lacksBlobs = lacksBlobs
    }
}

/// The stored end of a stream.
public struct StreamHead: Hashable, Sendable {
    public let incarnation: Incarnation
    /// 0 where nothing is stored.
    public let head: UInt64
    /// The hash of the event at `head`; zero where nothing is stored.
    public let hash: Digest
    /// Whether the stored stream has the claimed hash at the claimed end; always so for a claim of an empty stream.
    public let holdsClaim: Bool

    public init(incarnation: Incarnation, head: UInt64, hash: Digest, holdsClaim: Bool) {
        self.incarnation = incarnation
        self.head = head
        self.hash = hash
        self.holdsClaim = holdsClaim
    }
}

/// Answers ``Compare``: the highest of the given numbers at which both histories have the same hash, else 0.
public struct Common: Hashable, Sendable {
    public let subject: ComparedHistory
    public let number: UInt64

    public init(subject: ComparedHistory, number: UInt64) {
        self.subject = subject
        self.number = number
    }
}

/// Every event of a lane with a position above `from`, up to and with `to`.
public struct EventBatch: Hashable, Sendable {
    public let lane: Lane
    public let from: UInt64
    public let to: UInt64
    /// The project's chain at `to`.
    public let chainAfter: Digest
    public let entries: [Entry]

    public init(lane: Lane, from: UInt64, to: UInt64, chainAfter: Digest, entries: [Entry]) {
        self.lane = lane
        self.from = from
        self.to = to
        self.chainAfter = chainAfter
        self.entries = entries
    }

    /// One event of a batch.
    public enum Entry: Hashable, Sendable {
        /// A whole event: its canonical envelope, and what the server added.
        case whole([UInt8], Commitment)
        /// An event of the reader's own that its log holds, as its Hello said.
        case own(incarnation: Incarnation, sequence: UInt64, Commitment)
    }
}
