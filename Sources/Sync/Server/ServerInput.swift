public import Survey

/// What a server session is told: by the connection and by the store.
///
/// The store answers wishes of one kind in the order they were made.
public enum ServerInput: Hashable, Sendable {
    case received(ClientMessage)
    /// Answers ``ServerEffect/readAgent(_:_:)``; nil where the key was never let in.
    case agent(PeerRecord?)
    /// Answers ``ServerEffect/open(_:_:_:_:)``.
    case opened(Opening)
    /// Answers ``ServerEffect/append(_:ticket:)``.
    case appended(ticket: UInt64, AppendOutcome)
    /// Answers ``ServerEffect/compare(_:)`` with the highest number that agrees, else 0.
    case compared(Common)
    /// Answers ``ServerEffect/readLane(_:)``.
    case laneRead(Lane, LaneReading)
    /// The project has got longer: a hint, which may be lost or late.
    case headMoved(UInt64)
    /// Answers ``ServerEffect/openBlob(_:)`` and ``ServerEffect/storeChunk(_:)``.
    case blob(BlobState)
    /// Answers ``ServerEffect/readContent(_:)``; nil where it is not there.
    case content(ContentReference, Chunk?)
    /// Answers ``ServerEffect/perform(_:)`` with what to say.
    case performed(ServerMessage)
    /// Answers ``ServerEffect/checkAdmission``.
    case admission(Bool)
    /// The store could not do what was asked of it: the agent shall come back.
    case unavailable
    /// The server stops: the agent shall come back after so many milliseconds.
    case shutDown(retryAfter: UInt64)
    /// Time has passed; at least once a second.
    case tick
}

/// What a server session wants done, in this order.
public enum ServerEffect: Hashable, Sendable {
    case send(ServerMessage)
    case readAgent(ProjectID, AgentID)
    /// Wants the claimed streams' rows made where there are none, and everything compared with what is stored.
    case open(ProjectID, AgentID, [StreamClaim], [Cursor])
    /// Wants a push appended; the answer comes when the group's commit has.
    case append(PreparedPush, ticket: UInt64)
    case compare(Compare)
    /// Wants the events of a lane after a cursor, up to ``Limits/batchEvents`` and ``Limits/batchBytes``, at least one.
    case readLane(Cursor)
    case openBlob(BlobOffer)
    /// Wants a piece of the offered blob stored, the hash checked with the last one.
    case storeChunk(Chunk)
    case readContent(Fetch)
    /// Wants a request of a device or an admin done: join, release, publish, invite, revoke.
    case perform(ClientMessage)
    case checkAdmission
    /// The session is over; the connection is to be closed once everything is sent.
    case close
}

/// What the server knows of a key that was let in.
public struct PeerRecord: Hashable, Sendable {
    /// 32 bytes.
    public let publicKey: [UInt8]
    public let role: Role
    public let isRevoked: Bool

    public init(publicKey: [UInt8], role: Role, isRevoked: Bool) {
        self.publicKey = publicKey
        self.role = role
        self.isRevoked = isRevoked
    }
}

/// What the store holds of the streams and cursors that a Hello claims.
public struct Opening: Hashable, Sendable {
    /// PostgreSQL's clock.
    public let time: Timestamp
    /// One per claim, in the same order.
    public let streams: [StreamHead]
    /// One per cursor, in the same order.
    public let cursorsMatch: [Bool]
    public let projectHead: UInt64
    /// Whether a stored event names a blob that is not complete here.
    public let lacksBlobs: Bool

    public init(
        time: Timestamp,
        streams: [StreamHead],
        cursorsMatch: [Bool],
        projectHead: UInt64,
        lacksBlobs: Bool = false
    ) {
        self.time = time
        self.streams = streams
        self.cursorsMatch = cursorsMatch
        self.projectHead = projectHead
        self.lacksBlobs = lacksBlobs
    }
}

/// What became of a push that was to be appended.
public enum AppendOutcome: Hashable, Sendable {
    /// The rules' answer; what it says is committed.
    case decided(PushAnswer)
    /// Nothing is known to be stored; the agent shall try again after so many milliseconds.
    case failed(retryAfter: UInt64)
}

/// What a lane holds after a cursor.
public enum LaneReading: Hashable, Sendable {
    /// Some events, and how far the lane was read: everything of it up to `to` is there. Empty where `to` is the head.
    case run(events: [CommittedEvent], to: UInt64, chainAfter: Digest)
    /// Nothing is stored after the cursor.
    case atHead
    /// The reader was revoked.
    case revoked
    /// The store has another chain at the cursor: it was restored from a backup since Hello.
    case historyChanged
}
