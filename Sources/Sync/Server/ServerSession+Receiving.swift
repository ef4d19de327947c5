import Survey

extension ServerSession {
    /// Takes a message of the peer, in the phase that the session is in.
    mutating func receive(_ message: ClientMessage, at now: Int64, into effects: inout [ServerEffect]) {
        switch phase {
        case .waiting:
            switch message {
            case .hello(let hello): takeHello(hello, at: now, into: &effects)
            case .join:
                phase = .joining
                requestsHeld += 1
                effects.append(.perform(message))
            default: violation("A connection begins with Hello or Join.", into: &effects)
            }
        case .joining: violation("A message came while Join was not answered.", into: &effects)
        case .authenticating, .opening:
            guard early.count < Limits.pushesHeld else { return violation("Too much came with Hello.", into: &effects) }
            early.append(message)
        case .open(let admitted): receive(message, from: admitted, into: &effects)
        case .closed: break
        }
    }

    private mutating func receive(
        _ message: ClientMessage,
        from peer: Admitted,
        into effects: inout [ServerEffect]
    ) {
        switch message {
        case .push, .compare, .pull, .grant, .offerBlob, .chunk:
            guard peer.role >= .surveyor else { return refuse(.notAllowed, into: &effects) }
            receiveFromSurveyor(message, from: peer, into: &effects)
        case .fetch(let fetch):
            guard fetchesHeld < Limits.requestsHeld else { return violation("Too many fetches.", into: &effects) }
            fetchesHeld += 1
            effects.append(.readContent(fetch))
        case .publish, .invite, .revoke:
            guard peer.role >= .admin else { return effects.append(.send(.refused(.notAllowed))) }
            perform(message, into: &effects)
        case .checkRelease, .showManifest: perform(message, into: &effects)
        case .ping: effects.append(.send(.pong))
        case .join, .hello: violation("A session begins once.", into: &effects)
        }
    }

    private mutating func receiveFromSurveyor(
        _ message: ClientMessage,
        from peer: Admitted,
        into effects: inout [ServerEffect]
    ) {
        switch message {
        case .push(let push): take(push, from: peer, into: &effects)
        case .compare(let compare): take(compare, into: &effects)
        case .pull(let pull): lanes[pull.cursor.lane] = LaneFeed(pull, goal: goal)
        case .grant(let lane, let credit):
            guard lanes[lane] != nil else { return violation("A lane is pulled before it is granted.", into: &effects) }
            lanes[lane]?.grant(credit)
        case .offerBlob(let offer):
            guard blobs.begin(offer) else { return violation("Too many blobs are offered.", into: &effects) }
            effects.append(.openBlob(offer))
        case .chunk(let chunk):
            switch blobs.judge(chunk) {
            case .store: effects.append(.storeChunk(chunk))
            case .drop: break
            case .refuse: violation("A piece is none of the offered blob.", into: &effects)
            }
        default: preconditionFailure("The caller takes the other messages.")
        }
    }

    private mutating func take(_ push: Push, from peer: Admitted, into effects: inout [ServerEffect]) {
        guard pushes.isClaimed(push.incarnation) else {
            return violation("A stream is pushed that Hello did not claim.", into: &effects)
        }
        guard pushes.hasRoom(for: push.events.count) else {
            return violation("More is pushed than the window allows.", into: &effects)
        }
        guard !pushes.drops(push) else { return }
        do {
            let prepared = try PreparedPush(
                push,
                by: peer.agent,
                in: peer.project,
                reference: peer.reference,
                with: verifier
            )
            effects.append(.append(prepared, ticket: pushes.hold(prepared)))
        } catch { violation("\(error)", into: &effects) }
    }

    private mutating func take(_ compare: Compare, into effects: inout [ServerEffect]) {
        let numbers = compare.points.map(\.number)
        guard !numbers.isEmpty, numbers.count <= Limits.comparedPoints, zip(numbers, numbers.dropFirst()).allSatisfy(<)
        else { return violation("A comparison has 1 to \(Limits.comparedPoints) rising points.", into: &effects) }
        if case .stream(let incarnation) = compare.subject, !pushes.isClaimed(incarnation) {
            return violation("A stream is compared that Hello did not claim.", into: &effects)
        }
        guard comparesHeld < Limits.requestsHeld else { return violation("Too many comparisons.", into: &effects) }
        comparesHeld += 1
        effects.append(.compare(compare))
    }

    private mutating func perform(_ request: ClientMessage, into effects: inout [ServerEffect]) {
        guard requestsHeld < Limits.requestsHeld else { return violation("Too many requests.", into: &effects) }
        requestsHeld += 1
        effects.append(.perform(request))
    }

    private mutating func violation(_ what: String, into effects: inout [ServerEffect]) {
        refuse(.protocolViolation(what), into: &effects)
    }
}
