import Survey
import Sync
import SyncSimulator
import Testing

@Suite("A push is checked before any lock")
struct PreparedPushTests {
    private let author: Author = {
        var author = Author()
        author.write(4)
        return author
    }()

    private func problem(_ push: Push, by agent: AgentID? = nil, in project: ProjectID = Author.project) -> PushProblem?
    {
        do {
            _ = try PreparedPush(
                push,
                by: agent ?? author.agent,
                in: project,
                reference: Author.now,
                with: FastHashing()
            )
            return nil
        } catch { return error }
    }

    private func push(first: UInt64 = 2, previous: Digest? = nil, _ events: [[UInt8]], ages: Int? = nil) -> Push {
        Push(
            incarnation: author.incarnation,
            first: first,
            previousHash: previous ?? author.hash(at: first - 1),
            events: events,
            ages: Array(repeating: .measured(0), count: ages ?? events.count)
        )
    }

    private func bytes(_ sequence: Int) -> [UInt8] { author.events[sequence - 1].bytes }

    @Test("a push of consecutive events is read whole")
    func valid() throws {
        let push = try author.prepared(2...4)
        #expect(push.last == 4)
        #expect(push.events.map(\.hash) == [2, 3, 4].map { author.hash(at: $0) })
    }

    @Test("a push that cannot be what the agent's log holds is refused with the reason")
    func invalid() {
        #expect(problem(push([])) == .empty)
        #expect(problem(push(first: 1, Array(repeating: bytes(1), count: 501))) == .tooManyEvents(501))
        #expect(problem(push([bytes(2)], ages: 2)) == .agesMissing(events: 1, ages: 2))
        #expect(problem(push(first: .max, previous: .zero, [bytes(2)])) == .sequenceOutOfRange(.max))
        #expect(problem(push(first: 1, previous: author.hash(at: 1), [bytes(1)])) == .previousHashDiffers(at: 1))
        #expect(problem(push([bytes(2), [1, 2, 3]])) == .unreadable(at: 3, .truncated(size: 3)))
        #expect(problem(push([bytes(2)]), in: ProjectID(high: 0, low: 9)) == .otherProject(at: 2))
        #expect(problem(push([bytes(2)]), by: AgentID(high: 0, low: 9)) == .otherStream(at: 2))
        #expect(problem(push([bytes(2), bytes(4)])) == .sequenceDiffers(expected: 3, found: 4))
        #expect(problem(push(previous: .zero, [bytes(2)])) == .previousHashDiffers(at: 2))
    }

    @Test("a bit that flips within a push breaks it, wherever it lies")
    func bitFlip() {
        for offset in 0..<bytes(2).count {
            var damaged = bytes(2)
            damaged[offset] ^= 1
            #expect(problem(push([damaged, bytes(3)])) != nil)
        }
    }
}
