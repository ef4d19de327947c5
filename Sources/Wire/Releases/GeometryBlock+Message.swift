import CPharosSchema
import Fingerprints
import Survey

extension GeometryBlock: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__GeometryBlock>?) -> Void { pharos__geometry_block__init }

    func write(to raw: inout Pharos__GeometryBlock, in arena: borrowing Arena) {
        raw.project_name = arena.data(projectName)
        (raw.n_floors, raw.floors) = (floors.count, arena.parts(floors))
        (raw.n_tracks, raw.tracks) = (tracks.count, arena.parts(tracks.map(\.event)))
        (raw.n_connectors, raw.connectors) = (connectors.count, arena.parts(connectors))
        (raw.n_slots, raw.slots) = (slots.count, arena.parts(slots.map(\.event)))
        (raw.n_places, raw.places) = (places.count, arena.parts(places))
    }

    init(_ raw: Pharos__GeometryBlock) throws(MalformedMessage) {
        let tracks: [TrackDrawn] = try repeated(raw.n_tracks, raw.tracks)
        let slots: [SlotCreated] = try repeated(raw.n_slots, raw.slots)
        self.init(
            projectName: try raw.project_name.text("project_name"),
            floors: try repeated(raw.n_floors, raw.floors),
            tracks: tracks.map(TrackGeometry.init),
            connectors: try repeated(raw.n_connectors, raw.connectors),
            slots: slots.map(SlotGeometry.init),
            places: try repeated(raw.n_places, raw.places)
        )
    }
}

extension FloorGeometry: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__FloorGeometry>?) -> Void { pharos__floor_geometry__init }

    func write(to raw: inout Pharos__FloorGeometry, in arena: borrowing Arena) {
        raw.floor = arena.data(floor)
        raw.name = arena.data(name)
        raw.ordinal = ordinal
        if let plan { raw.plan = arena.part(plan) }
        raw.metres_per_pixel = metresPerPixel
        raw.rotation = rotation
        if let anchor { raw.anchor = arena.part(anchor) }
    }

    init(_ raw: Pharos__FloorGeometry) throws(MalformedMessage) {
        self.init(
            floor: try raw.floor.identifier("floor"),
            name: try raw.name.text("name"),
            ordinal: raw.ordinal,
            plan: try optional(raw.plan),
            metresPerPixel: raw.metres_per_pixel,
            rotation: raw.rotation,
            anchor: try optional(raw.anchor)
        )
    }
}

extension TrackGeometry {
    /// A track travels in the shape of the event that draws it.
    fileprivate var event: TrackDrawn { TrackDrawn(track: track, floor: floor, name: name, points: points) }

    fileprivate init(_ event: TrackDrawn) {
        self.init(track: event.track, floor: event.floor, name: event.name, points: event.points)
    }
}

extension SlotGeometry {
    /// A slot travels in the shape of the event that creates it.
    fileprivate var event: SlotCreated { SlotCreated(slot: slot, label: label, floor: floor, position: position) }

    fileprivate init(_ event: SlotCreated) {
        self.init(slot: event.slot, label: event.label, floor: event.floor, position: event.position)
    }
}
