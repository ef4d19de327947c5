import Survey
import Sync

extension Simulation {
    mutating func arriveUp(_ link: Int, _ message: ClientMessage) {
        guard links[link].isOpenAtServer else { return }
        serverInput(.received(message), to: link)
    }

    mutating func tickServer(_ link: Int) {
        guard links[link].isOpenAtServer else { return }
        serverInput(.tick, to: link)
        schedule(.serverTick(link), in: 1_000)
    }

    func isServing(_ link: Int) -> Bool { links[link].isOpenAtServer && processes[links[link].process].isRunning }

    mutating func serverInput(_ input: ServerInput, to link: Int) {
        guard isServing(link) else { return }
        let effects = links[link].session.handle(input, at: now)
        links[link].pending += effects
        planServerStep(link)
    }

    private mutating func planServerStep(_ link: Int) {
        guard !links[link].isStepping, !links[link].pending.isEmpty else { return }
        links[link].isStepping = true
        schedule(.serverStep(link), in: dice.number(0...2))
    }

    mutating func stepServer(_ link: Int) {
        links[link].isStepping = false
        guard isServing(link), !links[link].pending.isEmpty else { return }
        counts.steps += 1
        perform(links[link].pending.removeFirst(), for: link)
        planServerStep(link)
    }

    /// Does what a server session wants done.
    private mutating func perform(_ effect: ServerEffect, for link: Int) {
        let process = links[link].process
        let agent = agents[links[link].agent].log.agent
        switch effect {
        case .send(let message):
            checkSent(message, to: agent)
            send(message, down: link)
        case .readAgent(_, let agent): serverInput(.agent(record(of: agent)), to: link)
        case .open(_, let agent, let claims, let cursors):
            let opening = store.open(agent, claims, cursors, now: serverTime)
            serverInput(.opened(opening), to: link)
        case .append(let push, let ticket):
            processes[process].waiting.append(.init(link: link, ticket: ticket, push: push))
            schedule(.lock(process, life: processes[process].life), in: dice.number(0...4))
        case .compare(let compare): serverInput(.compared(store.common(compare, of: agent)), to: link)
        case .readLane(let cursor):
            let source = options.faults.contains(.relaysFromMemory) ? processes[process].draft ?? store : store
            let reading: LaneReading =
                store.revoked.contains(agent) ? .revoked : source.read(after: cursor, limit: 40)
            serverInput(.laneRead(cursor.lane, reading), to: link)
        case .checkAdmission: serverInput(.admission(!store.revoked.contains(agent)), to: link)
        case .close:
            links[link].isOpenAtServer = false
            schedule(.brokenAtAgent(link), in: links[link].latency + 1)
        case .openBlob, .storeChunk, .readContent, .perform: fail("nobody asked the server for \(effect)")
        }
    }

    /// PostgreSQL's clock, which is right.
    var serverTime: Timestamp { Self.beginning.advanced(byMilliseconds: now) }

    private func record(of agent: AgentID) -> PeerRecord? {
        guard let role = store.agents[agent], let known = agents.first(where: { $0.log.agent == agent }) else {
            return nil
        }
        return PeerRecord(publicKey: known.log.publicKey, role: role, isRevoked: store.revoked.contains(agent))
    }

    // MARK: The append, in two flights

    /// Takes the project's lock, reads, and decides.
    mutating func lock(_ index: Int, _ life: Int) {
        let process = processes[index]
        guard process.life == life, process.isRunning, process.group == nil, !process.waiting.isEmpty else { return }
        guard lockHolder == nil else { return schedule(.lock(index, life: life), in: 3) }
        lockHolder = index
        let group = Array(process.waiting.prefix(Int(dice.number(1...8))))
        processes[index].waiting.removeFirst(group.count)
        let rules = AppendRules(hashing: FastHashing(), faults: options.faults)
        do {
            let decision = try store.decide(group.map(\.push), now: serverTime, by: rules)
            processes[index].group = (group, decision)
            if options.faults.contains(.acknowledgesBeforeCommit) { answer(group, decision) }
            if options.faults.contains(.relaysFromMemory) {
                var draft = store
                draft.commit(decision)
                processes[index].draft = draft
                tellHead(draft.head, of: index)
            }
        } catch { fail("\(error)") }
        schedule(.commit(index, life: life), in: dice.number(1...15))
    }

    /// Commits, or not; either way the outcome may be lost.
    mutating func commit(_ index: Int, _ life: Int) {
        guard processes[index].life == life, let (group, decision) = processes[index].group else { return }
        processes[index].group = nil
        processes[index].draft = nil
        lockHolder = nil
        let luck = isHealed ? 0 : dice.next() % 20
        if luck < 18 || luck == 19 { store.commit(decision) }
        note("process \(index) commits \(group.count) pushes, \(decision.rows.count) events: \(luck)")
        if luck < 18 {
            if !options.faults.contains(.acknowledgesBeforeCommit) { answer(group, decision) }
        } else {
            for push in group { serverInput(.appended(ticket: push.ticket, .failed(retryAfter: 200)), to: push.link) }
        }
        if !dice.oneIn(10) { tellHead(store.head, of: index) }
        if !processes[index].waiting.isEmpty { schedule(.lock(index, life: life), in: dice.number(0...4)) }
    }

    private mutating func answer(_ group: [SimulatedProcess.WaitingPush], _ decision: AppendDecision) {
        for (push, answer) in zip(group, decision.answers) {
            serverInput(.appended(ticket: push.ticket, .decided(answer)), to: push.link)
        }
    }

    private mutating func tellHead(_ head: UInt64, of process: Int) {
        for link in links.indices where links[link].process == process && links[link].isOpenAtServer {
            serverInput(.headMoved(head), to: link)
        }
    }

    /// Looks at the table, since no notification can be relied on.
    mutating func poll(_ index: Int, _ life: Int) {
        guard processes[index].life == life else { return }
        tellHead(store.head, of: index)
        processes[index].isPolling = links.contains { $0.process == index && $0.isOpenAtServer }
        if processes[index].isPolling { schedule(.poll(index, life: life), in: 1_000) }
    }

    /// A process with readers looks each second.
    mutating func startPolling(_ index: Int) {
        guard !processes[index].isPolling else { return }
        processes[index].isPolling = true
        schedule(.poll(index, life: processes[index].life), in: 1_000)
    }

    mutating func crashProcess(_ index: Int) {
        guard processes[index].isRunning else { return }
        counts.crashes += 1
        note("process \(index) crashes")
        processes[index].isRunning = false
        processes[index].life += 1
        processes[index].isPolling = false
        processes[index].waiting = []
        processes[index].group = nil
        processes[index].draft = nil
        if lockHolder == index { lockHolder = nil }
        for link in links.indices where links[link].process == index && links[link].isOpenAtServer {
            links[link].isOpenAtServer = false
            links[link].pending = []
            if !dice.oneIn(4) { schedule(.brokenAtAgent(link), in: links[link].latency) }
        }
        schedule(.startProcess(index), in: dice.number(10...5_000))
    }

    mutating func startProcess(_ index: Int) {
        guard !processes[index].isRunning else { return }
        processes[index].isRunning = true
    }
}
