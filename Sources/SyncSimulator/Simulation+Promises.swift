import Survey
import Sync
import Venue

extension Simulation {
    /// Milliseconds after which a healthy system must be in order.
    private static let patience: Int64 = 1_800_000

    /// Ends the run once everything is where it should be.
    mutating func checkHealth() {
        if isInOrder {
            hasEnded = true
        } else if now - healedAt > Self.patience {
            fail("not in order \(Self.patience / 1_000) s after everything works: \(disorder)")
        } else {
            schedule(.checkHealth, in: 2_000)
        }
    }

    private var isInOrder: Bool {
        agents.allSatisfy { agent in
            agent.isRunning && !agent.log.isRecovering && agent.pending.isEmpty
                && agent.log.replica.count == store.events.count
                && agent.log.streams.allSatisfy { isStored($0, of: agent.log.agent) }
        }
    }

    private func isStored(_ stream: ModelLog.OwnStream, of agent: AgentID) -> Bool {
        let id = StreamID(agent: agent, incarnation: stream.incarnation)
        if stream.closedAt == nil, (store.streams[id]?.head ?? 0) != stream.end { return false }
        return stream.end == 0 || store[id, stream.end]?.event.hash == stream.hash(at: stream.end)
    }

    private var disorder: String {
        agents.enumerated().map { index, agent in
            let streams = agent.log.streams.map { stream in
                let id = StreamID(agent: agent.log.agent, incarnation: stream.incarnation)
                return "\(stream.end)/\(store.streams[id]?.head ?? 0)\(stream.closedAt == nil ? "" : " closed")"
            }
            return "agent \(index): \(agent.log.replica.count) of \(store.events.count) pulled, streams \(streams)"
        }.joined(separator: "; ")
    }

    // MARK: While it runs

    /// Promise 2: what is acknowledged is committed.
    mutating func checkAcknowledged(_ incarnation: Incarnation, _ through: UInt64, by index: Int, over link: Int) {
        guard links[link].history == history, through > 0 else { return }
        let log = agents[index].log
        let stored = store[StreamID(agent: log.agent, incarnation: incarnation), through]?.event.hash
        let own = log.streams.first { $0.incarnation == incarnation }?.hash(at: through)
        if stored == nil || stored != own {
            fail("agent \(index): \(through) of \(incarnation) is acknowledged, not stored")
        }
    }

    /// Promise 4: what a reader gets stands at that position, and stays there.
    mutating func checkPulled(_ batch: EventBatch, by index: Int, over link: Int) {
        guard links[link].history == history else { return }
        for entry in batch.entries {
            let commitment: Commitment
            let hash: Digest?
            switch entry {
            case .whole(let bytes, let given): (hash, commitment) = (FastHashing().sha256(bytes), given)
            case .own(let incarnation, let sequence, let given):
                let stream = agents[index].log.streams.first { $0.incarnation == incarnation }
                (hash, commitment) = (stream?.hash(at: sequence), given)
            }
            let stored = store[commitment.position]?.event
            if stored?.hash != hash || stored?.commitment != commitment {
                return fail("agent \(index) pulled what is not stored at position \(commitment.position)")
            }
        }
    }

    /// Promise 12: five seconds after a revocation nothing goes out any more.
    mutating func checkSent(_ message: ServerMessage, to agent: AgentID) {
        guard let since = revokedAt[agent], now - since > Limits.Deadline.unconfirmed + 1_000 else { return }
        switch message {
        case .events, .pushed, .welcome: fail("a revoked agent gets \(message)")
        default: break
        }
    }

    // MARK: In the end

    mutating func checkPromises() {
        counts.stored = store.events.count
        counts.duplicates = store.events.count { $0.event.commitment.isDuplicate }
        checkStore()
        checkNothingIsLost()
        checkReplicas()
        if history == 0 { checkDates() }
    }

