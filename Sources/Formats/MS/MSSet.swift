import JSON
import Pictures
import Survey

/// A site of the Microsoft Indoor Location Competition 2.0: floors with their plans, and the traces of many surveyors.
public struct MSSet: Sendable {
    public var floors: [Floor]

    /// A floor with its traces.
    public struct Floor: Sendable {
        public let name: String
        /// Metres.
        public let width: Double
        /// Metres.
        public let height: Double
        public let plan: RecordedPlan?
        /// Sorted by id.
        public let traces: [MSTrace]

        public init(name: String, width: Double, height: Double, plan: RecordedPlan?, traces: [MSTrace]) {
            self.name = name
            self.width = width
            self.height = height
            self.plan = plan
            self.traces = traces.sorted { $0.id < $1.id }
        }

        /// A place in the floor's frame, y down, from the set's metres, y up.
        func point(_ point: Point) -> Point { Point(x: point.x, y: height - point.y) }
    }

    public init(floors: [Floor]) { self.floors = floors }

    /// Reads a site: a folder per floor with `floor_info.json`, `floor_image.png`, `geojson_map.json` and either
    /// `beacon_waypoint_lines.tsv` or the published traces in `path_data_files`; each compressed or not.
    public init(folder: String) throws {
        var floors: [Floor] = []
        for name in try FileContents.names(in: folder) {
            let path = "\(folder)/\(name)"
            let information: [UInt8]
            do {
                information = try FileContents.readCompressed("\(path)/floor_info.json")
            } catch FileError.cannotOpen {
                continue  // something beside the floors
            }
            floors.append(try Self.floor(name, path, information))
        }
        guard !floors.isEmpty else {
            throw ImportError.malformed(path: folder, line: nil, reason: "It holds no folder with a floor_info.json.")
        }
        self.floors = floors
    }

    private static func floor(_ name: String, _ path: String, _ information: [UInt8]) throws -> Floor {
        let file = try JSONFile(information, path: "\(path)/floor_info.json")
        let map = try file.member("map_info")
        let (width, height) = (try file.number("width", of: map), try file.number("height", of: map))
        guard width > 0, height > 0 else { throw file.missing("map_info.width") }
        let picture = try FileContents.read(
            "\(path)/floor_image.png",
            limit: Int(FloorPlanAttached.maximumByteCount)
        )
        let header = try file.header(of: picture)
        let outline = "\(path)/geojson_map.json"
        let plan = RecordedPlan(
            picture: picture,
            width: header.width,
            height: header.height,
            metresPerPixel: width / Double(header.width),
            anchor: try corner(of: JSONFile(FileContents.readCompressed(outline), path: outline))
        )
        return Floor(name: name, width: width, height: height, plan: plan, traces: try traces(path))
    }

    private static func traces(_ path: String) throws -> [MSTrace] {
        let together = "\(path)/beacon_waypoint_lines.tsv"
        do {
            return try MSTrace.traces(FileContents.readCompressed(together), path: together)
        } catch FileError.cannotOpen {
            let folder = "\(path)/path_data_files"
            return try FileContents.names(in: folder).flatMap { name in
                try MSTrace.traces(FileContents.read("\(folder)/\(name)"), path: "\(folder)/\(name)")
            }
        }
    }

    /// Where the plan's top left corner lies: the picture is the bounding box of the first feature, north up.
    private static func corner(of file: JSONFile) throws(ImportError) -> GeographicAnchor? {
        guard let geometry = file.document["features"]?.elements?.first?["geometry"]?["coordinates"] else { return nil }
        var positions: [(longitude: Double, latitude: Double)] = []
        var waiting = [geometry]
        while let next = waiting.popLast() {
            guard let elements = next.elements else { continue }
            if elements.count >= 2, let longitude = elements[0].double, let latitude = elements[1].double {
                positions.append((longitude, latitude))
            } else {
                waiting += elements
            }
        }
        guard let west = positions.map(\.longitude).min(), let north = positions.map(\.latitude).max(),
            (-180...180).contains(west), (-90...90).contains(north)
        else { throw file.missing("features[0].geometry") }
        return GeographicAnchor(latitude: north, longitude: west, northAngle: 0, origin: Point(x: 0, y: 0))
    }
}
