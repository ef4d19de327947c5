import Survey

extension ServerSession {
    /// Takes Hello, after which the peer may go on without waiting.
    mutating func takeHello(_ hello: Hello, at now: Int64, into effects: inout [ServerEffect]) {
        guard Self.versions.contains(hello.versions.sync) else {
            return refuse(.upgradeNeeded(minimum: Self.versions.lowerBound), into: &effects)
        }
        if let problem = problem(of: hello) { return refuse(.protocolViolation(problem), into: &effects) }
        phase = .authenticating(hello, arrivedAt: now)
        effects.append(.readAgent(hello.project, hello.agent))
    }

    private func problem(of hello: Hello) -> String? {
        if hello.streams.count > Limits.streams { return "Hello claims more than \(Limits.streams) streams." }
        if Set(hello.streams.map(\.incarnation)).count < hello.streams.count { return "Hello claims a stream twice." }
        if Set(hello.cursors.map(\.lane)).count < hello.cursors.count { return "Hello has two cursors in a lane." }
        if hello.streams.contains(where: { ($0.end == 0) != ($0.hash == .zero) }) {
            return "Hello claims an end without its hash."
        }
        return nil
    }

    /// Checks that the peer holds the key of the agent it says it is, on this very connection.
    mutating func authenticate(_ record: PeerRecord?, at now: Int64, into effects: inout [ServerEffect]) {
        guard case .authenticating(let hello, let arrivedAt) = phase else { return }
        guard let record else { return refuse(.unknownAgent, into: &effects) }
        let signed = Hello.signedBytes(
            exporter: exporter,
            project: hello.project,
            agent: hello.agent,
            streams: hello.streams
        )
        guard verifier.agentID(ofPublicKey: record.publicKey) == hello.agent,
            verifier.isValid(hello.signature, of: signed, by: record.publicKey)
        else { return refuse(.badSignature, into: &effects) }
        if record.isRevoked { return refuse(.revoked, into: &effects) }
        phase = .opening(hello, record.role, arrivedAt: arrivedAt)
        lastAdmitted = now
        effects.append(.open(hello.project, hello.agent, hello.streams, hello.cursors))
    }

    /// Says Welcome, and takes what came early.
    mutating func welcome(_ opening: Opening, at now: Int64, into effects: inout [ServerEffect]) {
        guard case .opening(let hello, let role, let arrivedAt) = phase else { return }
        let reference = opening.time.advanced(byMilliseconds: arrivedAt - now)
        pushes = PushIntake(hello.streams, opening.streams)
        head = opening.projectHead
        let welcome = Welcome(
            time: reference,
            role: role,
            streams: opening.streams,
            cursorsMatch: opening.cursorsMatch,
            projectHead: opening.projectHead,
            window: UInt32(Limits.windowEvents),
            versions: Versions(sync: Self.versions.upperBound, projector: hello.versions.projector),
            lacksBlobs: opening.lacksBlobs
        )
        phase = .open(Admitted(project: hello.project, agent: hello.agent, role: role, reference: reference))
        goal = opening.projectHead
        effects.append(.send(.welcome(welcome)))
        let messages = early
        early = []
        for message in messages { receive(message, at: now, into: &effects) }
    }
}
