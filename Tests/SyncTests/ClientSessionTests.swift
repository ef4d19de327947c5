import Survey
import Sync
import SyncSimulator
import Testing

@Suite("Client session")
struct ClientSessionTests {
    private func pushed(_ client: ClientConversation, _ through: UInt64) -> ServerMessage {
        .pushed(incarnation: client.author.incarnation, through: through)
    }

    @Test("events are pushed with Hello, from the acknowledged end on, without waiting for Welcome")
    func pushesWithHello() {
        var client = ClientConversation()
        client.author.write(10)
        client.now = 500
        let effects = client.greet(acknowledged: 4)
        guard case .send(.hello(let hello)) = effects.first else {
            Issue.record("No Hello.")
            return
        }
        #expect(hello.streams.map(\.end) == [10])
        let pushes = client.pump(effects, atOnce: 3)
        #expect(pushes.map(\.first) == [5, 8])
        #expect(pushes[0].ages.first == .measured(500), "ages count back from the sending of Hello")
    }

    @Test("a server that has less than it acknowledged gets the rest again, though a stale gap comes in between")
    func restoredServer() {
        var client = ClientConversation()
        client.author.write(10)
        let early = client.pump(client.greet(acknowledged: 8), atOnce: 100)
        #expect(early.map(\.first) == [9])
        let effects = client.hear(.welcome(client.welcome(head: 3)))
        #expect(effects.contains(.notice(.pushingAgain(client.author.incarnation, after: 3))))
        #expect(client.pump(effects, atOnce: 100).map(\.first) == [4])
        let stale = client.hear(.gap(incarnation: client.author.incarnation, expected: 4))
        #expect(client.pump(stale, atOnce: 100).isEmpty)
        let done = client.hear(pushed(client, 10))
        #expect(done.contains(.acknowledge(client.author.incarnation, through: 10)))
        #expect(done.contains(.notice(.delivered)))
    }

    @Test("a busy server gets the oldest unanswered push again, when it asked for it")
    func busy() {
        var client = ClientConversation()
        client.author.write(9)
        #expect(client.pump(client.greet(), atOnce: 3).map(\.first) == [1, 4, 7])
        _ = client.hear(.welcome(client.welcome(head: 0)))
        _ = client.hear(pushed(client, 3))
        let busy = client.hear(.busy(incarnation: client.author.incarnation, retryAfter: 700))
        #expect(client.pump(busy, atOnce: 9).isEmpty)
        client.now = 699
        #expect(client.pump(client.handle(.tick), atOnce: 9).isEmpty)
        client.now = 700
        #expect(client.pump(client.handle(.tick), atOnce: 9).map(\.first) == [4])
    }

    @Test("the window starts small and grows with what is acknowledged")
    func window() {
        var client = ClientConversation()
        client.author.write(2_000)
        let first = client.pump(client.greet(), atOnce: 20)
        let bytes = first.reduce(0) { $0 + $1.events.reduce(0) { $0 + $1.count } }
        #expect(bytes >= Limits.firstWindowBytes && bytes < Limits.firstWindowBytes + 8_000)
        _ = client.hear(.welcome(client.welcome(head: 0)))
        let last = first.last.map { $0.first + UInt64($0.events.count) - 1 } ?? 0
        let second = client.pump(client.hear(pushed(client, last)), atOnce: 20)
        let more = second.reduce(0) { $0 + $1.events.reduce(0) { $0 + $1.count } }
        #expect(more >= 2 * Limits.firstWindowBytes && more < 2 * Limits.firstWindowBytes + 8_000)
    }

    @Test(
        "S12: a link of 30 kB/s is kept busy, is not filled with minutes of pushes, and never times out",
        arguments: [30, 2]
    )
    func slowLink(bytesPerMillisecond: Int64) {
        var client = ClientConversation()
        client.author.write(1_500, text: String(repeating: "x", count: 2_000))
        let latency: Int64 = 300
        var (free, delivered, underWay, most): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
        var acks: [(time: Int64, through: UInt64, size: Int64)] = []
        func carry(_ pushes: [Push], at now: Int64) {
            for push in pushes {
                let size = Int64(push.events.reduce(0) { $0 + $1.count })
                free = max(free, now) + size / bytesPerMillisecond
                acks.append((free + 2 * latency, push.first + UInt64(push.events.count) - 1, size))
                underWay += size
                most = max(most, underWay)
            }
        }
        carry(client.pump(client.greet()), at: 0)
        _ = client.hear(.welcome(client.welcome(head: 0)))
        let end: Int64 = 80_000
        for now in stride(from: Int64(0), through: end, by: 20) {
            client.now = now
            while let ack = acks.first, ack.time <= now {
                acks.removeFirst()
                delivered += ack.size
                underWay -= ack.size
                carry(client.pump(client.hear(pushed(client, ack.through))), at: now)
            }
            if now % 1_000 == 0 { carry(client.pump(client.handle(.tick)), at: now) }
        }
        #expect(!client.session.isClosed)
        #expect(Double(delivered) / Double(bytesPerMillisecond * end) > 0.9)
        #expect(most <= max(Int64(Limits.firstWindowBytes), 4_000 * bytesPerMillisecond) + 32_000)
    }

