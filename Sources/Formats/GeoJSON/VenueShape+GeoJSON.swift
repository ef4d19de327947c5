public import JSON
import Places
import Survey

extension VenueShape {
    /// The venue as GeoJSON (RFC 7946): tracks as lines, slots and places as points.
    ///
    /// Where every floor in use is anchored, positions are longitude and latitude; else they are metres of the floors'
    /// frames, x to the right and y down, and the foreign member `"crs": "local"` says so. What is lost: plans, scans,
    /// connectors, pictures of places, and the history of everything.
    public var geoJSON: JSONValue {
        let used = Set(tracks.map(\.floor) + slots.map(\.floor) + places.map(\.floor))
        let isLocal = floors.contains { used.contains($0.id) && $0.anchor == nil }
        let floors = Dictionary(uniqueKeysWithValues: floors.map { ($0.id, $0) })
        func position(_ point: Point, on floor: FloorID) -> JSONValue {
            if !isLocal, let anchor = floors[floor]?.anchor {
                let place = anchor.coordinate(of: point)
                return [.number(place.longitude), .number(place.latitude)]
            }
            return [.number(point.x), .number(point.y)]
        }
        func feature(
            _ kind: String,
            _ id: String,
            _ floor: FloorID,
            _ geometry: JSONValue,
            _ more: [String: JSONValue]
        ) -> JSONValue {
            var properties = more
            properties["kind"] = .string(kind)
            properties["floorId"] = .string(floor.description)
            properties["floor"] = JSONValue(floors[floor]?.name)
            properties["level"] = JSONValue(floors[floor].map { Int64($0.ordinal) })
            return [
                "type": "Feature", "id": .string(id), "geometry": geometry, "properties": .object(properties),
            ]
        }
        let lines = tracks.map { track in
            let course = JSONValue.array(track.points.map { position($0, on: track.floor) })
            return feature(
                "track",
                track.id.description,
                track.floor,
                ["type": "LineString", "coordinates": course],
                ["name": .string(track.name)]
            )
        }
        let mounts = slots.map { slot in
            feature(
                "slot",
                slot.id.description,
                slot.floor,
                ["type": "Point", "coordinates": position(slot.position.point, on: slot.floor)],
                [
                    "name": .string(slot.label), "height": JSONValue(slot.position.height),
                    "identity": JSONValue(slot.identity?.description),
                ]
            )
        }
        let sights = places.map { place in
            feature(
                "place",
                place.id.description,
                place.floor,
                ["type": "Point", "coordinates": position(place.point, on: place.floor)],
                ["name": .string(place.title), "text": .string(place.text)]
            )
        }
        var members: [String: JSONValue] = [
            "type": "FeatureCollection", "name": .string(name), "features": .array(lines + mounts + sights),
        ]
        if isLocal { members["crs"] = "local" }
        return .object(members)
    }

    /// Reads what ``geoJSON`` writes: tracks, slots and places on the floors that are given.
    ///
    /// A feature is known by its `kind`; others are counted in `leftOut`.
    public init(
        geoJSON bytes: [UInt8],
        path: String,
        floors: [Floor]
    ) throws(ImportError) {
        let file = try JSONFile(bytes, path: path)
        guard let features = file.document["features"]?.elements else { throw file.missing("features") }
        let isLocal = file.document["crs"]?.text == "local"
        self.init(name: file.document["name"]?.text ?? "", floors: floors)
        for (number, feature) in features.enumerated() {
            let reader = FeatureReader(feature: feature, isLocal: isLocal, floors: floors)
            guard let kind = reader.text("kind"), ["track", "slot", "place"].contains(kind) else {
                leftOut += 1
                continue
            }
            guard try take(kind, reader) else { throw file.missing("features[\(number)], as a \(kind)") }
        }
    }

    /// Takes in a feature; false where something in it is missing or wrong.
    private mutating func take(_ kind: String, _ reader: FeatureReader) throws(ImportError) -> Bool {
        guard let floor = reader.floor, let id = reader.id, let name = reader.text("name"),
            (1...200).contains(name.count), let points = reader.points(on: floor), let first = points.first
        else { return false }
        switch kind {
        case "track":
            guard let track = TrackID(id), Set(points).count >= 2 else { return false }
            tracks.append(Track(id: track, floor: floor.id, name: name, points: points))
        case "slot":
            guard let slot = SlotID(id) else { return false }
            let identity = reader.text("identity")
            if let identity, BeaconIdentity(identity) == nil { return false }
            // MountPosition's own limits.
            if let height = reader.number("height"), !(-100...1_000).contains(height) { return false }
            slots.append(
                Slot(
                    id: slot,
                    floor: floor.id,
                    label: name,
                    position: MountPosition(point: first, height: reader.number("height")),
                    identity: identity.flatMap { BeaconIdentity($0) }
                )
            )
        default:
            guard let place = PlaceID(id) else { return false }
            let text = reader.text("text") ?? ""
            guard text.utf8.count <= 32_768 else { return false }  // a place's own limit
            places.append(Place(id: place, floor: floor.id, point: first, title: name, text: text))
        }
        return true
    }
}

/// One feature of a GeoJSON document.
private struct FeatureReader {
    let feature: JSONValue
    let isLocal: Bool
    let floors: [VenueShape.Floor]

    var id: String? { feature["id"]?.text }
    func text(_ name: String) -> String? { feature["properties"]?[name]?.text }
    func number(_ name: String) -> Double? { feature["properties"]?[name]?.double }

    /// The floor with the feature's `floorId`, else the one floor of its name.
    var floor: VenueShape.Floor? {
        if let id = text("floorId"), let floor = floors.first(where: { $0.id.description == id }) { return floor }
        let named = floors.filter { $0.name == text("floor") }
        return named.count == 1 ? named[0] : nil
    }

    /// The feature's positions in the floor's frame.
    func points(on floor: VenueShape.Floor) -> [Point]? {
        guard let coordinates = feature["geometry"]?["coordinates"]?.elements else { return nil }
        let pairs = coordinates.first?.elements == nil ? [coordinates] : coordinates.compactMap(\.elements)
        var points: [Point] = []
        for pair in pairs {
            guard pair.count >= 2, let x = pair[0].double, let y = pair[1].double else { return nil }
            var point = Point(x: x, y: y)
            if !isLocal {
                guard let anchor = floor.anchor, (-180...180).contains(x), (-90...90).contains(y) else { return nil }
                point = anchor.point(at: Coordinate(latitude: y, longitude: x))
            }
            guard point.isPlausible else { return nil }
            points.append(point)
        }
        return points
    }
}
