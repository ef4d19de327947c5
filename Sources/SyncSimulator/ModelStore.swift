public import Survey
public import Sync

/// The event store as a value: what PostgreSQL holds of one project.
///
/// A copy of it is a backup.
/// It keeps the contract of the real one: a group is read, decided and committed under the project's lock, or not at all.
public struct ModelStore: Sendable {
    public let project: ProjectID
    /// Every stored event; position n is at index n - 1.
    public private(set) var events: [StoredEvent] = []
    public private(set) var streams: [StreamID: StreamState] = [:]
    /// The time of the last append.
    public private(set) var clock = Timestamp(milliseconds: 0)
    /// Who may speak, and as what.
    public var agents: [AgentID: Role] = [:]
    public var revoked: Set<AgentID> = []
    /// The positions of each stream's events; sequence n is at index n - 1.
    private var positions: [StreamID: [UInt64]] = [:]
    /// The positions of the copies, by where their origin stands.
    private var copies: [StreamID: [UInt64: [UInt64]]] = [:]

    public init(project: ProjectID) { self.project = project }

    public var head: UInt64 { UInt64(events.count) }

    public var chain: Digest { events.last?.chain ?? .zero }

    /// The stored event at a position, where there is one.
    public subscript(position: UInt64) -> StoredEvent? {
        position >= 1 && position <= head ? events[Int(position) - 1] : nil
    }

    /// The stored event at a place of a stream, where there is one.
    public subscript(stream: StreamID, sequence: UInt64) -> StoredEvent? {
        guard let positions = positions[stream], sequence >= 1, sequence <= UInt64(positions.count) else { return nil }
        return self[positions[Int(sequence) - 1]]
    }

    /// Makes a stream known, as Hello does for each that it claims.
    public mutating func open(_ stream: StreamID) {
        if streams[stream] == nil { streams[stream] = .empty }
    }

    /// Reads, under the lock, what the rules need, and lets them decide.
    public func decide<Hash: Hashing>(
        _ group: [PreparedPush],
        now: Timestamp,
        by rules: AppendRules<Hash>
    ) throws(AppendDefect) -> AppendDecision {
        let admitted = streams.filter { !revoked.contains($0.key.agent) }
        let state = ProjectState(head: head, chain: chain, receivedAt: max(clock, now))
        return try rules.decide(group, project: state, streams: admitted, found: find(rules.lookups(for: group)))
    }

    /// Commits what was decided; the caller has held the lock since.
    public mutating func commit(_ decision: AppendDecision) {
        guard !decision.isEmpty else { return }
        precondition(decision.rows.first?.event.commitment.position == head + 1, "Somebody wrote without the lock.")
        for row in decision.rows {
            let event = row.event
            let position = event.commitment.position
            events.append(row)
            positions[event.envelope.stream, default: []].append(position)
            if let origin = event.envelope.origin {
                let stream = StreamID(agent: event.envelope.agent, incarnation: origin.incarnation)
                copies[stream, default: [:]][origin.sequence, default: []].append(position)
            }
        }
        for growth in decision.streams { streams[growth.stream] = growth.state }
        clock = decision.project.receivedAt
    }

    private func find(_ lookups: AppendLookups) -> AppendFindings {
        var found = AppendFindings()
        for position in lookups.bases {
            guard let stored = self[position] else { continue }
            let receivedAt = stored.event.commitment.receivedAt
            found.addBasis(position: position, chainPrefix: stored.chain.prefix, receivedAt: receivedAt)
        }
        for range in lookups.ranges {
            for sequence in range.lower...range.upper {
                if let event = self[range.stream, sequence]?.event {
                    let occurredAt = event.commitment.occurredAt
                    found.addEvent(in: range.stream, sequence: sequence, hash: event.hash, occurredAt: occurredAt)
                }
                for position in copies[range.stream]?[sequence] ?? [] {
                    guard let copy = self[position]?.event, let origin = copy.envelope.origin else { continue }
                    let occurredAt = copy.commitment.occurredAt
                    found.addCopy(of: range.stream, sequence: sequence, hash: origin.hash, occurredAt: occurredAt)
                }
            }
        }
        return found
    }
}
