public import Survey
public import Sync

/// The edge log as a value: what SQLite holds for one installation.
///
/// A copy of it is a backup, or a cloned disk. Every function is one transaction.
public struct ModelLog: Sendable {
    public let project: ProjectID
    public let publicKey: [UInt8]
    public private(set) var streams: [OwnStream]
    /// What was pulled, by position.
    public private(set) var replica: [UInt64: ReplicaRow] = [:]
    /// Events of others that a rewind took back.
    public private(set) var orphans: Set<Digest> = []
    public private(set) var cursors = Lane.allCases.map { Cursor(lane: $0, position: 0, chain: .zero) }
    /// Where the cursors have been, rising.
    private var points: [(position: UInt64, chain: Digest)] = []
    /// Parts of closed streams that recovery has still to copy.
    private var tasks: [(stream: Int, first: UInt64, last: UInt64)] = []

    /// Points that are kept; beyond, the older half loses every other one.
    private static let pointLimit = 48

    public init(project: ProjectID, publicKey: [UInt8], incarnation: Incarnation) {
        self.project = project
        self.publicKey = publicKey
        streams = [OwnStream(incarnation: incarnation)]
    }

    public var agent: AgentID { FastHashing().agentID(ofPublicKey: publicKey) }

    /// The incarnation that grows.
    public var incarnation: Incarnation { streams[streams.count - 1].incarnation }

    public var isRecovering: Bool { !tasks.isEmpty }

    /// One incarnation of the log.
    public struct OwnStream: Sendable {
        public let incarnation: Incarnation
        /// Every event that was written, the ones beyond a closed stream's end too.
        public fileprivate(set) var events: [OwnEvent] = []
        public fileprivate(set) var closedAt: UInt64?
        public fileprivate(set) var acknowledged: UInt64 = 0

        /// The last sequence that counts.
        public var end: UInt64 { closedAt ?? UInt64(events.count) }

        /// The hash at a sequence that is there; zero at 0.
        public func hash(at sequence: UInt64) -> Digest { sequence == 0 ? .zero : events[Int(sequence) - 1].hash }
    }

    /// An event that this log wrote.
    public struct OwnEvent: Sendable {
        public let envelope: Envelope
        public let hash: Digest
        public let written: Moment
        public fileprivate(set) var known: KnownDate?
    }

    /// An event that was pulled.
    public struct ReplicaRow: Hashable, Sendable {
        public let event: CommittedEvent
        /// Whether the payload stands among the own events.
        public let isOwn: Bool

        public init(event: CommittedEvent, isOwn: Bool) {
            self.event = event
            self.isOwn = isOwn
        }
    }

    /// Appends an event.
    @discardableResult
    public mutating func append(_ payload: [UInt8], kind: EventKind, at moment: Moment) -> OwnEvent {
        append(payload, kind: kind.rawValue, written: moment, basis: basis, origin: nil, known: nil)
    }

    private var basis: Basis {
        let cursor = cursors[Int(Lane.structure.rawValue)]
        return cursor.position == 0 ? .none : Basis(position: cursor.position, chainPrefix: cursor.chain.prefix)
    }

    private mutating func append(
        _ payload: [UInt8],
        kind: UInt16,
        written: Moment,
        basis: Basis,
        origin: Origin?,
        known: KnownDate?
    ) -> OwnEvent {
        let index = streams.count - 1
        let sequence = UInt64(streams[index].events.count) + 1
        let envelope = Envelope(
            project: project,
            agent: agent,
            incarnation: streams[index].incarnation,
            sequence: sequence,
            previousHash: streams[index].hash(at: sequence - 1),
            recordedAt: written.wallClock,
            basis: basis,
            origin: origin,
            kind: kind,
            payload: payload
        )
        let event = OwnEvent(
            envelope: envelope,
            hash: envelope.hash(with: FastHashing()),
            written: written,
            known: known
        )
        streams[index].events.append(event)
        return event
    }
}

// MARK: - Reading

