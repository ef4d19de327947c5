import JSON
import Places
import Survey

/// A building in the indoor format of WRLD: levels, paths on them, and links between them.
///
/// `main.json` lists the levels; `<level>-paths.geojson` holds the paths of a level, where it has any; `main-paths.json`
/// holds the links, each from a point of one level to a point of another.
struct WRLDVenue {
    let name: String
    let levels: [Level]
    let links: [Link]

    /// A level, and the paths drawn on it.
    struct Level {
        let name: String
        /// Height order: 0 is the ground floor.
        let order: Int
        let paths: [Path]
    }

    /// A line that people walk.
    struct Path {
        let id: Int
        let name: String
        let points: [Coordinate]
    }

    /// Stairs or a lift.
    struct Link {
        let id: Int
        let kind: ConnectorKind
        /// The orders of the levels at its two ends, and where these are.
        let ends: [(order: Int, place: Coordinate)]
    }

    init(folder: String) throws {
        let main = try JSONFile(path: "\(folder)/main.json")
        guard let listed = try main.member("levels").elements else { throw main.missing("levels") }
        name = try main.text("name", of: main.document)
        levels = try listed.map { level in
            let plan = try main.text("filename", of: level)
            let path = "\(folder)/\(plan.hasSuffix(".geojson") ? String(plan.dropLast(8)) : plan)-paths.geojson"
            return Level(
                name: try main.text("name", of: level),
                order: Int(try main.number("z_order", of: level)),
                paths: FileContents.exists(path) ? try Self.paths(in: try JSONFile(path: path)) : []
            )
        }
        links = try Self.links(in: try JSONFile(path: "\(folder)/main-paths.json"))
    }

    private static func paths(in file: JSONFile) throws -> [Path] {
        guard let features = try file.member("features").elements else { throw file.missing("features") }
        return try features.map { feature in
            let properties = feature["properties"] ?? .null
            return Path(
                id: Int(try file.number("id", of: properties)),
                name: try file.text("name", of: properties),
                points: try line(of: feature, in: file)
            )
        }
    }

    private static func links(in file: JSONFile) throws -> [Link] {
        guard let features = try file.member("features").elements else { throw file.missing("features") }
        return try features.map { feature in
            let properties = feature["properties"] ?? .null
            let orders = (feature["levels"]?.elements ?? []).compactMap { $0.integer.map { Int($0) } }
            let points = try line(of: feature, in: file)
            guard orders.count == 2, let first = points.first, let last = points.last else {
                throw file.missing("A link's two levels")
            }
            let kinds: [String: ConnectorKind] = ["stairs": .stairs, "elevator": .lift, "escalator": .escalator]
            let type = try file.text("type", of: properties)
            guard let kind = kinds[type] else {
                let reason = "A link of the type \(type) is unknown."
                throw ImportError.malformed(path: file.path, line: nil, reason: reason)
            }
            return Link(
                id: Int(try file.number("id", of: properties)),
                kind: kind,
                ends: [(orders[0], first), (orders[1], last)]
            )
        }
    }

    /// The points of a line: GeoJSON writes longitude first (RFC 7946, 3.1.1).
    private static func line(of feature: JSONValue, in file: JSONFile) throws(ImportError) -> [Coordinate] {
        guard let pairs = feature["geometry"]?["coordinates"]?.elements else {
            throw file.missing("A feature's coordinates")
        }
        var points: [Coordinate] = []
        for pair in pairs {
            guard let numbers = pair.elements, numbers.count >= 2, let longitude = numbers[0].double,
                let latitude = numbers[1].double, latitude.magnitude <= 90, longitude.magnitude <= 180
            else { throw file.missing("A feature's position") }
            points.append(Coordinate(latitude: latitude, longitude: longitude))
        }
        return points
    }
}
