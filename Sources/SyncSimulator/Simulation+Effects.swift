import Survey
import Sync

extension Simulation {
    /// Does what an agent's session wants done.
    mutating func perform(_ effect: ClientEffect, for index: Int) {
        guard let link = agents[index].link else { return }
        switch effect {
        case .send(let message): send(message, up: link)
        case .readLog: clientInput(.log(agents[index].log.summary), to: index)
        case .sign(let streams):
            let message = Hello.signedBytes(
                exporter: links[link].exporter,
                project: store.project,
                agent: agents[index].log.agent,
                streams: streams
            )
            clientInput(.signed(FastHashing().signature(of: message, by: agents[index].log.publicKey)), to: index)
        case .readEvents(let incarnation, let first, let bytes):
            clientInput(.events(agents[index].log.events(incarnation, from: first, maximumBytes: bytes)), to: index)
        case .readPoints(let subject, let lower, let upper):
            clientInput(.points(subject, agents[index].log.points(subject, after: lower, before: upper)), to: index)
        case .acknowledge(let incarnation, let through): acknowledge(incarnation, through, by: index, over: link)
        case .recover(let incarnation, let common):
            agents[index].log.recover(incarnation, lastCommon: common, successor: Incarnation(dice.next()))
            counts.recoveries += 1
            note("agent \(index) recovers \(incarnation) after \(common)")
            let steps: [SimulatedAgent.Step] = agents[index].log.isRecovering ? [.copy, .recovered] : [.recovered]
            agents[index].pending.insert(contentsOf: steps, at: 0)
        case .rewind(let position):
            agents[index].log.rewind(to: position)
            agents[index].venue = nil
            counts.rewinds += 1
            note("agent \(index) goes back to position \(position)")
            clientInput(.rewound(agents[index].log.cursors), to: index)
        case .apply(let batch):
            checkPulled(batch, by: index, over: link)
            guard agents[index].log.apply(batch) else {
                return fail("agent \(index) cannot apply \(batch.from)…\(batch.to) of lane \(batch.lane)")
            }
            fold(batch, by: index)
            clientInput(.applied(batch.lane), to: index)
        case .notice(let notice):
            if case .forked = notice { counts.forks += 1 }
            note("agent \(index): \(notice)")
        case .close(let reason): close(reason, index)
        case .readBlob, .markSafe, .store, .answer: fail("agent \(index) was not asked for \(effect)")
        }
    }

    private mutating func acknowledge(_ incarnation: Incarnation, _ through: UInt64, by index: Int, over link: Int) {
        agents[index].log.acknowledge(incarnation, through: through)
        checkAcknowledged(incarnation, through, by: index, over: link)
        guard incarnation == agents[index].log.incarnation else { return }
        let before = agents[index].sidecar
        guard before?.incarnation != incarnation || before.map({ $0.acknowledged < through }) ?? true else { return }
        let sidecar = Sidecar(incarnation: incarnation, acknowledged: through)
        agents[index].pending.insert(.writeSidecar(sidecar), at: 0)
    }

    private mutating func close(_ reason: CloseReason, _ index: Int) {
        note("agent \(index) closes: \(reason)")
        endSession(of: index)
        switch reason {
        case .startAgain: schedule(.connect(index, life: agents[index].life), in: 1)
        case .refused(.retryAfter(let wait)): connectLater(index, atLeast: Int64(clamping: wait))
        case .refused(.revoked), .timedOut: connectLater(index, atLeast: 0)
        case .refused, .protocolViolation, .overloaded: fail("agent \(index) ends its session: \(reason)")
        }
    }

    mutating func send(_ message: ClientMessage, up link: Int) {
        guard links[link].isOpenAtAgent else { return }
        if let arrival = links[link].send(bytes: message.size, up: true, at: now) {
            timeline.schedule(.up(link, message), at: arrival)
        } else {
            cut(link)
        }
    }

    mutating func send(_ message: ServerMessage, down link: Int) {
        guard links[link].isOpenAtServer else { return }
        if let arrival = links[link].send(bytes: message.size, up: false, at: now) {
            timeline.schedule(.down(link, message), at: arrival)
        } else {
            cut(link)
        }
    }

    /// Cuts a link: either end learns of it, or waits in vain.
    mutating func cut(_ link: Int) {
        counts.cuts += 1
        note("link \(link) is cut")
        links[link].budget = 0
        if !dice.oneIn(4) { schedule(.brokenAtAgent(link), in: dice.number(0...1_000)) }
        if !dice.oneIn(4) { schedule(.brokenAtServer(link), in: dice.number(0...1_000)) }
    }
}