extension ModelLog {
    /// What a session needs to know.
    public var summary: LogSummary {
        let logged = streams.map { stream in
            let claim = StreamClaim(
                incarnation: stream.incarnation,
                end: stream.end,
                hash: stream.hash(at: stream.end),
                isClosed: stream.closedAt != nil
            )
            return LoggedStream(claim: claim, acknowledged: min(stream.acknowledged, stream.end))
        }
        return LogSummary(streams: logged, cursors: cursors)
    }

    /// Consecutive events of a stream that count.
    public func events(_ incarnation: Incarnation, from first: UInt64, maximumBytes: Int) -> EventRun {
        let stream = streams.first { $0.incarnation == incarnation }
        var events: [LoggedEvent] = []
        var bytes = 0
        var previous = Digest.zero
        if let stream, first <= stream.end {
            previous = stream.hash(at: first - 1)
            for event in stream.events[Int(first - 1)..<Int(stream.end)].prefix(Limits.batchEvents) {
                let encoded = event.envelope.bytes
                bytes += encoded.count
                if bytes > maximumBytes, !events.isEmpty { break }
                events.append(LoggedEvent(bytes: encoded, written: event.written, known: event.known))
            }
        }
        return EventRun(incarnation: incarnation, first: first, previousHash: previous, events: events)
    }

    /// Points of the log's own history between two numbers.
    public func points(_ subject: ComparedHistory, after lower: UInt64, before upper: UInt64) -> [HistoryPoint] {
        switch subject {
        case .project:
            let known = points.filter { $0.position > lower && $0.position < upper }
            return Self.spread(0, UInt64(known.count)).map {
                let point = known[Int($0) - 1]
                return HistoryPoint(number: point.position, hashPrefix: point.chain.prefix)
            }
        case .stream(let incarnation):
            guard let stream = streams.first(where: { $0.incarnation == incarnation }) else { return [] }
            return Self.spread(lower, upper - 1).map {
                HistoryPoint(number: $0, hashPrefix: stream.hash(at: $0).prefix)
            }
        }
    }

    /// Numbers above `lower` up to and with `upper`, evenly spread.
    private static func spread(_ lower: UInt64, _ upper: UInt64) -> [UInt64] {
        guard upper > lower else { return [] }
        let count = min(upper - lower, UInt64(Limits.comparedPoints))
        return (1...count).map { lower + (upper - lower) * $0 / count }
    }
}

// MARK: - What the server says

extension ModelLog {
    /// Notes what the server holds of a stream.
    public mutating func acknowledge(_ incarnation: Incarnation, through sequence: UInt64) {
        guard let index = streams.firstIndex(where: { $0.incarnation == incarnation }) else { return }
        streams[index].acknowledged = sequence
    }

    /// Stores a batch and moves its lane's cursor; false where it does not continue the lane, or says that the log holds
    /// what it does not.
    public mutating func apply(_ batch: EventBatch) -> Bool {
        let lane = Int(batch.lane.rawValue)
        guard cursors[lane].position == batch.from else { return false }
        for entry in batch.entries {
            switch entry {
            case .own(let incarnation, let sequence, let commitment):
                guard let index = streams.firstIndex(where: { $0.incarnation == incarnation }), sequence > 0,
                    sequence <= UInt64(streams[index].events.count)
                else { return false }
                keepOwn(index, sequence, commitment)
            case .whole(let bytes, let commitment):
                guard let envelope = try? Envelope(bytes: bytes) else { return false }  // the caller reports it
                let hash = FastHashing().sha256(bytes)
                let index = streams.firstIndex { $0.incarnation == envelope.incarnation }
                if envelope.agent == agent, let index, envelope.sequence <= UInt64(streams[index].events.count),
                    streams[index].hash(at: envelope.sequence) == hash
                {
                    keepOwn(index, envelope.sequence, commitment)
                } else {
                    orphans.remove(hash)
                    replica[commitment.position] = ReplicaRow(
                        event: CommittedEvent(envelope: envelope, hash: hash, commitment: commitment),
                        isOwn: false
                    )
                }
            }
        }
        cursors[lane] = Cursor(lane: batch.lane, position: batch.to, chain: batch.chainAfter)
        keepPoint(batch.to, batch.chainAfter)
        return true
    }

