public import Survey
import TestSupport

@testable import Venue

/// A written history: who said what, when, and what each had seen.
struct Script {
    private(set) var events: [(CommittedEvent, DecodedPayload)] = []
    private var sequences: [StreamID: UInt64] = [:]

    static let project = ProjectID(high: 0, low: 1)

    /// An agent of its own per number.
    static func stream(_ agent: UInt64, incarnation: UInt64 = 1) -> StreamID {
        StreamID(agent: AgentID(high: 0xA, low: agent), incarnation: Incarnation(incarnation))
    }

    /// Writes the next event of an agent; the position is the next free one.
    @discardableResult
    mutating func add(
        _ event: SurveyEvent,
        at time: Int64,
        by agent: UInt64 = 0,
        seen: UInt64 = 0
    ) -> CommittedEvent {
        append(.event(event), kind: event.kind.rawValue, at: time, by: Self.stream(agent), seen: seen)
    }

    @discardableResult
    mutating func append(
        _ payload: DecodedPayload,
        kind: UInt16,
        at time: Int64,
        by stream: StreamID,
        seen: UInt64 = 0,
        origin: Origin? = nil,
        isDuplicate: Bool = false
    ) -> CommittedEvent {
        let sequence = (sequences[stream] ?? 0) + 1
        sequences[stream] = sequence
        let envelope = Envelope(
            project: Self.project,
            agent: stream.agent,
            incarnation: stream.incarnation,
            sequence: sequence,
            previousHash: .zero,
            recordedAt: Timestamp(milliseconds: time),
            basis: .none,
            origin: origin,
            kind: kind,
            payload: []
        )
        let committed = CommittedEvent(
            envelope: envelope,
            hash: Self.hash(stream, sequence),
            commitment: Commitment(
                position: UInt64(events.count + 1),
                receivedAt: Timestamp(milliseconds: time),
                occurredAt: Timestamp(milliseconds: time),
                isEstimated: false,
                seen: seen,
                isDuplicate: isDuplicate
            )
        )
        events.append((committed, payload))
        return committed
    }

    /// The hash that stands for an event here: its place is content enough.
    static func hash(_ stream: StreamID, _ sequence: UInt64) -> Digest {
        let words = [stream.agent.low, stream.incarnation.value, sequence, 7]
        return Digest(bytes: words.flatMap(\.bigEndianBytes))!
    }

    /// The venue of all events, in one batch.
    var venue: Venue { Self.fold(events) }

    static func fold(_ events: [(CommittedEvent, DecodedPayload)]) -> Venue {
        var venue = Venue(id: project)
        venue.apply(events)
        return venue
    }

    /// The same events arriving in another order: positions are dealt anew; what each had seen must be 0.
    static func arriving(_ events: [(CommittedEvent, DecodedPayload)]) -> [(CommittedEvent, DecodedPayload)] {
        events.enumerated().map { index, entry in (entry.0.at(position: UInt64(index + 1)), entry.1) }
    }
}

extension CommittedEvent {
    /// The same event, had it arrived at another position.
    func at(position: UInt64, isDuplicate: Bool? = nil) -> CommittedEvent {
        CommittedEvent(
            envelope: envelope,
            hash: hash,
            commitment: Commitment(
                position: position,
                receivedAt: commitment.receivedAt,
                occurredAt: commitment.occurredAt,
                isEstimated: commitment.isEstimated,
                seen: commitment.seen,
                isDuplicate: isDuplicate ?? commitment.isDuplicate
            )
        )
    }
}

extension Array {
    /// Every order of the elements.
    var permutations: [[Element]] {
        if count < 2 { return [self] }
        return indices.flatMap { index in
            var rest = self
            let first = rest.remove(at: index)
            return rest.permutations.map { [first] + $0 }
        }
    }
}

// Identifiers from small numbers, so that a test reads like the rule it checks.
extension Identifier: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: UInt64) { self.init(high: 0x1D, low: value) }
}

extension BeaconIdentity: ExpressibleByStringLiteral {
    public init(stringLiteral name: String) { self.init(.name(name)) }

    /// A beacon known by one letter.
    static func named(_ letter: String) -> BeaconIdentity { BeaconIdentity(.name(letter)) }
}

extension Int64 {
    var moment: Timestamp { Timestamp(milliseconds: self) }
}

extension SurveyEvent {
    static func slot(_ slot: SlotID, floor: FloorID? = nil) -> SurveyEvent {
        .slotCreated(SlotCreated(slot: slot, label: "slot \(slot.low)", floor: floor))
    }

    static func register(
        _ assignment: AssignmentID,
        _ identity: BeaconIdentity,
        at slot: SlotID,
        age: EffectiveAge = .atAct,
        radio: RadioSettings = RadioSettings()
    ) -> SurveyEvent {
        .beaconRegistered(
            BeaconRegistered(
                assignment: assignment,
                slot: slot,
                identity: identity,
                radio: radio,
                effectiveAge: age
            )
        )
    }

    static func replace(
        _ replaced: AssignmentID,
        with assignment: AssignmentID,
        _ identity: BeaconIdentity,
        at slot: SlotID,
        mode: ReplacementMode = .newIdentity,
        age: EffectiveAge = .atAct,
        radio: RadioSettings = RadioSettings()
    ) -> SurveyEvent {
        .beaconReplaced(
            BeaconReplaced(
                assignment: assignment,
                slot: slot,
                replaced: replaced,
                identity: identity,
                mode: mode,
                radio: radio,
                effectiveAge: age
            )
        )
    }

    static func retire(_ assignment: AssignmentID, age: EffectiveAge = .atAct) -> SurveyEvent {
        .beaconRetired(BeaconRetired(assignment: assignment, effectiveAge: age))
    }

    static func revert(_ assignment: AssignmentID) -> SurveyEvent {
        .replacementReverted(ReplacementReverted(assignment: assignment))
    }

    static func resolveConflict(
        _ slot: SlotID,
        winner: AssignmentID,
        _ losers: [AssignmentID: Disposition]
    ) -> SurveyEvent {
        let losers = losers.sorted { $0.key < $1.key }
            .map { ResolvedLoser(assignment: $0.key, disposition: $0.value) }
        return .conflictResolved(ConflictResolved(slot: slot, winner: winner, losers: losers))
    }

    static func swap(
        _ slotA: SlotID,
        _ assignmentA: AssignmentID,
        _ newA: AssignmentID,
        _ slotB: SlotID,
        _ assignmentB: AssignmentID,
        _ newB: AssignmentID,
        age: EffectiveAge = .atAct
    ) -> SurveyEvent {
        .beaconsSwapped(
            BeaconsSwapped(
                slotA: slotA,
                assignmentA: assignmentA,
                newAssignmentA: newA,
                slotB: slotB,
                assignmentB: assignmentB,
                newAssignmentB: newB,
                effectiveAge: age
            )
        )
    }

    static func verify(
        _ assignment: AssignmentID,
        offset: Double,
        confidence: Double = 1.96,
        verdict: OffsetVerdict = .verified
    ) -> SurveyEvent {
        .offsetVerified(
            OffsetVerified(
                assignment: assignment,
                offset: offset,
                confidence: confidence,
                deviation: 3,
                correlation: 0.8,
                readings: 20,
                points: 15,
                verdict: verdict
            )
        )
    }
}

extension Venue {
    /// The slot that a beacon resolves to at a moment; nil for a stray.
    func slot(of identity: String, at moment: Int64) -> SlotID? {
        resolve(.named(identity), at: moment.moment).tenure?.slot
    }
}
