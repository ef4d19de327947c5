public import Survey
import Sync

/// Agents, servers, clocks, disks and a network that misbehave as one seed says, under the real sessions and append rules.
///
/// After a time of chaos everything heals; then the promises of DESIGN §2 must hold. The same seed and options replay the
/// same run, step by step.
public struct Simulation {
    /// True time when a simulation begins.
    public static let beginning = Timestamp(milliseconds: 1_790_000_000_000)

    public let seed: UInt64
    let options: SimulationOptions
    var dice: Dice
    /// Milliseconds since ``beginning``.
    var now: Int64 = 0
    var timeline = Timeline<Happening>()
    var agents: [SimulatedAgent] = []
    var links: [Link] = []
    var processes: [SimulatedProcess]
    var store: ModelStore
    /// Counts the times the store was restored from a backup.
    var history = 0
    /// The process that holds the project's lock.
    var lockHolder: Int?
    var storeBackups: [ModelStore] = []
    var logBackups: [(agent: Int, log: ModelLog, sidecar: Sidecar?)] = []
    var isHealed = false
    var chaosLeft: Int
    /// What people write, by number.
    let survey: SimulatedSurvey
    var eventsWritten: UInt64 = 0
    /// When each event was written, in true time, by the hash it had at first.
    var writtenAt: [Digest: Int64] = [:]
    /// When each revoked agent was revoked.
    var revokedAt: [AgentID: Int64] = [:]
    var counts = SimulationCounts()
    var failure: String?
    private let trace = Trace()

    /// Something that happens at a time.
    enum Happening {
        case chaos
        case agentStep(Int, life: Int)
        case agentTick(Int, link: Int)
        case start(Int, life: Int)
        case connect(Int, life: Int)
        case connected(Int, link: Int)
        case up(Int, ClientMessage)
        case down(Int, ServerMessage)
        case brokenAtAgent(Int)
        case brokenAtServer(Int)
        case serverStep(Int)
        case serverTick(Int)
        case lock(Int, life: Int)
        case commit(Int, life: Int)
        case poll(Int, life: Int)
        case startProcess(Int)
        case checkHealth
    }

    public init(seed: UInt64, options: SimulationOptions = SimulationOptions()) {
        self.seed = seed
        self.options = options
        dice = Dice(seed: seed)
        store = ModelStore(project: ProjectID(high: 0x5EED, low: seed))
        survey = SimulatedSurvey(project: store.project)
        processes = Array(repeating: SimulatedProcess(), count: dice.oneIn(3) ? 2 : 1)
        chaosLeft = options.chaos
    }

    /// Runs to the end.
    public mutating func run() -> SimulationResult {
        for _ in 0..<dice.number(1...3) { addAgent() }
        schedule(.chaos, in: 1)
        while failure == nil, let (time, happening) = timeline.next() {
            now = time
            happen(happening)
            if hasEnded { break }
        }
        if failure == nil, !hasEnded { fail("nothing happens any more, and not everything is where it should be") }
        if failure == nil { checkPromises() }
        return SimulationResult(seed: seed, failure: failure, trace: trace.lines, counts: counts)
    }

    var hasEnded = false
    /// How long nothing is done to the system.
    var pause: Int64 = 0
    var healedAt: Int64 = 0

    mutating func schedule(_ happening: Happening, in delay: Int64) {
        timeline.schedule(happening, at: now + max(0, delay))
    }

    private mutating func happen(_ happening: Happening) {
        switch happening {
        case .chaos: wreakHavoc()
        case .agentStep(let agent, let life): stepAgent(agent, life)
        case .agentTick(let agent, let link): tickAgent(agent, link)
        case .start(let agent, let life): startAgent(agent, life)
        case .connect(let agent, let life): connect(agent, life)
        case .connected(let agent, let link): connected(agent, link)
        case .up(let link, let message): arriveUp(link, message)
        case .down(let link, let message): arriveDown(link, message)
        case .brokenAtAgent(let link): breakAtAgent(link)
        case .brokenAtServer(let link): links[link].isOpenAtServer = false
        case .serverStep(let link): stepServer(link)
        case .serverTick(let link): tickServer(link)
        case .lock(let process, let life): lock(process, life)
        case .commit(let process, let life): commit(process, life)
        case .poll(let process, let life): poll(process, life)
        case .startProcess(let process): startProcess(process)
        case .checkHealth: checkHealth()
        }
    }

    /// Ends the run: a promise is broken.
    mutating func fail(_ what: String) {
        guard failure == nil else { return }
        failure = what
        note("FAILED: \(what)")
    }

    /// Writes a line of the trace, where one is wanted.
    func note(_ text: @autoclosure () -> String) {
        guard options.traces else { return }
        trace.lines.append("\(now) \(text())")
    }

    /// What happened, line by line; apart from the simulation's state, so that a line may be about it.
    private final class Trace {
        var lines: [String] = []
    }
}

/// What a simulation does, apart from its seed.
public struct SimulationOptions: Sendable {
    /// How many times something is done to the system before it may heal.
    public var chaos = 90
    /// Whether a trace is kept.
    public var traces = false
    /// The defect that the system has, where noticing it is the point.
    public var defect: SimulatedDefect?

    var faults: Faults { defect?.faults ?? [] }

    public init() {}
}

/// How a simulation ended.
public struct SimulationResult: Sendable {
    public let seed: UInt64
    /// The promise that was broken, and where; nil where all hold.
    public let failure: String?
    public let trace: [String]
    public let counts: SimulationCounts
}

/// What happened in a simulation, so that one can see that it bites.
public struct SimulationCounts: Hashable, Sendable {
    public var events = 0
    public var stored = 0
    public var duplicates = 0
    public var crashes = 0
    public var cuts = 0
    public var forks = 0
    public var recoveries = 0
    public var clones = 0
    public var restoredLogs = 0
    public var restoredServers = 0
    public var rewinds = 0
    public var rollbacksNoticed = 0
    public var steps = 0

    public init() {}

    /// Adds up.
    public mutating func add(_ other: Self) {
        events += other.events
        stored += other.stored
        duplicates += other.duplicates
        crashes += other.crashes
        cuts += other.cuts
        forks += other.forks
        recoveries += other.recoveries
        clones += other.clones
        restoredLogs += other.restoredLogs
        restoredServers += other.restoredServers
        rewinds += other.rewinds
        rollbacksNoticed += other.rollbacksNoticed
        steps += other.steps
    }
}
