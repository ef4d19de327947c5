import Survey
import Sync
import SyncSimulator
import Testing

@Suite("Server session")
struct ServerSessionTests {
    // MARK: Who is let in

    @Test("Hello is answered by Welcome once key and streams were read")
    func welcome() {
        var server = ServerConversation()
        server.author.write(3)
        #expect(server.say(.hello(server.hello())) == [.readAgent(Author.project, server.author.agent)])
        let record = PeerRecord(publicKey: server.publicKey, role: .surveyor, isRevoked: false)
        let hello = server.hello()
        let opens = server.handle(.agent(record))
        #expect(opens == [.open(Author.project, server.author.agent, hello.streams, hello.cursors)])
        server.now = 40
        guard case .welcome(let welcome) = server.handle(.opened(server.opening(head: 2))).messages.first else {
            Issue.record("No Welcome.")
            return
        }
        #expect(welcome.time == Author.now.advanced(byMilliseconds: -40), "the moment when Hello arrived")
        #expect(welcome.streams.map(\.head) == [2] && welcome.cursorsMatch == [true])
    }

    @Test("an unknown key, a revoked one, a signature of another connection and an old version are refused")
    func refusals() {
        func answer(_ record: PeerRecord?, exporter: [UInt8]? = nil) -> [ServerEffect] {
            var server = ServerConversation()
            _ = server.say(.hello(server.hello(exporter: exporter)))
            return server.handle(.agent(record))
        }
        let key = ServerConversation().publicKey
        let known = PeerRecord(publicKey: key, role: .surveyor, isRevoked: false)
        #expect(answer(nil) == [.send(.refused(.unknownAgent)), .close])
        #expect(answer(known, exporter: [6, 6, 6]) == [.send(.refused(.badSignature)), .close])
        let revoked = PeerRecord(publicKey: key, role: .surveyor, isRevoked: true)
        #expect(answer(revoked) == [.send(.refused(.revoked)), .close])
        let other = PeerRecord(publicKey: [UInt8](repeating: 8, count: 32), role: .surveyor, isRevoked: false)
        #expect(answer(other) == [.send(.refused(.badSignature)), .close])
        var server = ServerConversation()
        let old = server.say(.hello(server.hello(version: 0)))
        #expect(old == [.send(.refused(.upgradeNeeded(minimum: 1))), .close])
    }

    @Test("a revoked key that was not checked by signature is not told that it is revoked")
    func revokedStranger() {
        var server = ServerConversation()
        _ = server.say(.hello(server.hello(exporter: [6])))
        let record = PeerRecord(publicKey: server.publicKey, role: .surveyor, isRevoked: true)
        #expect(server.handle(.agent(record)).messages == [.refused(.badSignature)])
    }

    @Test("the first message is Hello or Join, and neither comes twice")
    func order() {
        var server = ServerConversation()
        #expect(server.say(.ping).last == .close)
        var again = ServerConversation()
        _ = again.open()
        #expect(again.say(.hello(again.hello())).last == .close)
        #expect(again.say(.ping).isEmpty, "a closed session is silent")
    }

    @Test("a key joins and says Hello on the same connection")
    func join() {
        var server = ServerConversation()
        let join = ClientMessage.join(Join(code: [1], publicKey: server.publicKey, name: "tablet", project: nil))
        #expect(server.say(join) == [.perform(join)])
        let joined = ServerMessage.joined(Joined(project: Author.project, role: .surveyor, projectKey: [2]))
        #expect(server.handle(.performed(joined)) == [.send(joined)])
        #expect(server.say(.hello(server.hello())) == [.readAgent(Author.project, server.author.agent)])
    }

    @Test("a device neither pushes nor pulls, and a surveyor neither publishes, invites nor revokes")
    func roles() {
        for message in [
            ClientMessage.pull(Pull(cursor: Cursor(lane: .scans, position: 0, chain: .zero), credit: 1)),
            .offerBlob(BlobOffer(hash: .zero, byteCount: 1)),
        ] {
            var device = ServerConversation()
            _ = device.open(as: .device)
            #expect(device.say(message) == [.send(.refused(.notAllowed)), .close])
        }
        var surveyor = ServerConversation()
        _ = surveyor.open()
        for message in [ClientMessage.publish, .revoke(agent: surveyor.author.agent, undo: false)] {
            #expect(surveyor.say(message) == [.send(.refused(.notAllowed))])
        }
        #expect(surveyor.say(.checkRelease(nil)) == [.perform(.checkRelease(nil))])
        var admin = ServerConversation()
        _ = admin.open(as: .admin)
        #expect(admin.say(.publish) == [.perform(.publish)])
    }

    // MARK: Pushes

