import Survey
import Sync
import SyncSimulator
import Testing

/// Hours, in milliseconds.
private func hours(_ count: Int64) -> Int64 { count * 3_600_000 }

@Suite("Dating")
struct DatingTests {
    @Test("an event is dated by its age, however long it was under way")
    func measured() throws {
        var author = Author()
        author.write(2)
        var store = ModelStore(for: author)
        let later = Author.now.advanced(byMilliseconds: hours(5))
        _ = try store.append(author.prepared(1...1, age: .measured(hours(3))), now: later)
        _ = try store.append(author.prepared(2...2, age: .measured(hours(-1))), now: later)
        #expect(
            store.commitments.map(\.occurredAt) == [
                Author.now.advanced(byMilliseconds: hours(-3)), Author.now.advanced(byMilliseconds: hours(1)),
            ]
        )
    }

    @Test(
        "no age brings an event before its predecessor or after its arrival",
        arguments: [Age.measured(.max), .measured(.min), .estimated(.max), .estimated(.min), .measured(hours(400_000))]
    )
    func bounded(age: Age) throws {
        var author = Author()
        author.write(2)
        var store = ModelStore(for: author)
        _ = try store.append(author.prepared(1...1, age: .measured(hours(2))))
        _ = try store.append(author.prepared(2...2, age: age))
        #expect(store.commitments[1].occurredAt >= store.commitments[0].occurredAt)
        #expect(store.commitments[1].occurredAt <= store.commitments[1].receivedAt)
    }

    @Test("an event is never before the arrival of what its author had seen")
    func seen() throws {
        var (a, b) = (Author(agent: 1), Author(agent: 2))
        a.write()
        var store = ModelStore(for: a, b)
        _ = try store.append(a.prepared(1...1))
        b.write(basis: Basis(position: 1, chainPrefix: store.chain.prefix))
        let later = Author.now.advanced(byMilliseconds: hours(9))
        _ = try store.append(b.prepared(1...1, age: .estimated(hours(300_000)), reference: later), now: later)
        #expect(store.commitments[1].occurredAt == Author.now)
        #expect(store.commitments[1].isEstimated)
    }

    @Test("a server's clock that goes back does not take stored times back")
    func serverClock() throws {
        var author = Author()
        author.write(2)
        var store = ModelStore(for: author)
        _ = try store.append(author.prepared(1...1))
        let earlier = Author.now.advanced(byMilliseconds: hours(-24))
        _ = try store.append(author.prepared(2...2, reference: earlier), now: earlier)
        #expect(store.commitments.map(\.receivedAt) == [Author.now, Author.now])
        #expect(store.commitments[1].occurredAt == Author.now)
    }

    @Test("a date that an earlier commit gave is kept after the server was restored")
    func known() throws {
        var author = Author()
        author.write(2)
        var store = ModelStore(for: author)
        let backup = store
        _ = try store.append(author.prepared(1...1, age: .measured(hours(3))))
        _ = try store.append(author.prepared(2...2, age: .estimated(hours(2))))
        let dates = store.commitments
        store = backup
        let later = Author.now.advanced(byMilliseconds: hours(100))
        for (index, date) in dates.enumerated() {
            let age = Age.known(date.occurredAt, isEstimated: date.isEstimated)
            let sequence = UInt64(index) + 1
            _ = try store.append(author.prepared(sequence...sequence, age: age, reference: later), now: later)
        }
        #expect(store.commitments.map(\.occurredAt) == dates.map(\.occurredAt))
        #expect(store.commitments.map(\.isEstimated) == [false, true])
    }

    @Test("a recovery's copy keeps its time though newer events stand before it, and is never before its predecessor")
    func copies() throws {
        var author = Author(incarnation: 1)
        author.write(3)
        var recovered = Author(incarnation: 2)
        recovered.write()
        for sequence in UInt64(2)...3 { recovered.write(origin: author.origin(sequence)) }
        recovered.write()
        var store = ModelStore(for: author, recovered)
        _ = try store.append(author.prepared(1...1, age: .measured(hours(5))))
        _ = try store.append(recovered.prepared(1...1, age: .measured(hours(1))))
        _ = try store.append(recovered.prepared(2...2, age: .estimated(hours(200_000))))
        _ = try store.append(recovered.prepared(3...3, age: .measured(hours(3))))
        _ = try store.append(recovered.prepared(4...4, age: .measured(hours(4))))
        let now = Author.now
        #expect(
            store.commitments.map(\.occurredAt) == [
                now.advanced(byMilliseconds: hours(-5)), now.advanced(byMilliseconds: hours(-1)),
                now.advanced(byMilliseconds: hours(-5)), now.advanced(byMilliseconds: hours(-3)),
                now.advanced(byMilliseconds: hours(-1)),
            ]
        )
    }
}
