import Survey
import Sync
import SyncSimulator
import Testing

@Suite("Pulling a lane")
struct LaneFeedTests {
    /// A committed event of some author.
    private func event(_ author: Author, _ sequence: UInt64, position: UInt64) -> CommittedEvent {
        CommittedEvent(
            envelope: author.events[Int(sequence) - 1],
            hash: author.hash(at: sequence),
            commitment: Commitment(
                position: position,
                receivedAt: Author.now,
                occurredAt: Author.now,
                isEstimated: false,
                seen: 0,
                isDuplicate: false
            )
        )
    }

    private func pull(from position: UInt64 = 0, credit: UInt64) -> ClientMessage {
        .pull(Pull(cursor: Cursor(lane: .scans, position: position, chain: .zero), credit: credit))
    }

    private func cursor(_ position: UInt64) -> Cursor { Cursor(lane: .scans, position: position, chain: .zero) }

    @Test("events are sent as far as the credit goes, and on when more is granted")
    func credit() {
        var server = ServerConversation()
        var other = Author(agent: 5)
        other.write(3)
        _ = server.open(head: 3)
        #expect(server.say(pull(credit: 1)) == [.readLane(cursor(0))])
        let run = LaneReading.run(events: [event(other, 1, position: 1)], to: 1, chainAfter: .zero)
        let effects = server.handle(.laneRead(.scans, run))
        #expect(effects.count == 1, "the credit is overdrawn: nothing more is read")
        guard case .events(let batch) = effects.messages.first else {
            Issue.record("No batch.")
            return
        }
        #expect(batch.from == 0 && batch.to == 1)
        #expect(server.say(.grant(lane: .scans, credit: batch.cost)) == [.readLane(cursor(1))])
    }

    @Test("what is written later follows; a hint that brings nothing is forgotten")
    func tail() {
        var server = ServerConversation()
        var other = Author(agent: 5)
        other.write(1)
        _ = server.open(head: 0)
        #expect(server.say(pull(credit: 10_000)).isEmpty)
        #expect(server.handle(.headMoved(1)) == [.readLane(cursor(0))])
        #expect(server.handle(.headMoved(2)).isEmpty, "one read at a time")
        let run = LaneReading.run(events: [event(other, 1, position: 1)], to: 1, chainAfter: .zero)
        #expect(server.handle(.laneRead(.scans, run)).last == .readLane(cursor(1)))
        #expect(server.handle(.laneRead(.scans, .atHead)).isEmpty)
    }

    @Test("a reader's own events come without payload where its log holds them, and whole where it does not")
    func own() {
        var server = ServerConversation()
        server.author.write(2)
        let log = server.author
        _ = server.open(head: 3, holdsClaim: true)
        server.author.write(1)  // a clone wrote it
        _ = server.say(pull(credit: 10_000))
        let events = (1...3).map { event(server.author, $0, position: $0) }
        let effects = server.handle(.laneRead(.scans, .run(events: events, to: 3, chainAfter: .zero)))
        guard case .events(let batch) = effects.messages.first else {
            Issue.record("No batch.")
            return
        }
        let isOwn = batch.entries.map { if case .own = $0 { true } else { false } }
        #expect(isOwn == [true, true, false])
        #expect(log.events.count == 2)
    }

    @Test("an acknowledged push makes the reader's log known to hold what it pushed")
    func ownAfterPush() {
        var server = ServerConversation()
        server.author.write(1)
        _ = server.open()
        let tickets = server.say(.push(server.author.push(1...1))).tickets
        _ = server.handle(.appended(ticket: tickets[0], .decided(.pushed(through: 1))))
        _ = server.say(pull(credit: 10_000))
        _ = server.handle(.headMoved(1))
        let run = LaneReading.run(events: [event(server.author, 1, position: 1)], to: 1, chainAfter: .zero)
        guard case .events(let batch) = server.handle(.laneRead(.scans, run)).messages.first else {
            Issue.record("No batch.")
            return
        }
        #expect(
            batch.entries == [
                .own(
                    incarnation: server.author.incarnation,
                    sequence: 1,
                    event(server.author, 1, position: 1).commitment
                )
            ]
        )
    }

    @Test("a reader is told where it caught up though its lane is empty, and otherwise is left in peace")
    func silentPositions() {
        var server = ServerConversation()
        _ = server.open(head: 10)
        _ = server.say(pull(credit: 10_000))
        let caughtUp = server.handle(.laneRead(.scans, .run(events: [], to: 10, chainAfter: .zero))).messages
        #expect(caughtUp == [.events(EventBatch(lane: .scans, from: 0, to: 10, chainAfter: .zero, entries: []))])
        _ = server.handle(.headMoved(20))
        #expect(server.handle(.laneRead(.scans, .run(events: [], to: 20, chainAfter: .zero))).isEmpty)
        let far = 10 + Limits.silentPositions
        _ = server.handle(.headMoved(far))
        let told = server.handle(.laneRead(.scans, .run(events: [], to: far, chainAfter: .zero))).messages
        #expect(told == [.events(EventBatch(lane: .scans, from: 10, to: far, chainAfter: .zero, entries: []))])
    }

    @Test("a head below what was read makes the session look, and an old hint is forgotten")
    func oldHint() {
        var server = ServerConversation()
        _ = server.open(head: 10)
        _ = server.say(pull(credit: 10_000))
        _ = server.handle(.laneRead(.scans, .run(events: [], to: 10, chainAfter: .zero)))
        #expect(server.handle(.headMoved(7)) == [.readLane(cursor(10))])
        #expect(server.handle(.laneRead(.scans, .atHead)).isEmpty)
    }

    @Test("a store that was restored under a session sends its reader back to Hello")
    func historyChanged() {
        var server = ServerConversation()
        _ = server.open(head: 10)
        _ = server.say(pull(from: 4, credit: 10_000))
        #expect(server.handle(.laneRead(.scans, .historyChanged)) == [.send(.refused(.historyChanged)), .close])
    }
}