    @Test("pushes that come with Hello are taken after Welcome, in order")
    func earlyPushes() {
        var server = ServerConversation()
        server.author.write(4)
        _ = server.say(.hello(server.hello()))
        #expect(server.say(.push(server.author.push(1...2))).isEmpty)
        #expect(server.say(.push(server.author.push(3...4))).isEmpty)
        _ = server.handle(.agent(PeerRecord(publicKey: server.publicKey, role: .surveyor, isRevoked: false)))
        let effects = server.handle(.opened(server.opening()))
        #expect(effects.messages.count == 1 && effects.tickets.count == 2)
        guard case .append(let push, _) = effects[1] else {
            Issue.record("Welcome comes first, then the pushes.")
            return
        }
        #expect(push.first == 1 && push.reference == Author.now)
    }

    @Test("after a gap, what was sent before the agent heard of it is dropped without an answer")
    func gap() {
        var server = ServerConversation()
        server.author.write(9)
        _ = server.open()
        let first = server.say(.push(server.author.push(5...6))).tickets
        let second = server.say(.push(server.author.push(7...8))).tickets
        let told = server.handle(.appended(ticket: first[0], .decided(.gap(expected: 1)))).messages
        #expect(told == [.gap(incarnation: server.author.incarnation, expected: 1)])
        #expect(server.handle(.appended(ticket: second[0], .decided(.gap(expected: 1)))).isEmpty)
        #expect(server.say(.push(server.author.push(9...9))).isEmpty)
        let again = server.say(.push(server.author.push(1...9))).tickets
        #expect(again.count == 1)
        let pushed = server.handle(.appended(ticket: again[0], .decided(.pushed(through: 9)))).messages
        #expect(pushed == [.pushed(incarnation: server.author.incarnation, through: 9)])
    }

    @Test("a push that failed and was stored after all is acknowledged by the next one")
    func unknownOutcome() {
        var server = ServerConversation()
        server.author.write(6)
        _ = server.open()
        let first = server.say(.push(server.author.push(1...2))).tickets
        let second = server.say(.push(server.author.push(3...4))).tickets
        let busy = server.handle(.appended(ticket: first[0], .failed(retryAfter: 50))).messages
        #expect(busy == [.busy(incarnation: server.author.incarnation, retryAfter: 50)])
        let pushed = server.handle(.appended(ticket: second[0], .decided(.pushed(through: 4)))).messages
        #expect(pushed == [.pushed(incarnation: server.author.incarnation, through: 4)])
        #expect(server.say(.push(server.author.push(1...2))).tickets.count == 1, "an overlap is compared, not dropped")
        #expect(server.say(.push(server.author.push(5...6))).tickets.count == 1)
    }

    @Test("more pushes than the window allows, and streams that Hello did not claim, end the session")
    func bounds() {
        var server = ServerConversation()
        server.author.write(500)
        _ = server.open()
        var held = 0
        while held <= Limits.windowEvents + Limits.batchEvents {
            let effects = server.say(.push(server.author.push(1...500)))
            if effects.tickets.isEmpty {
                #expect(effects.last == .close)
                break
            }
            held += 500
        }
        #expect(held == Limits.windowEvents + Limits.batchEvents)

        var other = ServerConversation()
        _ = other.open()
        var stranger = Author(agent: other.author.agent, incarnation: 77)
        stranger.write()
        #expect(other.say(.push(stranger.push(1...1))).last == .close)

        var early = ServerConversation()
        early.author.write(1)
        _ = early.say(.hello(early.hello()))
        for _ in 0..<Limits.pushesHeld { #expect(early.say(.ping).isEmpty) }
        #expect(early.say(.ping).last == .close)
    }

    @Test("a push that cannot be what the log holds ends the session with the reason")
    func damaged() {
        var server = ServerConversation()
        server.author.write(2)
        _ = server.open()
        let push = server.author.push(1...2)
        let broken = Push(
            incarnation: push.incarnation,
            first: 1,
            previousHash: .zero,
            events: [push.events[0], push.events[0]],
            ages: push.ages
        )
        guard case .refused(.protocolViolation(let reason)) = server.say(.push(broken)).messages.first else {
            Issue.record("It was taken.")
            return
        }
        #expect(reason.contains("event 1 where 2 was due"))
    }

    // MARK: Deadlines

    @Test("a session that cannot read for five seconds whether its agent is let in is closed; a revoked one at once")
    func admission() {
        var server = ServerConversation()
        _ = server.open()
        server.now = 2_000
        #expect(server.handle(.tick) == [.checkAdmission])
        #expect(server.handle(.admission(true)).isEmpty)
        server.now = 4_000
        #expect(server.handle(.tick) == [.checkAdmission])
        server.now = 7_001
        #expect(server.handle(.tick) == [.send(.refused(.retryAfter(1_000))), .close])

        var revoked = ServerConversation()
        _ = revoked.open()
        revoked.now = 2_000
        _ = revoked.handle(.tick)
        #expect(revoked.handle(.admission(false)) == [.send(.refused(.revoked)), .close])
    }

    @Test("a peer that is silent for a minute is taken for dead")
    func silence() {
        var server = ServerConversation()
        #expect(server.handle(.tick).isEmpty)
        server.now = Limits.Deadline.silence + 1
        #expect(server.handle(.tick) == [.close])
    }
}
