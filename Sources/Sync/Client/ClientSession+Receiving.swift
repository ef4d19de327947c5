import Survey

extension ClientSession {
    /// Takes a message of the server.
    mutating func receive(_ message: ServerMessage, at now: Moment, into effects: inout [ClientEffect]) {
        if case .refused(let refusal) = message { return takeRefusal(refusal, into: &effects) }
        if case .welcome(let welcome) = message { return takeWelcome(welcome, into: &effects) }
        guard case .open = phase else { return violation("A message came before Welcome.", into: &effects) }
        switch message {
        case .pushed, .gap, .fork, .busy: takePushAnswer(message, at: now.sinceBoot, into: &effects)
        case .common(let common): takeCommon(common, into: &effects)
        case .events(let batch): takeBatch(batch, into: &effects)
        case .blobState(let state): uploading.receive(state, at: now.sinceBoot, into: &effects)
        case .chunk(let chunk):
            if !fetching.receive(chunk, at: now.sinceBoot, into: &effects) {
                violation("A piece of content came that was not asked for.", into: &effects)
            }
        case .missing(let content): fetching.missing(content, into: &effects)
        case .release(let answer): takeAnswer(.release(answer), into: &effects)
        case .published(let release, let matching):
            takeAnswer(.published(release: release, matching: matching), into: &effects)
        case .invited(let link): takeAnswer(.invited(link: link), into: &effects)
        case .revoked(let agent, let undone): takeAnswer(.revoked(agent, undone: undone), into: &effects)
        case .pong: break
        case .joined: violation("An answer came to a question that was not asked.", into: &effects)
        case .welcome, .refused: preconditionFailure("Both were taken above.")
        }
    }

    private mutating func takeWelcome(_ welcome: Welcome, into effects: inout [ClientEffect]) {
        guard case .greeting(let summary, let reference) = phase,
            welcome.streams.map(\.incarnation) == offered(summary).map(\.claim.incarnation),
            welcome.cursorsMatch.count == summary.cursors.count
        else { return violation("Welcome does not answer Hello.", into: &effects) }
        phase = .open(reference, projectHead: welcome.projectHead)
        let ahead = welcome.time.milliseconds.subtractingReportingOverflow(reference.wallClock.milliseconds)
            .partialValue
        effects.append(.notice(.welcomed(welcome.role, clockAhead: ahead)))
        if welcome.lacksBlobs { effects.append(.notice(.lacksBlobs)) }
        for divergence in pushing.welcome(welcome.streams, window: welcome.window, into: &effects) {
            comparing.add(divergence)
        }
        let verdicts = zip(summary.cursors, welcome.cursorsMatch)
        guard let different = verdicts.filter({ !$0.1 }).map(\.0.position).min() else {
            return pulling.start(summary.cursors, projectHead: welcome.projectHead, into: &effects)
        }
        let common = verdicts.filter(\.1).map(\.0.position).max() ?? 0
        guard common < different else { return violation("Welcome contradicts itself.", into: &effects) }
        comparing.add(project: Narrowing(common: common, different: different))
    }

    private mutating func takeBatch(_ batch: EventBatch, into effects: inout [ClientEffect]) {
        guard pulling.receive(batch, into: &effects) else {
            return violation("A batch does not continue its lane.", into: &effects)
        }
        // A clone that is quiet learns here that the other one goes on.
        for case .whole(let bytes, _) in batch.entries {
            guard let place = Envelope.place(in: bytes), place.stream.agent == configuration.agent,
                let divergence = pushing.divergence(at: place.stream.incarnation, place.sequence),
                pushing.halt(place.stream.incarnation)
            else { continue }
            comparing.add(divergence)
        }
    }

    private mutating func takePushAnswer(_ answer: ServerMessage, at now: Int64, into effects: inout [ClientEffect]) {
        switch answer {
        case .pushed(let incarnation, let through):
            pushing.pushed(incarnation, through: through, at: now, into: &effects)
            uploading.eventsWereStored()
        case .gap(let incarnation, let expected):
            guard expected > 0 else { return violation("A stream begins at 1.", into: &effects) }
            pushing.gap(incarnation, expected: expected, into: &effects)
        case .busy(let incarnation, let retryAfter):
            let wait = Int64(clamping: min(retryAfter, UInt64(Backoff.longest)))
            pushing.busy(incarnation, until: now + wait)
        case .fork(let incarnation, let at):
            guard at > 0 else { return violation("No two streams differ before their first event.", into: &effects) }
            guard pushing.halt(incarnation) else { return }
            comparing.add(Divergence(incarnation: incarnation, common: 0, different: at))
        default: preconditionFailure("Only answers to pushes come here.")
        }
    }

    private mutating func takeCommon(_ common: Common, into effects: inout [ClientEffect]) {
        do {
            if let ended = try comparing.answer(common, into: &effects) { settle(ended, into: &effects) }
        } catch { violation("A comparison was answered with another number.", into: &effects) }
    }

    private mutating func takeAnswer(_ answer: ClientAnswer, into effects: inout [ClientEffect]) {
        guard requests.answered() else {
            return violation("An answer came to a question that was not asked.", into: &effects)
        }
        effects.append(.answer(answer))
    }

    /// Some refusals answer a request; the others end the session.
    private mutating func takeRefusal(_ refusal: Refusal, into effects: inout [ClientEffect]) {
        switch refusal {
        case .notAllowed, .impossible:
            if requests.answered() { return effects.append(.answer(.refused(refusal))) }
        case .invalidCode, .expiredCode, .otherProject, .unknownAgent, .badSignature, .revoked, .upgradeNeeded,
            .retryAfter, .historyChanged, .protocolViolation:
            break
        }
        close(refusal == .historyChanged ? .startAgain : .refused(refusal), into: &effects)
    }

    private mutating func violation(_ what: String, into effects: inout [ClientEffect]) {
        close(.protocolViolation(what), into: &effects)
    }
}
