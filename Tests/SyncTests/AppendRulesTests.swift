import Survey
import Sync
import SyncSimulator
import TestSupport
import Testing

@Suite("Append rules")
struct AppendRulesTests {
    @Test("positions are dense, and the chain runs over every event")
    func dense() throws {
        var (a, b) = (Author(agent: 1), Author(agent: 2))
        a.write(3)
        b.write(2)
        var store = ModelStore(for: a, b)
        #expect(
            try store.append(a.prepared(1...2), b.prepared(1...2), a.prepared(3...3))
                == [.pushed(through: 2), .pushed(through: 2), .pushed(through: 3)]
        )
        #expect(store.commitments.map(\.position) == [1, 2, 3, 4, 5])
        var chain = Digest.zero
        for stored in store.events {
            chain = .chain(after: chain, event: stored.event.hash, stored.event.commitment, with: FastHashing())
            #expect(stored.chain == chain)
        }
    }

    @Test("a push beyond the stream's end is a gap, whatever else the group brings")
    func gap() throws {
        var author = Author()
        author.write(5)
        var store = ModelStore(for: author)
        #expect(
            try store.append(author.prepared(3...5), author.prepared(1...2))
                == [.gap(expected: 1), .pushed(through: 2)]
        )
        #expect(store.head == 2)
    }

    @Test("events that overlap are cut, not stored twice")
    func overlap() throws {
        var author = Author()
        author.write(6)
        var store = ModelStore(for: author)
        #expect(
            try store.append(author.prepared(1...4), author.prepared(3...6), author.prepared(2...5))
                == [.pushed(through: 4), .pushed(through: 6), .pushed(through: 5)]
        )
        #expect(store.head == 6)
    }

    @Test("the first differing hash of an overlap is where the fork is")
    func fork() throws {
        var original = Author()
        original.write(3)
        var clone = original
        original.write(3, text: "original")
        clone.write(4, text: "clone")
        var store = ModelStore(for: original)
        #expect(
            try store.append(original.prepared(1...6), clone.prepared(2...7), clone.prepared(5...7))
                == [.pushed(through: 6), .fork(at: 4), .fork(at: 4)]
        )
        #expect(try store.append(clone.prepared(7...7)) == [.fork(at: 6)])
        #expect(store.head == 6)
    }

    @Test("an agent that was not admitted stores nothing")
    func notAdmitted() throws {
        var (author, stranger) = (Author(agent: 1), Author(agent: 2))
        author.write()
        stranger.write()
        var store = ModelStore(for: author)
        store.revoked = [author.agent]
        #expect(try store.append(author.prepared(1...1), stranger.prepared(1...1)) == [.notAdmitted, .notAdmitted])
        #expect(store.head == 0)
        store.revoked = []
        #expect(try store.append(author.prepared(1...1)) == [.pushed(through: 1)])
    }

    @Test(
        "any batch may be sent again at any time: the same answer, and nothing changes",
        arguments: Seed.forThisRun(40)
    )
    func resend(seed: Seed) throws {
        var random = SeededGenerator(seed)
        var authors = (1...3).map { Author(agent: $0, incarnation: $0) }
        var store = ModelStore(for: authors[0], authors[1], authors[2])
        var sent: [PreparedPush] = []
        for _ in 0..<30 {
            let index = Int.random(in: 0..<3, using: &random)
            authors[index].write(Int.random(in: 1...5, using: &random))
            let last = UInt64(authors[index].events.count)
            let stored = store.streams[authors[index].stream]?.head ?? 0
            let push = try authors[index].prepared(UInt64.random(in: 1...(stored + 1), using: &random)...last)
            #expect(try store.append(push) == [.pushed(through: last)])
            sent.append(push)
        }
        let before = store.events
        for push in sent.shuffled(using: &random) {
            #expect(try store.append(push) == [.pushed(through: push.last)])
        }
        let isUnchanged = store.events == before
        #expect(isUnchanged)
    }

    @Test("what an author claims to have seen counts only where the server's chain agrees")
    func seen() throws {
        var (a, b) = (Author(agent: 1), Author(agent: 2))
        a.write(3)
        var store = ModelStore(for: a, b)
        _ = try store.append(a.prepared(1...3))
        b.write(basis: Basis(position: 2, chainPrefix: store.events[1].chain.prefix))
        b.write(basis: Basis(position: 3, chainPrefix: 42))
        b.write(basis: Basis(position: 900, chainPrefix: 42))
        _ = try store.append(b.prepared(1...3))
        #expect(store.commitments.map(\.seen) == [0, 0, 0, 2, 0, 0])
    }

    @Test("the same events in the same order have another chain once the server was restored")
    func chainNamesTheCommitments() throws {
        var author = Author()
        author.write(2)
        var store = ModelStore(for: author)
        let backup = store
        _ = try store.append(author.prepared(1...2))
        let before = store.chain
        store = backup
        _ = try store.append(author.prepared(1...2), now: Author.now.advanced(byMilliseconds: 1))
        #expect(store.chain != before)
    }

    @Test("a copy of an event that is stored is a duplicate, and so is the copy of a copy")
    func copies() throws {
        var author = Author(incarnation: 1)
        author.write(4)
        var recovered = Author(incarnation: 2)
        for sequence in UInt64(3)...4 { recovered.write(origin: author.origin(sequence)) }
        recovered.write(origin: author.origin(4))
        var store = ModelStore(for: author, recovered)
        _ = try store.append(author.prepared(1...3))
        _ = try store.append(recovered.prepared(1...2), recovered.prepared(3...3))
        #expect(store.commitments.map(\.isDuplicate) == [false, false, false, true, false, true])
    }

    @Test("an original that comes after its copy is the duplicate")
    func originalAfterCopy() throws {
        var author = Author(incarnation: 1)
        author.write(2)
        var recovered = Author(incarnation: 2)
        recovered.write(origin: author.origin(2))
        var store = ModelStore(for: author, recovered)
        _ = try store.append(recovered.prepared(1...1))
        _ = try store.append(author.prepared(1...2))
        #expect(store.commitments.map(\.isDuplicate) == [false, false, true])
    }

    @Test("another event at the same place of a forked stream is no duplicate")
    func otherEventOfTheSamePlace() throws {
        var (author, clone) = (Author(incarnation: 1), Author(incarnation: 1))
        author.write(2, text: "author")
        clone.write(2, text: "clone")
        var recovered = Author(incarnation: 2)
        recovered.write(origin: clone.origin(2))
        var store = ModelStore(for: author, recovered)
        _ = try store.append(author.prepared(1...2), recovered.prepared(1...1))
        #expect(store.commitments.map(\.isDuplicate) == [false, false, false])
    }

    @Test("a store whose stream lacks an event below its head decides nothing")
    func defect() throws {
        var author = Author()
        author.write(3)
        let push = try author.prepared(2...3)
        let state = StreamState(head: 3, hash: author.hash(at: 3), occurredAt: nil)
        #expect(throws: AppendDefect.eventMissing(author.stream, sequence: 1)) {
            try AppendRules(hashing: FastHashing()).decide(
                [push],
                project: ProjectState(head: 3, chain: .zero, receivedAt: Author.now),
                streams: [author.stream: state],
                found: AppendFindings()
            )
        }
    }

    @Test("the lookups name each position once and join overlapping parts of streams")
    func lookups() throws {
        var author = Author(incarnation: 7)
        author.write(4, basis: Basis(position: 9, chainPrefix: 1))
        var recovered = Author(incarnation: 8)
        for sequence in UInt64(2)...4 { recovered.write(origin: author.origin(sequence)) }
        let rules = AppendRules(hashing: FastHashing())
        let lookups = rules.lookups(for: [try recovered.prepared(1...3), try author.prepared(3...4)])
        #expect(lookups.bases == [9])
        #expect(
            lookups.ranges == [
                SequenceRange(stream: author.stream, lower: 1, upper: 4),
                SequenceRange(stream: recovered.stream, lower: 0, upper: 3),
            ]
        )
    }
}
