import CPharosSchema
import Survey

extension TrackDrawn: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__TrackDrawn>?) -> Void { pharos__track_drawn__init }

    func write(to raw: inout Pharos__TrackDrawn, in arena: borrowing Arena) {
        raw.track = arena.data(track)
        raw.floor = arena.data(floor)
        raw.name = arena.data(name)
        (raw.n_points, raw.points) = (points.count, arena.parts(points))
    }

    init(_ raw: Pharos__TrackDrawn) throws(MalformedMessage) {
        self.init(
            track: try raw.track.identifier("track"),
            floor: try raw.floor.identifier("floor"),
            name: try raw.name.text("name"),
            points: try repeated(raw.n_points, raw.points)
        )
    }
}

extension TrackRedrawn: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__TrackRedrawn>?) -> Void { pharos__track_redrawn__init }

    func write(to raw: inout Pharos__TrackRedrawn, in arena: borrowing Arena) {
        raw.track = arena.data(track)
        raw.name = arena.data(name)
        (raw.n_points, raw.points) = (points.count, arena.parts(points))
    }

    init(_ raw: Pharos__TrackRedrawn) throws(MalformedMessage) {
        self.init(
            track: try raw.track.identifier("track"),
            name: try raw.name.text("name"),
            points: try repeated(raw.n_points, raw.points)
        )
    }
}

extension TrackErased: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__TrackErased>?) -> Void { pharos__track_erased__init }

    func write(to raw: inout Pharos__TrackErased, in arena: borrowing Arena) { raw.track = arena.data(track) }

    init(_ raw: Pharos__TrackErased) throws(MalformedMessage) {
        self.init(track: try raw.track.identifier("track"))
    }
}

extension ConnectorAdded: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ConnectorAdded>?) -> Void { pharos__connector_added__init }

    func write(to raw: inout Pharos__ConnectorAdded, in arena: borrowing Arena) {
        raw.connector = arena.data(connector)
        raw.kind = Pharos__ConnectorKind(rawValue: UInt32(kind.rawValue))
        (raw.n_landings, raw.landings) = (landings.count, arena.parts(landings))
        raw.cost = cost
        raw.step_free = isStepFree ? 1 : 0
    }

    init(_ raw: Pharos__ConnectorAdded) throws(MalformedMessage) {
        self.init(
            connector: try raw.connector.identifier("connector"),
            kind: try known(raw.kind.rawValue, "kind"),
            landings: try repeated(raw.n_landings, raw.landings),
            cost: raw.cost,
            isStepFree: raw.step_free != 0
        )
    }
}

extension Landing: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Landing>?) -> Void { pharos__landing__init }

    func write(to raw: inout Pharos__Landing, in arena: borrowing Arena) {
        raw.floor = arena.data(floor)
        raw.point = arena.part(point)
    }

    init(_ raw: Pharos__Landing) throws(MalformedMessage) {
        self.init(floor: try raw.floor.identifier("floor"), point: try required(raw.point, "point"))
    }
}

extension ConnectorRemoved: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__ConnectorRemoved>?) -> Void {
        pharos__connector_removed__init
    }

    func write(to raw: inout Pharos__ConnectorRemoved, in arena: borrowing Arena) {
        raw.connector = arena.data(connector)
    }

    init(_ raw: Pharos__ConnectorRemoved) throws(MalformedMessage) {
        self.init(connector: try raw.connector.identifier("connector"))
    }
}
