import Survey
import Sync

extension Simulation {
    /// Does one thing to the system, and plans the next; in the end it heals.
    mutating func wreakHavoc() {
        guard chaosLeft > 0 else { return heal() }
        chaosLeft -= 1
        let agent = dice.index(of: agents)
        switch dice.next() % 100 {
        case 0..<40: write(agent)
        case 40..<48: crash(agent)
        case 48..<52: reboot(agent)
        case 52..<57: agents[agent].wallOffset = wallOffset()
        case 57..<63: toggleNetwork(agent)
        case 63..<68: backUp(agent)
        case 68..<72: restore()
        case 72..<75: if agents.count < 6 { clone(agent) }
        case 75..<80: storeBackups.append(store)
        case 80..<83: restoreStore()
        case 83..<87: crashProcess(dice.index(of: processes))
        case 87..<91: toggleRevocation(agent)
        case 91..<97: for link in links.indices where links[link].isOpenAtAgent && dice.oneIn(2) { cut(link) }
        case 97..<99: longPause()
        default: if agents.count < 5 { addAgent() }
        }
        schedule(.chaos, in: pause + (dice.oneIn(8) ? dice.number(0...70_000) : dice.number(0...2_500)))
        pause = 0
    }

    private mutating func write(_ index: Int) {
        guard agents[index].isRunning else { return }
        for _ in 0..<(dice.oneIn(6) ? dice.number(30...120) : dice.number(1...12)) {
            eventsWritten += 1
            let kind = survey.event(eventsWritten).kind
            let payload = SimulatedSurvey.payload(eventsWritten)
            let event = agents[index].log.append(payload, kind: kind, at: agents[index].moment(at: now))
            writtenAt[event.hash] = now
        }
        counts.events = Int(eventsWritten)
        tellOfGrowth(index)
    }

    private mutating func crash(_ index: Int) {
        counts.crashes += 1
        note("agent \(index) crashes")
        endSession(of: index)
        agents[index].crash()
        schedule(.start(index, life: agents[index].life), in: dice.number(1...20_000))
    }

    private mutating func reboot(_ index: Int) {
        crash(index)
        agents[index].boot = BootID(high: 0, low: dice.next())
        agents[index].bootedAt = now
        if dice.oneIn(2) { agents[index].wallOffset = wallOffset() }
    }

    private mutating func toggleNetwork(_ index: Int) {
        agents[index].isOnline.toggle()
        note("agent \(index) is \(agents[index].isOnline ? "on" : "off") line")
        if agents[index].isOnline {
            agents[index].backoff.reset()
            schedule(.connect(index, life: agents[index].life), in: 1)
        } else {
            endSession(of: index)
        }
    }

    private mutating func backUp(_ index: Int) {
        logBackups.append((index, agents[index].log, agents[index].sidecar))
    }

    /// Puts a backup in the place of the disk that it was made of; the sidecar stays, goes back too, or is lost.
    private mutating func restore() {
        guard !logBackups.isEmpty else { return }
        let backup = logBackups[dice.index(of: logBackups)]
        crash(backup.agent)
        counts.restoredLogs += 1
        note("agent \(backup.agent) is restored")
        agents[backup.agent].log = backup.log
        switch dice.next() % 3 {
        case 0: break
        case 1: agents[backup.agent].sidecar = backup.sidecar
        default: agents[backup.agent].sidecar = nil
        }
    }

    private mutating func clone(_ index: Int) {
        counts.clones += 1
        note("agent \(index) is cloned")
        addAgent(agents[index].log, sidecar: dice.oneIn(2) ? agents[index].sidecar : nil)
    }

    private mutating func restoreStore() {
        guard !storeBackups.isEmpty else { return }
        counts.restoredServers += 1
        var backup = storeBackups[dice.index(of: storeBackups)]
        note("the store goes back from \(store.head) to \(backup.head)")
        // Who is let in was decided by people, who decide it again.
        backup.agents = store.agents
        backup.revoked = store.revoked
        store = backup
        history += 1
        storeBackups.removeAll { $0.head > backup.head }
        lockHolder = nil
        for process in processes.indices {
            if dice.oneIn(2) {
                crashProcess(process)
            } else if let group = processes[process].group {
                processes[process].group = nil
                for push in group.pushes {
                    serverInput(.appended(ticket: push.ticket, .failed(retryAfter: 200)), to: push.link)
                }
                let next = Happening.lock(process, life: processes[process].life)
                schedule(next, in: 5)
            }
        }
    }

    private mutating func toggleRevocation(_ index: Int) {
        let agent = agents[index].log.agent
        if store.revoked.remove(agent) == nil {
            store.revoked.insert(agent)
            revokedAt[agent] = now
            note("agent \(index) is revoked")
        } else {
            revokedAt[agent] = nil
        }
    }

    /// Hours or weeks pass without a network.
    private mutating func longPause() {
        for index in agents.indices where agents[index].isOnline { toggleNetwork(index) }
        pause = dice.number(3_600_000...2_000_000_000)
    }

    /// Everything works from now on.
    private mutating func heal() {
        guard !isHealed else { return }
        isHealed = true
        note("everything heals")
        store.revoked = []
        revokedAt = [:]
        for link in links.indices where links[link].isOpenAtAgent || links[link].isOpenAtServer {
            links[link].budget = 0
            schedule(.brokenAtAgent(link), in: 1)
            schedule(.brokenAtServer(link), in: 1)
        }
        for process in processes.indices { startProcess(process) }
        for index in agents.indices {
            agents[index].isOnline = true
            agents[index].backoff.reset()
            if !agents[index].isRunning { schedule(.start(index, life: agents[index].life), in: 1) }
            schedule(.connect(index, life: agents[index].life), in: 2_000)
        }
        healedAt = now
        schedule(.checkHealth, in: 3_000)
    }
}