    /// Promise 4: positions and sequences without gaps, and the chain over them.
    private mutating func checkStore() {
        var chain = Digest.zero
        var heads: [StreamID: UInt64] = [:]
        var clock = Timestamp(milliseconds: .min)
        for (index, stored) in store.events.enumerated() {
            let event = stored.event
            chain = .chain(after: chain, event: event.hash, event.commitment, with: FastHashing())
            guard stored.chain == chain, event.commitment.position == UInt64(index) + 1 else {
                return fail("position \(index + 1) does not continue the chain")
            }
            guard event.envelope.sequence == heads[event.envelope.stream, default: 0] + 1 else {
                return fail("position \(index + 1) does not continue its stream")
            }
            guard event.commitment.receivedAt >= clock else { return fail("the store's clock went back") }
            heads[event.envelope.stream] = event.envelope.sequence
            clock = event.commitment.receivedAt
        }
    }

    /// Promises 3, 6 and 7: every event that any disk holds is applied exactly once.
    private mutating func checkNothingIsLost() {
        var applied: [Digest: Int] = [:]
        var contents: [[UInt8]: Int] = [:]
        for stored in store.events {
            let identity = stored.event.envelope.origin?.hash ?? stored.event.hash
            let isApplied = !stored.event.commitment.isDuplicate
            applied[identity, default: 0] += isApplied ? 1 : 0
            contents[stored.event.envelope.payload, default: 0] += isApplied ? 1 : 0
        }
        for stored in store.events {
            let identity = stored.event.envelope.origin?.hash ?? stored.event.hash
            guard applied[identity] == 1, contents[stored.event.envelope.payload] == 1 else {
                return fail(
                    "the event at position \(stored.event.commitment.position) is applied \(applied[identity] ?? 0) times"
                )
            }
        }
        for (index, agent) in agents.enumerated() {
            for stream in agent.log.streams {
                for event in stream.events where applied[event.envelope.origin?.hash ?? event.hash] == nil {
                    return fail("event \(event.envelope.sequence) of \(stream.incarnation) of agent \(index) is lost")
                }
            }
        }
    }

    /// Promises 5 and 8: every replica holds the same, down to the digest.
    private mutating func checkReplicas() {
        let events = store.events.map(\.event)
        let truth = venue(of: events)
        let digest = truth.digest(with: FastHashing())
        let index = index(of: events, in: truth)
        for (number, agent) in agents.enumerated() {
            let pulled = agent.log.pulled
            if pulled != events { return fail("agent \(number) holds other events than the server") }
            // What it folded batch by batch, in the order of its life, is what the server folds from nothing.
            let own = agent.venue ?? venue(of: pulled)
            if own.digest(with: FastHashing()) != digest {
                return fail("agent \(number) has another digest than the server")
            }
            if agent.venue != nil, self.index(of: pulled, in: own) != index {
                return fail("agent \(number) has another index than the server")
            }
        }
    }

    /// Promise 9: no clock contradicts what an author had seen, and an age within one boot is right.
    private mutating func checkDates() {
        // Hello may be under way until its deadline, and a link's latency longer.
        let late = Limits.Deadline.greeting + 5_000
        // A clone or a restored log may have brought the beginning of a stream, and have had to estimate it.
        let isAlone = counts.clones == 0 && counts.restoredLogs == 0
        var estimated: Set<StreamID> = []
        var latest: [StreamID: Timestamp] = [:]
        for stored in store.events {
            let commitment = stored.event.commitment
            let place = "the event at position \(commitment.position)"
            if commitment.occurredAt > commitment.receivedAt { return fail("\(place) happened after it arrived") }
            if let seen = store[commitment.seen], commitment.occurredAt < seen.event.commitment.receivedAt {
                return fail("\(place) happened before what its author had seen")
            }
            let stream = stored.event.envelope.stream
            if stored.event.envelope.origin == nil {
                if commitment.occurredAt < latest[stream] ?? commitment.occurredAt {
                    return fail("\(place) happened before its predecessor")
                }
                latest[stream] = commitment.occurredAt
            }
            if commitment.isEstimated { estimated.insert(stream) }
            guard !commitment.isEstimated else { continue }
            let identity = stored.event.envelope.origin?.hash ?? stored.event.hash
            let truth = writtenAt[identity].map { Self.beginning.advanced(byMilliseconds: $0) }
            guard let truth, commitment.occurredAt >= truth,
                commitment.occurredAt <= truth.advanced(byMilliseconds: late)
                    || (!isAlone && estimated.contains(stream))
            else {
                return fail("\(place) is dated \(commitment.occurredAt), and happened at \(truth?.description ?? "?")")
            }
        }
    }
}
