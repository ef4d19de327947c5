public import Survey

/// What an agent or a device says to the server.
public enum ClientMessage: Hashable, Sendable {
    case join(Join)
    case hello(Hello)
    case push(Push)
    case compare(Compare)
    case pull(Pull)
    /// More room for a lane that is being pulled, in decompressed bytes.
    case grant(lane: Lane, credit: UInt64)
    case offerBlob(BlobOffer)
    /// A piece of a blob the server asked for in its ``BlobState``.
    case chunk(Chunk)
    /// A piece of a blob or block is wanted, from `offset` on.
    case fetch(Fetch)
    case checkRelease(HeldRelease?)
    /// The manifest that the server did not recognise, whole.
    case showManifest([UInt8])
    case publish
    case invite(Invitation)
    case revoke(agent: AgentID, undo: Bool)
    /// Asks for a sign of life; the server answers `pong`.
    case ping
}

/// Asks to be let in, with the one-time code of a join link.
public struct Join: Hashable, Sendable {
    /// Ten bytes.
    public let code: [UInt8]
    /// The agent's Ed25519 public key: 32 bytes.
    public let publicKey: [UInt8]
    /// A display name for the server's `agent` table; never part of an event.
    public let name: String
    /// The project of the log that joins, where it has one already.
    public let project: ProjectID?

    public init(code: [UInt8], publicKey: [UInt8], name: String, project: ProjectID?) {
        self.code = code
        self.publicKey = publicKey
        self.name = name
        self.project = project
    }
}

/// Opens a session: who speaks, what its log holds, where its readers stand.
public struct Hello: Hashable, Sendable {
    public let project: ProjectID
    public let agent: AgentID
    /// Every incarnation in the log, closed ones too.
    public let streams: [StreamClaim]
    public let cursors: [Cursor]
    public let versions: Versions
    /// Ed25519 over ``Hello/signedBytes(exporter:project:agent:streams:)``: 64 bytes.
    public let signature: [UInt8]

    public init(
        project: ProjectID,
        agent: AgentID,
        streams: [StreamClaim],
        cursors: [Cursor],
        versions: Versions,
        signature: [UInt8]
    ) {
        self.project = project
        self.agent = agent
        self.streams = streams
        self.cursors = cursors
        self.versions = versions
        self.signature = signature
    }
}

/// The end of one stream as the agent's log has it.
public struct StreamClaim: Hashable, Sendable {
    public let incarnation: Incarnation
    /// The last sequence that counts; 0 for an empty stream.
    public let end: UInt64
    /// The hash of the event at `end`; zero for an empty stream.
    public let hash: Digest
    /// Whether recovery closed the stream: it never grows again.
    public let isClosed: Bool

    public init(incarnation: Incarnation, end: UInt64, hash: Digest, isClosed: Bool) {
        self.incarnation = incarnation
        self.end = end
        self.hash = hash
        self.isClosed = isClosed
    }
}

/// How far a reader has got in a lane: everything up to `position`, in the history that `chain` names.
public struct Cursor: Hashable, Sendable {
    public let lane: Lane
    public let position: UInt64
    public let chain: Digest

    public init(lane: Lane, position: UInt64, chain: Digest) {
        self.lane = lane
        self.position = position
        self.chain = chain
    }
}

/// What a peer can speak and fold.
public struct Versions: Hashable, Sendable {
    /// The sync protocol; 1 is the first.
    public let sync: UInt32
    /// The projectors: digests of unequal versions are not compared.
    public let projector: UInt32

    public init(sync: UInt32, projector: UInt32) {
        self.sync = sync
        self.projector = projector
    }
}

/// Some consecutive events of one stream.
public struct Push: Hashable, Sendable {
    public let incarnation: Incarnation
    /// The sequence of the first event.
    public let first: UInt64
    /// The hash of the event before it.
    public let previousHash: Digest
    /// Canonical envelopes.
    public let events: [[UInt8]]
    /// One age per event.
    public let ages: [Age]

    public init(incarnation: Incarnation, first: UInt64, previousHash: Digest, events: [[UInt8]], ages: [Age]) {
        self.incarnation = incarnation
        self.first = first
        self.previousHash = previousHash
        self.events = events
        self.ages = ages
    }
}

/// How the author dates an event, relative to the session; the server turns it into `occurred_at`.
///
/// The session's reference moment is when the agent handed its ``Hello`` to the connection. So a push that travels with
/// Hello is dated by the same rule as one sent hours later (ADR 0400).
public enum Age: Hashable, Sendable {
    /// Milliseconds of the agent's boot-time clock from the event to the reference moment; negative for a later event.
    case measured(Int64)
    /// The same by the wall clock, for an event of an earlier boot.
    case estimated(Int64)
    /// What an earlier commit already said, for an event that the server lost.
    case known(Timestamp, isEstimated: Bool)
}

/// Asks up to which number two histories are the same.
public struct Compare: Hashable, Sendable {
    public let subject: ComparedHistory
    /// At most 64 numbers in rising order, each with the first eight bytes of the hash there.
    public let points: [HistoryPoint]

    public init(subject: ComparedHistory, points: [HistoryPoint]) {
        self.subject = subject
        self.points = points
    }
}

/// Which history a ``Compare`` is about.
public enum ComparedHistory: Hashable, Sendable {
    /// A stream of the asking agent: numbers are sequences, hashes the events'.
    case stream(Incarnation)
    /// The project: numbers are positions, hashes the chain's.
    case project
}

/// A number of a history, and the first eight bytes of the hash there.
public struct HistoryPoint: Hashable, Sendable {
    public let number: UInt64
    public let hashPrefix: UInt64

    public init(number: UInt64, hashPrefix: UInt64) {
        self.number = number
        self.hashPrefix = hashPrefix
    }
}

/// Subscribes to a lane from a cursor on: what is there, then what comes.
public struct Pull: Hashable, Sendable {
    public let cursor: Cursor
    /// Decompressed bytes that the server may send before the next grant.
    public let credit: UInt64

    public init(cursor: Cursor, credit: UInt64) {
        self.cursor = cursor
        self.credit = credit
    }
}

/// What an admin asks the server to let in.
public struct Invitation: Hashable, Sendable {
    public let role: Role
    /// How many may use the code; nil for any number (devices only).
    public let uses: UInt32?
    /// Milliseconds for which the code holds.
    public let validity: UInt64

    public init(role: Role, uses: UInt32?, validity: UInt64) {
        self.role = role
        self.uses = uses
        self.validity = validity
    }
}

/// What a key may do.
public enum Role: UInt8, Hashable, Sendable, CaseIterable, Comparable {
    /// Pulls releases.
    case device = 1
    /// Appends and pulls events.
    case surveyor = 2
    /// Also publishes, invites and revokes.
    case admin = 3

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