    @Test("a quiet clone learns of its fork by pulling what the other one wrote")
    func quietClone() {
        var client = ClientConversation()
        client.author.write(2)
        _ = client.open(
            acknowledged: 2,
            head: 2,
            cursors: [Cursor(lane: .scans, position: 2, chain: .zero)],
            match: [true]
        )
        var clone = client.author
        clone.write(1)
        let commitment = Commitment(
            position: 3,
            receivedAt: Author.now,
            occurredAt: Author.now,
            isEstimated: false,
            seen: 0,
            isDuplicate: false
        )
        let batch = EventBatch(
            lane: .scans,
            from: 2,
            to: 3,
            chainAfter: .zero,
            entries: [.whole(clone.events[2].bytes, commitment)]
        )
        let effects = client.hear(.events(batch))
        #expect(effects.contains(.apply(batch)))
        #expect(effects.contains(.readPoints(.stream(client.author.incarnation), after: 0, before: 3)))
    }

    @Test("numbers that no honest server says do no harm")
    func absurdNumbers() {
        var client = ClientConversation()
        client.author.write(2)
        let stream = client.author.incarnation
        _ = client.pump(client.greet())
        _ = client.hear(.welcome(client.welcome(head: 0)))
        #expect(client.hear(.pushed(incarnation: stream, through: .max)).contains(.acknowledge(stream, through: 2)))
        #expect(client.hear(.gap(incarnation: stream, expected: .max)).isEmpty)
        #expect(client.hear(.pushed(incarnation: Incarnation(5), through: 9)).isEmpty)
        #expect(client.hear(.gap(incarnation: stream, expected: 0)).last?.isViolation == true)
        var forked = ClientConversation()
        _ = forked.open()
        #expect(forked.hear(.fork(incarnation: forked.author.incarnation, at: 0)).last?.isViolation == true)
        var empty = ClientConversation()
        _ = empty.greet()
        let head = StreamHead(incarnation: empty.author.incarnation, head: .max, hash: .zero, holdsClaim: false)
        let welcome = Welcome(
            time: Author.now,
            role: .surveyor,
            streams: [head],
            cursorsMatch: [],
            projectHead: .max,
            window: .max,
            versions: Versions(sync: 1, projector: 1)
        )
        #expect(empty.hear(.welcome(welcome)).contains(.notice(.forked(empty.author.incarnation, lastCommon: 0))))
    }

    @Test("a forked stream that waits for recovery is never called delivered")
    func forkedIsNotDelivered() {
        var client = ClientConversation()
        client.author.write(2)
        _ = client.pump(client.greet(), atOnce: 2)
        _ = client.hear(.welcome(client.welcome(head: 0)))
        let fork = client.hear(.fork(incarnation: client.author.incarnation, at: 1))
        #expect(fork == [.notice(.forked(client.author.incarnation, lastCommon: 0))])
        #expect(!client.handle(.tick).contains(.notice(.delivered)))
    }

    @Test("a stream that another process began makes the session start again")
    func newStream() {
        var client = ClientConversation()
        _ = client.open()
        #expect(client.handle(.appended(client.author.incarnation, end: 0)).isEmpty)
        #expect(client.handle(.appended(Incarnation(99), end: 1)) == [.close(.startAgain)])
    }

