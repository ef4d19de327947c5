import CPharosSchema
import Survey
import Sync

extension Join: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Join>?) -> Void { pharos__join__init }

    func write(to raw: inout Pharos__Join, in arena: borrowing Arena) {
        raw.code = arena.data(code)
        raw.public_key = arena.data(publicKey)
        raw.name = arena.data(name)
        if let project { (raw.has_project, raw.project) = (1, arena.data(project)) }
    }

    init(_ raw: Pharos__Join) throws(MalformedMessage) {
        self.init(
            code: try raw.code.array(of: 10, "code"),
            publicKey: try raw.public_key.array(of: 32, "public_key"),
            name: try raw.name.text("name"),
            project: raw.has_project == 0 ? nil : try raw.project.identifier("project")
        )
    }
}

extension Joined: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Joined>?) -> Void { pharos__joined__init }

    func write(to raw: inout Pharos__Joined, in arena: borrowing Arena) {
        raw.project = arena.data(project)
        raw.role = Pharos__Role(rawValue: UInt32(role.rawValue))
        raw.project_key = arena.data(projectKey)
    }

    init(_ raw: Pharos__Joined) throws(MalformedMessage) {
        self.init(
            project: try raw.project.identifier("project"),
            role: try known(raw.role.rawValue, "role"),
            projectKey: try raw.project_key.array(of: 32, "project_key")
        )
    }
}

extension Hello: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Hello>?) -> Void { pharos__hello__init }

    func write(to raw: inout Pharos__Hello, in arena: borrowing Arena) {
        raw.project = arena.data(project)
        raw.agent = arena.data(agent)
        (raw.n_streams, raw.streams) = (streams.count, arena.parts(streams))
        (raw.n_cursors, raw.cursors) = (cursors.count, arena.parts(cursors))
        raw.versions = arena.part(versions)
        raw.signature = arena.data(signature)
    }

    init(_ raw: Pharos__Hello) throws(MalformedMessage) {
        self.init(
            project: try raw.project.identifier("project"),
            agent: try raw.agent.identifier("agent"),
            streams: try repeated(raw.n_streams, raw.streams),
            cursors: try repeated(raw.n_cursors, raw.cursors),
            versions: try required(raw.versions, "versions"),
            signature: try raw.signature.array(of: 64, "signature")
        )
    }
}

extension StreamClaim: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__StreamClaim>?) -> Void { pharos__stream_claim__init }

    func write(to raw: inout Pharos__StreamClaim, in arena: borrowing Arena) {
        raw.incarnation = incarnation.value
        raw.end = end
        raw.hash = arena.data(hash)
        raw.is_closed = isClosed ? 1 : 0
    }

    init(_ raw: Pharos__StreamClaim) throws(MalformedMessage) {
        self.init(
            incarnation: Incarnation(raw.incarnation),
            end: raw.end,
            hash: try raw.hash.digest("hash"),
            isClosed: raw.is_closed != 0
        )
    }
}

extension Cursor: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Cursor>?) -> Void { pharos__cursor__init }

    func write(to raw: inout Pharos__Cursor, in arena: borrowing Arena) {
        raw.lane = lane.raw
        raw.position = position
        raw.chain = arena.data(chain)
    }

    init(_ raw: Pharos__Cursor) throws(MalformedMessage) {
        self.init(
            lane: try known(raw.lane.rawValue, "lane"),
            position: raw.position,
            chain: try raw.chain.digest("chain")
        )
    }
}

extension Lane {
    /// The number that stands for the lane in messages.
    var raw: Pharos__Lane { Pharos__Lane(rawValue: UInt32(rawValue)) }
}

extension Versions: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Versions>?) -> Void { pharos__versions__init }

    func write(to raw: inout Pharos__Versions, in arena: borrowing Arena) {
        raw.sync = sync
        raw.projector = projector
    }

    init(_ raw: Pharos__Versions) throws(MalformedMessage) {
        self.init(sync: raw.sync, projector: raw.projector)
    }
}

extension Welcome: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Welcome>?) -> Void { pharos__welcome__init }

    func write(to raw: inout Pharos__Welcome, in arena: borrowing Arena) {
        raw.time = time.milliseconds
        raw.role = Pharos__Role(rawValue: UInt32(role.rawValue))
        (raw.n_streams, raw.streams) = (streams.count, arena.parts(streams))
        (raw.n_cursors_match, raw.cursors_match) = (cursorsMatch.count, arena.values(cursorsMatch) { $0 ? 1 : 0 })
        raw.project_head = projectHead
        raw.window = window
        raw.versions = arena.part(versions)
        (raw.has_lacks_blobs, raw.lacks_blobs) = lacksBlobs ? (1, 1) : (0, 0)
    }

    init(_ raw: Pharos__Welcome) throws(MalformedMessage) {
        self.init(
            time: Timestamp(milliseconds: raw.time),
            role: try known(raw.role.rawValue, "role"),
            streams: try repeated(raw.n_streams, raw.streams),
            cursorsMatch: UnsafeBufferPointer(start: raw.cursors_match, count: raw.n_cursors_match).map { $0 != 0 },
            projectHead: raw.project_head,
            window: raw.window,
            versions: try required(raw.versions, "versions"),
            lacksBlobs: raw.has_lacks_blobs != 0 && raw.lacks_blobs != 0
        )
    }
}

extension StreamHead: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__StreamHead>?) -> Void { pharos__stream_head__init }

    func write(to raw: inout Pharos__StreamHead, in arena: borrowing Arena) {
        raw.incarnation = incarnation.value
        raw.head = head
        raw.hash = arena.data(hash)
        raw.holds_claim = holdsClaim ? 1 : 0
    }

    init(_ raw: Pharos__StreamHead) throws(MalformedMessage) {
        self.init(
            incarnation: Incarnation(raw.incarnation),
            head: raw.head,
            hash: try raw.hash.digest("hash"),
            holdsClaim: raw.holds_claim != 0
        )
    }
}
