public import Survey
public import Sync

/// One server and whoever visits it, without chance and without delay: for tests that tell a story.
///
/// The same sessions, rules and models as in the ``Simulation``; a visit goes on until nothing is left to do, or stops after so
/// many effects, as if the plug were pulled.
public struct Stage {
    public var store: ModelStore
    /// Milliseconds of true time.
    public var now: Int64 = 0
    private var connections: UInt64 = 0

    public init(project: ProjectID = ProjectID(high: 1, low: 2)) { store = ModelStore(project: project) }

    /// PostgreSQL's clock, which is right.
    public var time: Timestamp { Simulation.beginning.advanced(byMilliseconds: now) }

    /// Lets somebody in who has a key and an empty log.
    public mutating func admit(_ number: UInt64, wallOffset: Int64 = 0) -> Surveyor {
        let surveyor = Surveyor(number, project: store.project, wallOffset: wallOffset, bootedAt: now)
        store.agents[surveyor.log.agent] = .surveyor
        return surveyor
    }

    /// Visits until no visit asks for another one.
    @discardableResult
    public mutating func sync(_ surveyor: inout Surveyor, recovers: Bool = false) -> [Visit] {
        var visits: [Visit] = []
        repeat {
            visits.append(visit(&surveyor, recovers: recovers))
        } while visits.last?.closed == .startAgain
            && visits.count < 10
        return visits
    }

    /// One connection, from Hello until nothing is left to do; the agent's program dies after so many effects.
    public mutating func visit(
        _ surveyor: inout Surveyor,
        recovers: Bool = false,
        stopsAfter: Int = .max
    ) -> Visit {
        connections += 1
        var scene = Scene(
            exporter: connections.bigEndianBytes,
            configuration: ClientConfiguration(
                project: store.project,
                agent: surveyor.log.agent,
                versions: Versions(sync: 1, projector: 1),
                recoversByItself: recovers
            )
        )
        scene.toClient(.connected, surveyor, now)
        while scene.visit.effects < stopsAfter {
            if !scene.clientEffects.isEmpty {
                scene.visit.effects += 1
                perform(scene.clientEffects.removeFirst(), for: &surveyor, in: &scene)
            } else if !scene.serverEffects.isEmpty {
                perform(scene.serverEffects.removeFirst(), for: surveyor, in: &scene)
            } else {
                break
            }
        }
        return scene.visit
    }

    private func perform(_ effect: ClientEffect, for surveyor: inout Surveyor, in scene: inout Scene) {
        switch effect {
        case .send(let message):
            scene.visit.sent.append(message)
            scene.toServer(.received(message), now)
        case .readLog: scene.toClient(.log(surveyor.log.summary), surveyor, now)
        case .sign(let streams):
            let message = Hello.signedBytes(
                exporter: scene.exporter,
                project: store.project,
                agent: surveyor.log.agent,
                streams: streams
            )
            scene.toClient(.signed(FastHashing().signature(of: message, by: surveyor.log.publicKey)), surveyor, now)
        case .readEvents(let incarnation, let first, let bytes):
            let run = surveyor.log.events(incarnation, from: first, maximumBytes: bytes)
            scene.toClient(.events(run), surveyor, now)
        case .readPoints(let subject, let lower, let upper):
            let points = surveyor.log.points(subject, after: lower, before: upper)
            scene.toClient(.points(subject, points), surveyor, now)
        case .acknowledge(let incarnation, let through): surveyor.acknowledge(incarnation, through: through)
        case .recover(let incarnation, let common):
            surveyor.log.recover(incarnation, lastCommon: common, successor: surveyor.drawIncarnation())
            scene.clientEffects.insert(.readLog, at: 0)
            while surveyor.log.isRecovering { surveyor.log.copySome(500) }
        case .rewind(let position):
            surveyor.log.rewind(to: position)
            scene.toClient(.rewound(surveyor.log.cursors), surveyor, now)
        case .apply(let batch):
            precondition(surveyor.log.apply(batch), "A batch does not continue the log's lane.")
            scene.toClient(.applied(batch.lane), surveyor, now)
        case .notice(let notice): scene.visit.notices.append(notice)
        case .close(let reason): scene.visit.closed = reason
        case .readBlob, .markSafe, .store, .answer: preconditionFailure("No story on this stage needs \(effect).")
        }
    }

    private mutating func perform(_ effect: ServerEffect, for surveyor: Surveyor, in scene: inout Scene) {
        let agent = surveyor.log.agent
        switch effect {
        case .send(let message):
            scene.visit.received.append(message)
            scene.toClient(.received(message), surveyor, now)
        case .readAgent(_, let agent):
            let record = store.agents[agent].map {
                PeerRecord(
                    publicKey: surveyor.log.publicKey,
                    role: $0,
                    isRevoked: store.revoked.contains(agent)
                )
            }
            scene.toServer(.agent(record), now)
        case .open(_, let agent, let claims, let cursors):
            scene.toServer(.opened(store.open(agent, claims, cursors, now: time)), now)
        case .append(let push, let ticket):
            guard let decision = try? store.decide([push], now: time, by: AppendRules(hashing: FastHashing())),
                let answer = decision.answers.first
            else { preconditionFailure("The model store does not contradict itself.") }
            store.commit(decision)
            scene.toServer(.appended(ticket: ticket, .decided(answer)), now)
            scene.toServer(.headMoved(store.head), now)
        case .compare(let compare): scene.toServer(.compared(store.common(compare, of: agent)), now)
        case .readLane(let cursor):
            let reading = store.revoked.contains(agent) ? .revoked : store.read(after: cursor, limit: 100)
            scene.toServer(.laneRead(cursor.lane, reading), now)
        case .checkAdmission: scene.toServer(.admission(!store.revoked.contains(agent)), now)
        case .close: break
        case .openBlob, .storeChunk, .readContent, .perform:
            preconditionFailure("No story on this stage needs \(effect).")
        }
    }
}

/// What one visit did.
public struct Visit: Sendable {
    public internal(set) var notices: [ClientNotice] = []
    public internal(set) var sent: [ClientMessage] = []
    public internal(set) var received: [ServerMessage] = []
    public internal(set) var closed: CloseReason?
    /// Effects of the agent that were done.
    public internal(set) var effects = 0
}

/// A visit in progress: both sessions, and what they still want done.
private struct Scene {
    let exporter: [UInt8]
    var client: ClientSession
    var server: ServerSession<FastHashing>
    var clientEffects: [ClientEffect] = []
    var serverEffects: [ServerEffect] = []
    var visit = Visit()

    init(exporter: [UInt8], configuration: ClientConfiguration) {
        self.exporter = exporter
        client = ClientSession(configuration)
        server = ServerSession(verifier: FastHashing(), exporter: exporter)
    }

    mutating func toClient(_ input: ClientInput, _ surveyor: Surveyor, _ now: Int64) {
        // A recovery ends with a log that is read for it, not for Hello.
        clientEffects += client.handle(input, at: surveyor.moment(at: now))
    }

    mutating func toServer(_ input: ServerInput, _ now: Int64) {
        serverEffects += server.handle(input, at: now)
    }
}