    @Test("a cursor that the server's chain does not know goes back to the last point that both have")
    func rewind() {
        var client = ClientConversation()
        let cursors = [
            Cursor(lane: .structure, position: 30, chain: .zero), Cursor(lane: .scans, position: 90, chain: .zero),
        ]
        let effects = client.open(cursors: cursors, match: [true, false], projectHead: 80)
        #expect(effects.contains(.readPoints(.project, after: 30, before: 90)))
        let points = [50, 70].map { HistoryPoint(number: $0, hashPrefix: $0) }
        #expect(
            client.handle(.points(.project, points)) == [.send(.compare(Compare(subject: .project, points: points)))]
        )
        let asks = client.hear(.common(Common(subject: .project, number: 50)))
        #expect(asks == [.readPoints(.project, after: 50, before: 70)])
        let ends = client.handle(.points(.project, []))
        #expect(ends == [.notice(.rewound(to: 50)), .rewind(to: 50)])
        let back = [cursors[0], Cursor(lane: .scans, position: 50, chain: .zero)]
        let pulls = client.handle(.rewound(back))
        #expect(pulls.first == .send(.pull(Pull(cursor: back[0], credit: Limits.pullCredit))))
    }

    @Test("a batch that does not continue its lane ends the session")
    func density() {
        var client = ClientConversation()
        _ = client.open(cursors: [Cursor(lane: .scans, position: 2, chain: .zero)], match: [true])
        let gap = EventBatch(lane: .scans, from: 3, to: 5, chainAfter: .zero, entries: [])
        guard case .close(.protocolViolation) = client.hear(.events(gap)).last else {
            Issue.record("It was taken.")
            return
        }
        #expect(client.session.isClosed)
    }

    @Test("Hello, pushes and requests have deadlines, and a silent server is pinged, then left")
    func deadlines() {
        var greeting = ClientConversation()
        _ = greeting.greet()
        greeting.now = Limits.Deadline.greeting + 1
        #expect(greeting.handle(.tick).last == .close(.timedOut("Hello")))

        var push = ClientConversation()
        push.author.write(1)
        _ = push.pump(push.greet(), atOnce: 1)
        _ = push.hear(.welcome(push.welcome(head: 0)))
        push.now = Limits.Deadline.answer + 1
        #expect(push.handle(.tick).last == .close(.timedOut("a push")))

        var request = ClientConversation()
        _ = request.open()
        #expect(request.handle(.request(.checkRelease(nil))) == [.send(.checkRelease(nil))])
        request.now = Limits.Deadline.answer + 1
        #expect(request.handle(.tick).last == .close(.timedOut("a request")))

        var publishing = ClientConversation()
        _ = publishing.open()
        _ = publishing.handle(.request(.publish))
        while publishing.now < 10 * Limits.Deadline.answer {
            publishing.now += Limits.Deadline.ping + 1
            #expect(publishing.handle(.tick) == [.send(.ping)], "the server lives, and works")
            _ = publishing.hear(.pong)
        }
        publishing.now = Limits.Deadline.publication + 1
        #expect(publishing.handle(.tick).last == .close(.timedOut("a request")))

        var quiet = ClientConversation()
        _ = quiet.open()
        quiet.now = Limits.Deadline.ping + 1
        #expect(quiet.handle(.tick) == [.send(.ping)])
        #expect(quiet.handle(.tick).isEmpty)
        _ = quiet.hear(.pong)
        quiet.now += Limits.Deadline.silence + 1
        #expect(quiet.handle(.tick).last == .close(.timedOut("a sign of life")))
    }

    @Test("requests are sent one after the other, and a refusal answers the oldest")
    func requests() {
        var client = ClientConversation()
        _ = client.open()
        #expect(client.handle(.request(.publish)) == [.send(.publish)])
        #expect(client.handle(.request(.checkRelease(nil))).isEmpty)
        let refused = client.hear(.refused(.notAllowed))
        #expect(refused == [.answer(.refused(.notAllowed)), .send(.checkRelease(nil))])
        #expect(client.hear(.release(.none)) == [.answer(.release(.none))])
        #expect(client.hear(.published(release: 1, matching: nil)).last?.isViolation == true, "nobody asked")
    }

    @Test("a restored history and a refusal end the session, each with what to do next")
    func refusals() {
        var restored = ClientConversation()
        _ = restored.open()
        #expect(restored.hear(.refused(.historyChanged)) == [.close(.startAgain)])
        var revoked = ClientConversation()
        _ = revoked.greet()
        #expect(revoked.hear(.refused(.revoked)) == [.close(.refused(.revoked))])
    }

    @Test("a key joins once, and an answer that never comes is told once")
    func join() {
        let join = Join(code: [1], publicKey: [2], name: "tablet", project: nil)
        let joined = Joined(project: Author.project, role: .device, projectKey: [3])
        var session = JoinSession(join)
        #expect(session.begin(at: 0) == .join(join))
        #expect(session.receive(.joined(joined)) == .joined(joined))
        #expect(session.receive(.joined(joined)) == nil)
        var refused = JoinSession(join)
        _ = refused.begin(at: 0)
        #expect(refused.receive(.refused(.expiredCode)) == .failed(.refused(.expiredCode)))
        var late = JoinSession(join)
        _ = late.begin(at: 0)
        #expect(late.tick(at: Limits.Deadline.answer) == nil)
        #expect(late.tick(at: Limits.Deadline.answer + 1) == .failed(.timedOut("Join")))
        #expect(late.tick(at: Limits.Deadline.answer + 2) == nil)
    }
}

extension ClientEffect {
    fileprivate var isViolation: Bool { if case .close(.protocolViolation) = self { true } else { false } }
}
