import CPharosSchema
import Survey

extension FloorAdded: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__FloorAdded>?) -> Void { pharos__floor_added__init }

    func write(to raw: inout Pharos__FloorAdded, in arena: borrowing Arena) {
        raw.floor = arena.data(floor)
        raw.name = arena.data(name)
        raw.ordinal = ordinal
    }

    init(_ raw: Pharos__FloorAdded) throws(MalformedMessage) {
        self.init(
            floor: try raw.floor.identifier("floor"),
            name: try raw.name.text("name"),
            ordinal: raw.ordinal
        )
    }
}

extension FloorRenamed: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__FloorRenamed>?) -> Void { pharos__floor_renamed__init }

    func write(to raw: inout Pharos__FloorRenamed, in arena: borrowing Arena) {
        raw.floor = arena.data(floor)
        raw.name = arena.data(name)
        raw.ordinal = ordinal
    }

    init(_ raw: Pharos__FloorRenamed) throws(MalformedMessage) {
        self.init(
            floor: try raw.floor.identifier("floor"),
            name: try raw.name.text("name"),
            ordinal: raw.ordinal
        )
    }
}

extension FloorRemoved: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__FloorRemoved>?) -> Void { pharos__floor_removed__init }

    func write(to raw: inout Pharos__FloorRemoved, in arena: borrowing Arena) { raw.floor = arena.data(floor) }

    init(_ raw: Pharos__FloorRemoved) throws(MalformedMessage) {
        self.init(floor: try raw.floor.identifier("floor"))
    }
}

extension FloorPlanAttached: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__FloorPlanAttached>?) -> Void {
        pharos__floor_plan_attached__init
    }

    func write(to raw: inout Pharos__FloorPlanAttached, in arena: borrowing Arena) {
        raw.floor = arena.data(floor)
        raw.plan = arena.part(BlobReference(blob: blob, byteCount: byteCount, mediaType: mediaType))
        raw.width = width
        raw.height = height
    }

    init(_ raw: Pharos__FloorPlanAttached) throws(MalformedMessage) {
        let plan: BlobReference = try required(raw.plan, "plan")
        self.init(
            floor: try raw.floor.identifier("floor"),
            blob: plan.blob,
            byteCount: plan.byteCount,
            mediaType: plan.mediaType,
            width: raw.width,
            height: raw.height
        )
    }
}

extension FloorCalibrated: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__FloorCalibrated>?) -> Void { pharos__floor_calibrated__init }

    func write(to raw: inout Pharos__FloorCalibrated, in arena: borrowing Arena) {
        raw.floor = arena.data(floor)
        raw.metres_per_pixel = metresPerPixel
        raw.rotation = rotation
        if let anchor { raw.anchor = arena.part(anchor) }
        if let carryOver { raw.carry_over = arena.part(carryOver) }
    }

    init(_ raw: Pharos__FloorCalibrated) throws(MalformedMessage) {
        self.init(
            floor: try raw.floor.identifier("floor"),
            metresPerPixel: raw.metres_per_pixel,
            rotation: raw.rotation,
            anchor: try optional(raw.anchor),
            carryOver: try optional(raw.carry_over)
        )
    }
}

extension GeographicAnchor: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__GeographicAnchor>?) -> Void {
        pharos__geographic_anchor__init
    }

    func write(to raw: inout Pharos__GeographicAnchor, in arena: borrowing Arena) {
        raw.latitude = latitude
        raw.longitude = longitude
        raw.north_angle = northAngle
        raw.origin = arena.part(origin)
    }

    init(_ raw: Pharos__GeographicAnchor) throws(MalformedMessage) {
        self.init(
            latitude: raw.latitude,
            longitude: raw.longitude,
            northAngle: raw.north_angle,
            origin: try required(raw.origin, "origin")
        )
    }
}

extension Similarity: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__Similarity>?) -> Void { pharos__similarity__init }

    func write(to raw: inout Pharos__Similarity, in arena: borrowing Arena) {
        raw.scale = scale
        raw.rotation = rotation
        raw.dx = dx
        raw.dy = dy
    }

    init(_ raw: Pharos__Similarity) throws(MalformedMessage) {
        self.init(scale: raw.scale, rotation: raw.rotation, dx: raw.dx, dy: raw.dy)
    }
}
