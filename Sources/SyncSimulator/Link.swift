import Survey
import Sync

/// One connection: what is on its way arrives in order, until it is cut at some byte.
struct Link: Sendable {
    let agent: Int
    /// The run of the agent's program that opened it.
    let agentLife: Int
    let process: Int
    /// Which of the server's histories it began with.
    let history: Int
    let exporter: [UInt8]
    /// Milliseconds each way.
    let latency: Int64
    let bytesPerMillisecond: Int64
    /// Bytes in both directions after which it is cut; nil for a good one.
    var budget: Int64?
    var isOpenAtAgent = true
    var isOpenAtServer = true
    var session: ServerSession<FastHashing>
    var pending: [ServerEffect] = []
    var isStepping = false
    /// When the last byte sent so far arrives, by direction.
    private var arrivals: (up: Int64, down: Int64) = (0, 0)

    init(
        agent: Int,
        agentLife: Int,
        process: Int,
        history: Int,
        exporter: [UInt8],
        latency: Int64,
        bytesPerMillisecond: Int64,
        budget: Int64?
    ) {
        self.agent = agent
        self.agentLife = agentLife
        self.process = process
        self.history = history
        self.exporter = exporter
        self.latency = latency
        self.bytesPerMillisecond = bytesPerMillisecond
        self.budget = budget
        session = ServerSession(verifier: FastHashing(), exporter: exporter)
    }

    /// When a message that is sent now arrives; nil where the link is cut within it.
    mutating func send(bytes: Int64, up isUp: Bool, at now: Int64) -> Int64? {
        if let left = budget {
            budget = left - bytes
            if left < bytes { return nil }
        }
        let arrival = now + latency + bytes / bytesPerMillisecond
        if isUp {
            arrivals.up = max(arrivals.up, arrival)
            return arrivals.up
        }
        arrivals.down = max(arrivals.down, arrival)
        return arrivals.down
    }
}

extension ClientMessage {
    /// About as many bytes as it takes on the wire.
    var size: Int64 {
        switch self {
        case .push(let push): push.events.reduce(60) { $0 + Int64($1.count) + 6 }
        case .hello(let hello): 150 + 50 * Int64(hello.streams.count + hello.cursors.count)
        case .compare(let compare): 30 + 14 * Int64(compare.points.count)
        case .chunk(let chunk): 60 + Int64(chunk.bytes.count)
        default: 60
        }
    }
}

extension ServerMessage {
    /// About as many bytes as it takes on the wire.
    var size: Int64 {
        switch self {
        case .events(let batch): Int64(batch.cost)
        case .welcome(let welcome): 60 + 45 * Int64(welcome.streams.count)
        case .chunk(let chunk): 60 + Int64(chunk.bytes.count)
        default: 40
        }
    }
}
