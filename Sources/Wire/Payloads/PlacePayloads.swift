import CPharosSchema
import Survey

extension PlaceContent: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__PlaceContent>?) -> Void { pharos__place_content__init }

    func write(to raw: inout Pharos__PlaceContent, in arena: borrowing Arena) {
        raw.location = arena.part(location)
        raw.title = arena.data(title)
        raw.text = arena.data(text)
        (raw.n_pictures, raw.pictures) = (pictures.count, arena.parts(pictures))
    }

    init(_ raw: Pharos__PlaceContent) throws(MalformedMessage) {
        self.init(
            location: try required(raw.location, "location"),
            title: try raw.title.text("title"),
            text: try raw.text.text("text"),
            pictures: try repeated(raw.n_pictures, raw.pictures)
        )
    }
}

extension PlaceLocation: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__PlaceLocation>?) -> Void { pharos__place_location__init }

    func write(to raw: inout Pharos__PlaceLocation, in arena: borrowing Arena) {
        switch self {
        case .point(let floor, let point):
            raw.location_case = PHAROS__PLACE_LOCATION__LOCATION_POINT
            raw.point = arena.part(Landing(floor: floor, point: point))
        case .slot(let slot):
            raw.location_case = PHAROS__PLACE_LOCATION__LOCATION_SLOT
            raw.slot = arena.data(slot)
        case .geographic(let latitude, let longitude):
            let geographic = arena.message(pharos__geographic_point__init)
            geographic.pointee.latitude = latitude
            geographic.pointee.longitude = longitude
            raw.location_case = PHAROS__PLACE_LOCATION__LOCATION_GEOGRAPHIC
            raw.geographic = geographic
        }
    }

    init(_ raw: Pharos__PlaceLocation) throws(MalformedMessage) {
        switch raw.location_case {
        case PHAROS__PLACE_LOCATION__LOCATION_POINT:
            let landing: Landing = try required(raw.point, "point")
            self = .point(landing.floor, landing.point)
        case PHAROS__PLACE_LOCATION__LOCATION_SLOT:
            self = .slot(try raw.slot.identifier("slot"))
        case PHAROS__PLACE_LOCATION__LOCATION_GEOGRAPHIC:
            guard let point = raw.geographic?.pointee else { throw MalformedMessage("geographic is missing.") }
            self = .geographic(latitude: point.latitude, longitude: point.longitude)
        default: throw MalformedMessage("location says nothing.")
        }
    }
}

extension PlaceAdded: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__PlaceAdded>?) -> Void { pharos__place_added__init }

    func write(to raw: inout Pharos__PlaceAdded, in arena: borrowing Arena) {
        raw.place = arena.data(place)
        raw.content = arena.part(content)
    }

    init(_ raw: Pharos__PlaceAdded) throws(MalformedMessage) {
        self.init(place: try raw.place.identifier("place"), content: try required(raw.content, "content"))
    }
}

extension PlaceEdited: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__PlaceEdited>?) -> Void { pharos__place_edited__init }

    func write(to raw: inout Pharos__PlaceEdited, in arena: borrowing Arena) {
        raw.place = arena.data(place)
        raw.content = arena.part(content)
    }

    init(_ raw: Pharos__PlaceEdited) throws(MalformedMessage) {
        self.init(place: try raw.place.identifier("place"), content: try required(raw.content, "content"))
    }
}

extension PlaceRemoved: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__PlaceRemoved>?) -> Void { pharos__place_removed__init }

    func write(to raw: inout Pharos__PlaceRemoved, in arena: borrowing Arena) { raw.place = arena.data(place) }

    init(_ raw: Pharos__PlaceRemoved) throws(MalformedMessage) {
        self.init(place: try raw.place.identifier("place"))
    }
}

extension PlaceProposed: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__PlaceProposed>?) -> Void { pharos__place_proposed__init }

    func write(to raw: inout Pharos__PlaceProposed, in arena: borrowing Arena) {
        raw.place = arena.data(place)
        raw.content = arena.part(content)
    }

    init(_ raw: Pharos__PlaceProposed) throws(MalformedMessage) {
        self.init(place: try raw.place.identifier("place"), content: try required(raw.content, "content"))
    }
}

extension PlaceApproved: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__PlaceApproved>?) -> Void { pharos__place_approved__init }

    func write(to raw: inout Pharos__PlaceApproved, in arena: borrowing Arena) { raw.place = arena.data(place) }

    init(_ raw: Pharos__PlaceApproved) throws(MalformedMessage) {
        self.init(place: try raw.place.identifier("place"))
    }
}

extension PlaceRejected: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__PlaceRejected>?) -> Void { pharos__place_rejected__init }

    func write(to raw: inout Pharos__PlaceRejected, in arena: borrowing Arena) {
        raw.place = arena.data(place)
        if let reason { (raw.has_reason, raw.reason) = (1, arena.data(reason)) }
    }

    init(_ raw: Pharos__PlaceRejected) throws(MalformedMessage) {
        self.init(
            place: try raw.place.identifier("place"),
            reason: raw.has_reason == 0 ? nil : try raw.reason.text("reason")
        )
    }
}

extension SpotAdded: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__SpotAdded>?) -> Void { pharos__spot_added__init }

    func write(to raw: inout Pharos__SpotAdded, in arena: borrowing Arena) {
        raw.spot = arena.data(spot)
        raw.floor = arena.data(floor)
        raw.point = arena.part(point)
        if let name { (raw.has_name, raw.name) = (1, arena.data(name)) }
    }

    init(_ raw: Pharos__SpotAdded) throws(MalformedMessage) {
        self.init(
            spot: try raw.spot.identifier("spot"),
            floor: try raw.floor.identifier("floor"),
            point: try required(raw.point, "point"),
            name: raw.has_name == 0 ? nil : try raw.name.text("name")
        )
    }
}

extension SpotRemoved: Message {
    static var initializer: (UnsafeMutablePointer<Pharos__SpotRemoved>?) -> Void { pharos__spot_removed__init }

    func write(to raw: inout Pharos__SpotRemoved, in arena: borrowing Arena) { raw.spot = arena.data(spot) }

    init(_ raw: Pharos__SpotRemoved) throws(MalformedMessage) {
        self.init(spot: try raw.spot.identifier("spot"))
    }
}
