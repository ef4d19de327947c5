import Survey
import Sync
import SyncSimulator

/// Somebody who writes events into one stream, for tests of the append rules.
struct Author {
    static let project = ProjectID(high: 1, low: 2)
    /// The server's time in these tests: an afternoon of 2026.
    static let now = Timestamp(milliseconds: 1_790_000_000_000)

    let agent: AgentID
    let incarnation: Incarnation
    private(set) var events: [Envelope] = []

    init(agent: UInt64 = 1, incarnation: UInt64 = 1) {
        self.agent = AgentID(high: 0, low: agent)
        self.incarnation = Incarnation(incarnation)
    }

    init(agent: AgentID, incarnation: UInt64) {
        self.agent = agent
        self.incarnation = Incarnation(incarnation)
    }

    var stream: StreamID { StreamID(agent: agent, incarnation: incarnation) }

    func hash(at sequence: UInt64) -> Digest {
        sequence == 0 ? .zero : events[Int(sequence) - 1].hash(with: FastHashing())
    }

    /// Appends events that differ from one another, and from other authors' by `text`.
    mutating func write(
        _ count: Int = 1,
        basis: Basis = .none,
        origin: Origin? = nil,
        text: String = "",
        recordedAt: Timestamp = now
    ) {
        for _ in 0..<count {
            let sequence = UInt64(events.count) + 1
            events.append(
                Envelope(
                    project: Self.project,
                    agent: agent,
                    incarnation: incarnation,
                    sequence: sequence,
                    previousHash: hash(at: sequence - 1),
                    recordedAt: recordedAt,
                    basis: basis,
                    origin: origin,
                    kind: EventKind.scanSampled.rawValue,
                    payload: Array("\(sequence) \(text)".utf8)
                )
            )
        }
    }

    /// The events of some sequences as a push; every age is the same.
    func push(_ sequences: ClosedRange<UInt64>, age: Age = .measured(0)) -> Push {
        Push(
            incarnation: incarnation,
            first: sequences.lowerBound,
            previousHash: hash(at: sequences.lowerBound - 1),
            events: sequences.map { events[Int($0) - 1].bytes },
            ages: sequences.map { _ in age }
        )
    }

    /// The same, read and checked.
    func prepared(
        _ sequences: ClosedRange<UInt64>,
        age: Age = .measured(0),
        reference: Timestamp = now
    ) throws -> PreparedPush {
        let push = push(sequences, age: age)
        return try PreparedPush(push, by: agent, in: Self.project, reference: reference, with: FastHashing())
    }

    /// What a recovery's copy of an event names as its origin.
    func origin(_ sequence: UInt64) -> Origin {
        Origin(incarnation: incarnation, sequence: sequence, hash: hash(at: sequence))
    }
}

extension ModelStore {
    /// An empty store that has let some authors in.
    init(for authors: Author...) {
        self.init(project: Author.project)
        for author in authors { open(author.stream) }
    }

    /// Decides and commits a group.
    mutating func append(_ group: PreparedPush..., now: Timestamp = Author.now) throws -> [PushAnswer] {
        let decision = try decide(group, now: now, by: AppendRules(hashing: FastHashing()))
        commit(decision)
        return decision.answers
    }

    var commitments: [Commitment] { events.map(\.event.commitment) }
}