    private mutating func keepOwn(_ index: Int, _ sequence: UInt64, _ commitment: Commitment) {
        let event = streams[index].events[Int(sequence) - 1]
        let known = KnownDate(occurredAt: commitment.occurredAt, isEstimated: commitment.isEstimated)
        streams[index].events[Int(sequence) - 1].known = known
        replica[commitment.position] = ReplicaRow(
            event: CommittedEvent(envelope: event.envelope, hash: event.hash, commitment: commitment),
            isOwn: true
        )
    }

    private mutating func keepPoint(_ position: UInt64, _ chain: Digest) {
        let index = points.firstIndex { $0.position >= position } ?? points.count
        if index < points.count, points[index].position == position { return }
        points.insert((position, chain), at: index)
        guard points.count > Self.pointLimit else { return }
        let older = points.prefix(Self.pointLimit / 2).enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        points = older + points.dropFirst(Self.pointLimit / 2)
    }

    /// Takes back everything beyond a position at which a cursor stood.
    public mutating func rewind(to position: UInt64) {
        let chain = points.first { $0.position == position }?.chain ?? cursors.first { $0.position == position }?.chain
        precondition(position == 0 || chain != nil, "The log never stood at position \(position).")
        for (place, row) in replica where place > position {
            if !row.isOwn { orphans.insert(row.event.hash) }
            replica[place] = nil
        }
        points.removeAll { $0.position > position }
        for index in cursors.indices where cursors[index].position > position {
            cursors[index] = Cursor(lane: cursors[index].lane, position: position, chain: chain ?? .zero)
        }
    }
}

extension ModelLog {
    /// Everything that was pulled, by position.
    var pulled: [CommittedEvent] { replica.sorted { $0.key < $1.key }.map(\.value.event) }

    /// What a batch that was applied has brought.
    func events(of batch: EventBatch) -> [CommittedEvent] {
        batch.entries.compactMap { entry in
            switch entry {
            case .own(_, _, let commitment), .whole(_, let commitment): replica[commitment.position]?.event
            }
        }
    }
}

// MARK: - Recovery

extension ModelLog {
    /// Closes a stream after its last common event, and notes which events are to be copied.
    public mutating func recover(_ incarnation: Incarnation, lastCommon: UInt64, successor: Incarnation) {
        guard let index = streams.firstIndex(where: { $0.incarnation == incarnation }) else { return }
        let end = streams[index].end
        let newEnd = min(end, lastCommon)
        if streams[index].closedAt == nil { streams.append(OwnStream(incarnation: successor)) }
        streams[index].closedAt = newEnd
        if newEnd < end { tasks.append((index, newEnd + 1, end)) }
    }

    /// Makes some of the copies that are due.
    public mutating func copySome(_ limit: UInt64) {
        guard let task = tasks.first else { return }
        let through = min(task.last, task.first + limit - 1)
        let incarnation = streams[task.stream].incarnation
        for sequence in task.first...through {
            let event = streams[task.stream].events[Int(sequence) - 1]
            let origin = Origin(incarnation: incarnation, sequence: sequence, hash: event.hash)
            _ = append(
                event.envelope.payload,
                kind: event.envelope.kind,
                written: event.written,
                basis: event.envelope.basis,
                origin: event.envelope.origin ?? origin,
                known: event.known
            )
        }
        if through == task.last { tasks.removeFirst() } else { tasks[0].first = through + 1 }
    }

    /// Opens the log: where it holds less than the sidecar says, it goes on in a new incarnation, and this returns true.
    public mutating func open(_ sidecar: Sidecar?, successor: Incarnation) -> Bool {
        guard let sidecar else { return false }
        let known = streams.first { $0.incarnation == sidecar.incarnation }
        guard known.map({ $0.closedAt == nil && UInt64($0.events.count) < sidecar.acknowledged }) ?? true else {
            return false
        }
        recover(self.incarnation, lastCommon: .max, successor: successor)
        return true
    }
}

/// What the small file outside the database says: the highest acknowledged sequence of an incarnation.
public struct Sidecar: Hashable, Sendable {
    public var incarnation: Incarnation
    public var acknowledged: UInt64

    public init(incarnation: Incarnation, acknowledged: UInt64) {
        self.incarnation = incarnation
        self.acknowledged = acknowledged
    }
}
