public import Survey

/// The rules of the append: from what is stored and what is pushed to the rows that follow.
///
/// Pure: the store locks, reads what ``lookups(for:)`` names, asks ``decide(_:project:streams:found:)``, writes and commits.
/// However often and in whatever groups the same pushes come, each event is stored once and each push gets one answer.
public struct AppendRules<Hash: Hashing>: Sendable {
    private let hashing: Hash
    private let faults: Faults

    /// The rules, hashing with SHA-256.
    public init(hashing: Hash) { self.init(hashing: hashing, faults: []) }

    /// Rules with defects, for the tests that must notice them.
    package init(hashing: Hash, faults: Faults) {
        self.hashing = hashing
        self.faults = faults
    }

    /// Decides a group of pushes of one project, in their order.
    ///
    /// - Parameters:
    ///   - group: pushes of any agents; several may be of the same stream.
    ///   - project: read under the project's lock.
    ///   - streams: the states of the pushes' streams, read after it; an absent one admits nothing.
    ///   - found: what was found for the group's ``lookups(for:)``.
    /// - Returns: what to write, and what to answer once it is committed.
    /// - Throws: ``AppendDefect`` where the store contradicts itself.
    public func decide(
        _ group: [PreparedPush],
        project: ProjectState,
        streams: [StreamID: StreamState],
        found: AppendFindings
    ) throws(AppendDefect) -> AppendDecision {
        var draft = AppendDraft(hashing: hashing, faults: faults, project: project, streams: streams, found: found)
        var answers: [PushAnswer] = []
        answers.reserveCapacity(group.count)
        for push in group { answers.append(try draft.add(push)) }
        return draft.decision(answers: answers)
    }
}

/// A group on its way to a decision: what is stored, and what the pushes so far add to it.
private struct AppendDraft<Hash: Hashing> {
    let hashing: Hash
    let faults: Faults
    let project: ProjectState
    let found: AppendFindings
    var streams: [StreamID: StreamState]
    var chain: Digest
    var rows: [StoredEvent] = []
    var grown: Set<StreamID> = []
    /// The events that this group adds, by what they are.
    var added: Set<EventIdentity> = []
    /// The hashes of this group's rows by their place, for pushes of the group that overlap.
    var hashes: [StreamID: [UInt64: Digest]] = [:]

    init(
        hashing: Hash,
        faults: Faults,
        project: ProjectState,
        streams: [StreamID: StreamState],
        found: AppendFindings
    ) {
        self.hashing = hashing
        self.faults = faults
        self.project = project
        self.streams = streams
        self.found = found
        chain = project.chain
    }

    mutating func add(_ push: PreparedPush) throws(AppendDefect) -> PushAnswer {
        guard let state = streams[push.stream] else { return .notAdmitted }
        guard push.first <= state.head + 1 else { return .gap(expected: state.head + 1) }
        if !faults.contains(.ignoresOldSequences), let difference = try firstDifference(of: push, from: state) {
            return .fork(at: difference)
        }
        let known = Int(min(state.head + 1 - push.first, UInt64(push.events.count)))
        append(push.events[known...], of: push, to: state)
        return .pushed(through: push.last)
    }

    /// The lowest sequence at which a push differs from what is stored; nil where it does not.
    private func firstDifference(of push: PreparedPush, from state: StreamState) throws(AppendDefect) -> UInt64? {
        let before = push.first - 1
        if try storedHash(at: before, of: push.stream, state) != push.previousHash { return before }
        for event in push.events {
            let sequence = event.envelope.sequence
            guard sequence <= state.head else { break }
            if try storedHash(at: sequence, of: push.stream, state) != event.hash { return sequence }
        }
        return nil
    }

    private func storedHash(
        at sequence: UInt64,
        of stream: StreamID,
        _ state: StreamState
    ) throws(AppendDefect) -> Digest {
        if sequence == 0 { return .zero }
        if sequence == state.head { return state.hash }
        if let hash = hashes[stream]?[sequence] ?? found.originals[stream]?[sequence]?.hash { return hash }
        throw .eventMissing(stream, sequence: sequence)
    }

    private mutating func append(_ events: ArraySlice<PushedEvent>, of push: PreparedPush, to state: StreamState) {
        guard let last = events.last else { return }
        var dating = Dating(state, reference: push.reference, receivedAt: project.receivedAt, faults: faults)
        for event in events {
            let position = project.head + UInt64(rows.count) + 1
            let basis = confirmed(event.envelope.basis)
            let date = dating.date(event, seen: basis?.receivedAt, found: found)
            let identity = event.identity
            let isDuplicate = found.holds(identity) || !added.insert(identity).inserted
            let commitment = Commitment(
                position: position,
                receivedAt: project.receivedAt,
                occurredAt: date.occurredAt,
                isEstimated: date.isEstimated,
                seen: basis == nil ? 0 : event.envelope.basis.position,
                isDuplicate: isDuplicate
            )
            chain = Digest.chain(after: chain, event: event.hash, commitment, with: hashing)
            let committed = CommittedEvent(envelope: event.envelope, hash: event.hash, commitment: commitment)
            rows.append(StoredEvent(event: committed, chain: chain))
            hashes[push.stream, default: [:]][event.envelope.sequence] = event.hash
        }
        streams[push.stream] = StreamState(head: push.last, hash: last.hash, occurredAt: dating.latest)
        grown.insert(push.stream)
    }

    /// The stored event that an author claims to have seen, if the server's chain there is the one the author knew.
    private func confirmed(_ basis: Basis) -> AppendFindings.Basis? {
        guard basis.position > 0, basis.position <= project.head else { return nil }
        return found.bases[basis.position].flatMap { $0.chainPrefix == basis.chainPrefix ? $0 : nil }
    }

    func decision(answers: [PushAnswer]) -> AppendDecision {
        AppendDecision(
            rows: rows,
            streams: grown.sorted().compactMap { stream in
                streams[stream].map { StreamGrowth(stream: stream, state: $0) }
            },
            project: ProjectState(
                head: project.head + UInt64(rows.count),
                chain: chain,
                receivedAt: project.receivedAt
            ),
            answers: answers
        )
    }
}
