import Survey
import Sync

extension Simulation {
    /// Adds an installation with a key of its own.
    mutating func addAgent() {
        let number = UInt64(agents.count) + 1
        var publicKey = number.bigEndianBytes
        publicKey += Array(repeating: 7, count: 24)
        let log = ModelLog(project: store.project, publicKey: publicKey, incarnation: Incarnation(dice.next()))
        store.agents[log.agent] = .surveyor
        let sidecar = Sidecar(incarnation: log.incarnation, acknowledged: 0)
        addAgent(log, sidecar: sidecar)
    }

    /// Adds an installation with a disk that is there.
    mutating func addAgent(_ log: ModelLog, sidecar: Sidecar?) {
        let boot = BootID(high: 0, low: dice.next())
        let agent = SimulatedAgent(log: log, sidecar: sidecar, wallOffset: wallOffset(), boot: boot, bootedAt: now)
        agents.append(agent)
        note("agent \(agents.count - 1) appears")
        schedule(.start(agents.count - 1, life: 0), in: dice.number(0...2_000))
    }

    /// How wrong a tablet's clock is.
    mutating func wallOffset() -> Int64 {
        switch dice.next() % 6 {
        case 0: -1_474_000_000_000  // 1980
        case 1: 2_280_000_000_000  // 2099
        case 2: dice.number(-90_000_000...90_000_000)
        default: dice.number(-3_000...3_000)
        }
    }

    /// Starts the program: the log is opened, a recovery that was interrupted goes on.
    mutating func startAgent(_ index: Int, _ life: Int) {
        guard agents[index].life == life else { return }
        agents[index].isRunning = true
        let successor = Incarnation(dice.next())
        if agents[index].log.open(agents[index].sidecar, successor: successor) { counts.rollbacksNoticed += 1 }
        let log = agents[index].log
        if agents[index].sidecar?.incarnation != log.incarnation {
            let acknowledged = log.streams[log.streams.count - 1].acknowledged
            agents[index].sidecar = Sidecar(incarnation: log.incarnation, acknowledged: acknowledged)
        }
        if log.isRecovering { plan([.copy], for: index) }
        schedule(.connect(index, life: life), in: dice.number(0...500))
    }

    /// Opens a connection to some server process.
    mutating func connect(_ index: Int, _ life: Int) {
        let agent = agents[index]
        guard agent.life == life, agent.isRunning, agent.isOnline, agent.session == nil else { return }
        let process = dice.index(of: processes)
        guard processes[process].isRunning else { return connectLater(index, atLeast: 0) }
        let isGood = isHealed || dice.oneIn(3)
        let link = Link(
            agent: index,
            agentLife: life,
            process: process,
            history: history,
            exporter: dice.next().bigEndianBytes + [UInt8](repeating: 0, count: 24),
            latency: isGood ? dice.number(1...20) : dice.number(1...900),
            bytesPerMillisecond: isGood ? 10_000 : dice.number(5...2_000),
            budget: isHealed || dice.oneIn(3) ? nil : dice.number(100...20_000)
        )
        links.append(link)
        let configuration = ClientConfiguration(
            project: store.project,
            agent: agent.log.agent,
            versions: Versions(sync: 1, projector: 1),
            recoversByItself: isHealed || dice.oneIn(2),
            faults: options.faults
        )
        agents[index].session = ClientSession(configuration)
        agents[index].link = links.count - 1
        note("agent \(index) connects by link \(links.count - 1) to process \(process)")
        schedule(.connected(index, link: links.count - 1), in: 2 * link.latency)
        schedule(.serverTick(links.count - 1), in: 1_000)
        startPolling(process)
    }

    mutating func connected(_ index: Int, _ link: Int) {
        guard agents[index].link == link, links[link].isOpenAtAgent else { return }
        clientInput(.connected, to: index)
        schedule(.agentTick(index, link: link), in: 1_000)
    }

    mutating func connectLater(_ index: Int, atLeast minimum: Int64) {
        let wait = agents[index].backoff.next(atLeast: minimum, using: &dice)
        schedule(.connect(index, life: agents[index].life), in: wait)
    }

    mutating func tickAgent(_ index: Int, _ link: Int) {
        guard agents[index].link == link else { return }
        clientInput(.tick, to: index)
        schedule(.agentTick(index, link: link), in: 1_000)
    }

    mutating func arriveDown(_ link: Int, _ message: ServerMessage) {
        let index = links[link].agent
        guard links[link].isOpenAtAgent, agents[index].link == link else { return }
        if case .welcome = message { agents[index].backoff.reset() }
        clientInput(.received(message), to: index)
    }

    mutating func breakAtAgent(_ link: Int) {
        guard links[link].isOpenAtAgent else { return }
        links[link].isOpenAtAgent = false
        let index = links[link].agent
        guard agents[index].link == link else { return }
        endSession(of: index)
        connectLater(index, atLeast: 0)
    }

    /// Drops the session; the server may learn of it, or not.
    mutating func endSession(of index: Int) {
        guard let link = agents[index].link else { return }
        agents[index].session = nil
        agents[index].link = nil
        // What the session had wished for is not wanted any more, but a recovery goes on.
        agents[index].pending.removeAll { if case .effect = $0 { true } else { false } }
        if links[link].isOpenAtAgent {
            links[link].isOpenAtAgent = false
            if isHealed || !dice.oneIn(3) { schedule(.brokenAtServer(link), in: links[link].latency + 1) }
        }
    }

    mutating func clientInput(_ input: ClientInput, to index: Int) {
        guard var session = agents[index].session else { return }
        agents[index].session = nil
        let effects = session.handle(input, at: agents[index].moment(at: now))
        agents[index].session = session
        plan(effects.map { .effect($0) }, for: index)
    }

    mutating func plan(_ steps: [SimulatedAgent.Step], for index: Int) {
        agents[index].pending += steps
        guard !agents[index].isStepping, !agents[index].pending.isEmpty else { return }
        agents[index].isStepping = true
        schedule(.agentStep(index, life: agents[index].life), in: dice.number(0...2))
    }

    mutating func stepAgent(_ index: Int, _ life: Int) {
        guard agents[index].life == life else { return }
        agents[index].isStepping = false
        guard !agents[index].pending.isEmpty else { return }
        counts.steps += 1
        switch agents[index].pending.removeFirst() {
        case .effect(let effect): perform(effect, for: index)
        case .copy:
            agents[index].log.copySome(UInt64(dice.number(1...20)))
            if agents[index].log.isRecovering { agents[index].pending.insert(.copy, at: 0) }
            tellOfGrowth(index)
        case .recovered: clientInput(.log(agents[index].log.summary), to: index)
        case .writeSidecar(let sidecar): agents[index].sidecar = sidecar
        }
        plan([], for: index)
    }

    mutating func tellOfGrowth(_ index: Int) {
        let stream = agents[index].log.streams[agents[index].log.streams.count - 1]
        clientInput(.appended(stream.incarnation, end: stream.end), to: index)
    }
}
