import Survey
import Sync
import SyncSimulator

/// The client's end of one connection, for tests that say every message themselves.
struct ClientConversation {
    var session: ClientSession
    var now: Int64 = 0
    var author: Author

    init(recovers: Bool = false) {
        author = Author(agent: 1)
        session = ClientSession(
            ClientConfiguration(
                project: Author.project,
                agent: author.agent,
                versions: Versions(sync: 1, projector: 1),
                recoversByItself: recovers
            )
        )
    }

    mutating func handle(_ input: ClientInput) -> [ClientEffect] {
        let wall = Author.now.advanced(byMilliseconds: now)
        return session.handle(input, at: Moment(wallClock: wall, boot: BootID(high: 0, low: 1), sinceBoot: now))
    }

    mutating func hear(_ message: ServerMessage) -> [ClientEffect] { handle(.received(message)) }

    func summary(acknowledged: UInt64 = 0, cursors: [Cursor] = []) -> LogSummary {
        let end = UInt64(author.events.count)
        let claim = StreamClaim(
            incarnation: author.incarnation,
            end: end,
            hash: author.hash(at: end),
            isClosed: false
        )
        return LogSummary(streams: [LoggedStream(claim: claim, acknowledged: acknowledged)], cursors: cursors)
    }

    /// Everything up to Hello.
    mutating func greet(acknowledged: UInt64 = 0, cursors: [Cursor] = []) -> [ClientEffect] {
        _ = handle(.connected)
        _ = handle(.log(summary(acknowledged: acknowledged, cursors: cursors)))
        return handle(.signed([1]))
    }

    /// Everything up to Welcome.
    mutating func open(
        acknowledged: UInt64 = 0,
        head: UInt64 = 0,
        cursors: [Cursor] = [],
        match: [Bool] = [],
        projectHead: UInt64 = 0
    ) -> [ClientEffect] {
        _ = greet(acknowledged: acknowledged, cursors: cursors)
        return hear(.welcome(welcome(head: head, match: match, projectHead: projectHead)))
    }

    func welcome(head: UInt64, match: [Bool] = [], projectHead: UInt64 = 0) -> Welcome {
        let stream = StreamHead(
            incarnation: author.incarnation,
            head: head,
            hash: author.hash(at: head),
            holdsClaim: head == UInt64(author.events.count)
        )
        return Welcome(
            time: Author.now,
            role: .surveyor,
            streams: [stream],
            cursorsMatch: match,
            projectHead: projectHead,
            window: 4_000,
            versions: Versions(sync: 1, projector: 1)
        )
    }

    /// Reads what the session wants to read of the log, at most so many events at once; returns the pushes.
    mutating func pump(_ effects: [ClientEffect], atOnce: UInt64 = 500) -> [Push] {
        var pushes: [Push] = []
        var queue = effects
        while !queue.isEmpty {
            switch queue.removeFirst() {
            case .send(.push(let push)): pushes.append(push)
            case .readEvents(let incarnation, let first, let maximumBytes):
                var last = min(UInt64(author.events.count), first + atOnce - 1)
                while last > first, author.events[Int(first - 1)..<Int(last)].reduce(0, { $0 + $1.size }) > maximumBytes
                {
                    last -= 1
                }
                let moment = Moment(wallClock: Author.now, boot: BootID(high: 0, low: 1), sinceBoot: 0)
                let events = (first...last).map {
                    LoggedEvent(bytes: author.events[Int($0) - 1].bytes, written: moment, known: nil)
                }
                let run = EventRun(
                    incarnation: incarnation,
                    first: first,
                    previousHash: author.hash(at: first - 1),
                    events: events
                )
                queue += handle(.events(run))
            default: break
            }
        }
        return pushes
    }
}
