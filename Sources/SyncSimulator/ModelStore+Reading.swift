public import Survey
public import Sync

extension ModelStore {
    /// Makes the claimed streams known and compares everything with what is stored.
    public mutating func open(
        _ agent: AgentID,
        _ claims: [StreamClaim],
        _ cursors: [Cursor],
        now: Timestamp
    ) -> Opening {
        let heads = claims.map { claim in
            let stream = StreamID(agent: agent, incarnation: claim.incarnation)
            open(stream)
            let state = streams[stream] ?? .empty
            return StreamHead(
                incarnation: claim.incarnation,
                head: state.head,
                hash: state.hash,
                holdsClaim: claim.end == 0 || self[stream, claim.end]?.event.hash == claim.hash
            )
        }
        return Opening(
            time: now,
            streams: heads,
            cursorsMatch: cursors.map { holds($0) },
            projectHead: head
        )
    }

    /// Whether the chain at a cursor is the stored one.
    public func holds(_ cursor: Cursor) -> Bool {
        cursor.position == 0 ? cursor.chain == .zero : self[cursor.position]?.chain == cursor.chain
    }

    /// The highest of some points that is stored alike, else 0.
    public func common(_ compare: Compare, of agent: AgentID) -> Common {
        let number = compare.points.last { point in
            switch compare.subject {
            case .project: self[point.number]?.chain.prefix == point.hashPrefix
            case .stream(let incarnation):
                self[StreamID(agent: agent, incarnation: incarnation), point.number]?.event.hash.prefix
                    == point.hashPrefix
            }
        }?.number
        return Common(subject: compare.subject, number: number ?? 0)
    }

    /// What a lane holds after a cursor.
    public func read(after cursor: Cursor, limit: Int) -> LaneReading {
        guard holds(cursor) else { return .historyChanged }
        guard cursor.position < head else { return .atHead }
        var found: [CommittedEvent] = []
        var position = cursor.position
        while position < head, found.count < limit, let stored = self[position + 1] {
            position += 1
            if stored.event.envelope.lane == cursor.lane { found.append(stored.event) }
        }
        return .run(events: found, to: position, chainAfter: self[position]?.chain ?? .zero)
    }
}
