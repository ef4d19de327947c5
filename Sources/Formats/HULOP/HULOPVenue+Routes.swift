import JSON
import Survey

/// What `floormaps.json` tells, with the pictures it names.
func readFloorMaps(folder: String) throws -> [HULOPVenue.Level] {
    let file = try JSONFile(path: "\(folder)/floormaps.json")
    guard let maps = file.document.elements else { throw file.missing("The list of floors") }
    return try maps.map { map in
        // The sample names "map/sample.png" and has "sample.png" beside the list.
        let name = try file.text("image", of: map).split(separator: "/").last.map(String.init) ?? ""
        let picture = try FileContents.read("\(folder)/\(name)", limit: Int(FloorPlanAttached.maximumByteCount))
        return HULOPVenue.Level(
            number: Int(try file.number("floor", of: map)),
            picture: picture,
            header: try file.header(of: picture),
            pixelsPerMetre: try file.scale("ppm_x", and: "ppm_y", of: map),
            origin: (try file.number("origin_x", of: map), try file.number("origin_y", of: map)),
            latitude: try file.number("lat", of: map),
            longitude: try file.number("lng", of: map),
            rotation: try file.number("rotate", of: map)
        )
    }
}

/// What `MapData-sample.geojson` tells: links, and places with a name.
///
/// Its property names are those of the Japanese specification for pedestrian networks (MLIT, 2010): 起点ノードID is the
/// node a link starts at, 高さ a node's floor, 階層 a facility's, 名称 a name, 出入口 an entrance.
struct HULOPRoutes {
    var links: [HULOPVenue.Link] = []
    var places: [HULOPVenue.Place] = []

    init(path: String, level fallback: Int) throws {
        let file = try JSONFile(path: path)
        guard let features = file.document["features"]?.elements else { throw file.missing("features") }
        var floors: [String: Int] = [:]
        for feature in features {
            guard let node = feature["properties"]?["ノードID"]?.text else { continue }
            floors[node] = feature["properties"]?["高さ"]?.text.flatMap { Double($0) }.map { Int($0) }
        }
        for feature in features {
            guard let properties = feature["properties"], let id = feature["_id"]?.text else {
                throw file.missing("A feature's properties or _id")
            }
            let positions = try Self.positions(of: feature, in: file)
            switch properties["category"]?.text {
            case "リンクの情報":
                let level = properties["起点ノードID"]?.text.flatMap { floors[$0] } ?? fallback
                links.append(HULOPVenue.Link(id: id, level: level, ends: positions))
            case "公共施設の情報", "公共用トイレの情報", "出入口情報":
                guard let title = Self.title(of: properties), let position = positions.first else { continue }
                let level = properties["階層"]?.text.flatMap { Int($0) } ?? fallback
                let japanese = (properties["名称:ja"] ?? properties["出入口の名称:ja"])?.text ?? ""
                places.append(
                    HULOPVenue.Place(
                        id: id,
                        title: title,
                        text: japanese,
                        level: level,
                        latitude: position.latitude,
                        longitude: position.longitude
                    )
                )
            default: continue
            }
        }
    }

    /// What a place is called; nil for one without a name, which nobody can ask for.
    private static func title(of properties: JSONValue) -> String? {
        let name = (properties["名称"] ?? properties["出入口の名称"])?.text ?? ""
        if !name.isEmpty { return name }
        return properties["category"]?.text == "公共用トイレの情報" ? "Toilet" : nil
    }

    /// The feature's positions: GeoJSON writes longitude first (RFC 7946, 3.1.1).
    private static func positions(
        of feature: JSONValue,
        in file: JSONFile
    ) throws(ImportError) -> [(latitude: Double, longitude: Double)] {
        guard let coordinates = feature["geometry"]?["coordinates"]?.elements else {
            throw file.missing("A feature's coordinates")
        }
        let pairs = coordinates.first?.elements == nil ? [coordinates] : coordinates.map { $0.elements ?? [] }
        var positions: [(latitude: Double, longitude: Double)] = []
        for pair in pairs {
            guard pair.count >= 2, let longitude = pair[0].double, let latitude = pair[1].double else {
                throw file.missing("A feature's position")
            }
            positions.append((latitude, longitude))
        }
        return positions
    }
}
