public import Survey

/// What a client session is told: by the connection, by the log, and by whoever started it.
public enum ClientInput: Hashable, Sendable {
    /// The connection is open.
    case connected
    case received(ServerMessage)
    /// Answers ``ClientEffect/readLog`` and ``ClientEffect/recover(_:lastCommon:)``.
    case log(LogSummary)
    /// Answers ``ClientEffect/sign(streams:)``.
    case signed([UInt8])
    /// Answers ``ClientEffect/readEvents(_:from:maximumBytes:)``.
    case events(EventRun)
    /// Answers ``ClientEffect/readPoints(_:after:before:)``.
    case points(ComparedHistory, [HistoryPoint])
    /// Answers ``ClientEffect/rewind(to:)`` with the cursors as they are now.
    case rewound([Cursor])
    /// Answers ``ClientEffect/apply(_:)``.
    case applied(Lane)
    /// The log grew: the stream now ends at this sequence.
    case appended(Incarnation, end: UInt64)
    /// Answers ``ClientEffect/readBlob(_:offset:count:)``.
    case blobBytes(Digest, offset: UInt64, [UInt8])
    /// Answers ``ClientEffect/store(_:)``; false where the content turned out to have another hash.
    case stored(ContentReference, isIntact: Bool)
    /// Asks the server for something.
    case request(ClientRequest)
    /// A blob of the log is to be brought to the server.
    case offer(BlobOffer)
    /// Content is to be fetched from an offset on.
    case fetch(Fetch)
    /// Time has passed; at least once a second.
    case tick
}

/// What a client session wants done, in this order.
///
/// The program may stop between any two effects: what each leaves in the log is consistent by itself.
public enum ClientEffect: Hashable, Sendable {
    case send(ClientMessage)
    /// Wants to know what the log holds.
    case readLog
    /// Wants the agent's signature over ``Hello/signedBytes(exporter:project:agent:streams:)``.
    case sign(streams: [StreamClaim])
    /// Wants consecutive events, up to ``Limits/batchEvents`` and so many bytes, at least one.
    case readEvents(Incarnation, from: UInt64, maximumBytes: Int)
    /// Wants at most ``Limits/comparedPoints`` points of the log's own history between two numbers that are not among them,
    /// rising and evenly spread, the highest included.
    case readPoints(ComparedHistory, after: UInt64, before: UInt64)
    /// The server holds a stream up to and with this sequence; lower than before where it was restored from a backup.
    case acknowledge(Incarnation, through: UInt64)
    /// Wants a stream closed after this sequence, and a copy of each later event appended to another.
    case recover(Incarnation, lastCommon: UInt64)
    /// Wants everything beyond a position taken back.
    case rewind(to: UInt64)
    /// Wants a batch stored and its lane's cursor moved, in one transaction.
    case apply(EventBatch)
    /// Wants so many bytes of a blob at an offset, or what is left of it.
    case readBlob(Digest, offset: UInt64, count: Int)
    /// The server holds the whole of a blob.
    case markSafe(Digest)
    /// Wants a piece of fetched content stored.
    case store(Chunk)
    /// The answer to the oldest request.
    case answer(ClientAnswer)
    /// Something that people should see.
    case notice(ClientNotice)
    /// The session is over; the connection is to be closed.
    case close(CloseReason)
}

/// What the log holds, as far as a session needs to know.
public struct LogSummary: Hashable, Sendable {
    /// Every incarnation, oldest first: the last one grows.
    public let streams: [LoggedStream]
    /// The lanes that are pulled.
    public let cursors: [Cursor]

    public init(streams: [LoggedStream], cursors: [Cursor]) {
        self.streams = streams
        self.cursors = cursors
    }
}

/// A stream of the log, and how much of it the server has acknowledged.
public struct LoggedStream: Hashable, Sendable {
    public let claim: StreamClaim
    public let acknowledged: UInt64

    public init(claim: StreamClaim, acknowledged: UInt64) {
        self.claim = claim
        self.acknowledged = acknowledged
    }
}

/// Consecutive events of the log.
public struct EventRun: Hashable, Sendable {
    public let incarnation: Incarnation
    public let first: UInt64
    /// The hash of the event before.
    public let previousHash: Digest
    public let events: [LoggedEvent]

    public init(incarnation: Incarnation, first: UInt64, previousHash: Digest, events: [LoggedEvent]) {
        self.incarnation = incarnation
        self.first = first
        self.previousHash = previousHash
        self.events = events
    }
}

/// An event of the log, with what its date rests on.
public struct LoggedEvent: Hashable, Sendable {
    /// The canonical envelope.
    public let bytes: [UInt8]
    public let written: Moment
    public let known: KnownDate?

    public init(bytes: [UInt8], written: Moment, known: KnownDate?) {
        self.bytes = bytes
        self.written = written
        self.known = known
    }
}
