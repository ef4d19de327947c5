import Places
import Survey

/// Reads the indoor part of an OpenStreetMap extract (Simple Indoor Tagging) as a venue.
///
/// Levels become floors, rooms places in their middle, corridors tracks to be walked, lifts with several levels
/// connectors. What is lost: outlines, doors, walls, and every tag but names and levels. Nothing is ever uploaded.
public struct OSMImport: Sendable {
    /// The venue; its floors are anchored at the southernmost, westernmost node.
    public let venue: VenueShape
    /// What is in the extract and not in the venue, sentence by sentence.
    public let notes: [String]

    /// Reads an extract's bytes: XML or Overpass JSON.
    public init(_ bytes: [UInt8], path: String, ids: ImportIdentifiers) throws(ImportError) {
        let document = try OSMDocument(bytes, path: path)
        guard let south = document.nodes.values.map(\.latitude).min(),
            let west = document.nodes.values.map(\.longitude).min()
        else { throw .malformed(path: path, line: nil, reason: "It has no node.") }
        let anchor = GeographicAnchor(latitude: south, longitude: west, northAngle: 0, origin: Point(x: 0, y: 0))
        var builder = OSMBuilder(document, anchor: anchor, ids: ids)
        builder.build()
        guard !builder.floors.isEmpty else {
            throw .nothingSelected("no room, corridor or lift of the extract has a level.")
        }
        venue = VenueShape(
            name: "OpenStreetMap",
            floors: builder.floors.values.sorted { $0.ordinal < $1.ordinal },
            tracks: builder.tracks,
            places: builder.places,
            connectors: builder.connectors
        )
        notes = builder.notes
    }
}

/// Makes a venue of an extract.
private struct OSMBuilder {
    private let document: OSMDocument
    private let anchor: GeographicAnchor
    private let ids: ImportIdentifiers
    private(set) var floors: [Double: VenueShape.Floor] = [:]
    private(set) var tracks: [VenueShape.Track] = []
    private(set) var places: [VenueShape.Place] = []
    private(set) var connectors: [VenueShape.Connector] = []
    private var (badLevels, missingNodes, others) = (0, 0, 0)

    init(_ document: OSMDocument, anchor: GeographicAnchor, ids: ImportIdentifiers) {
        self.document = document
        self.anchor = anchor
        self.ids = ids
    }

    var notes: [String] {
        [
            badLevels == 0 ? nil : "\(badLevels) features have a level that cannot be read and are left out.",
            missingNodes == 0 ? nil : "\(missingNodes) ways name nodes that the extract lacks and are left out.",
            others == 0 ? nil : "\(others) ways with a level are neither room nor corridor and are left out.",
            document.relations == 0 ? nil : "\(document.relations) relations are left out.",
        ].compactMap { $0 }
    }

    mutating func build() {
        for way in document.ways { add(way) }
        for (id, node) in document.nodes.sorted(by: { $0.key < $1.key }) where node.tags["highway"] == "elevator" {
            guard let levels = levels(of: node.tags), levels.count >= 2 else { continue }
            let point = anchor.point(at: Coordinate(latitude: node.latitude, longitude: node.longitude))
            guard point.isPlausible else { continue }
            connectors.append(
                VenueShape.Connector(
                    id: ids.identifier("osm", "connector", "\(id)"),
                    kind: .lift,
                    landings: levels.map { Landing(floor: floor($0, node.tags), point: point) },
                    isStepFree: true
                )
            )
        }
    }

    private mutating func add(_ way: OSMDocument.Way) {
        let kind = way.tags["indoor"] ?? way.tags["highway"]
        let isCorridor = kind == "corridor" || (way.tags["highway"] == "footway" && way.tags["indoor"] == "yes")
        let isRoom = kind == "room" || kind == "area"
        guard way.tags["level"] != nil || way.tags["repeat_on"] != nil else { return }
        guard isCorridor || isRoom else {
            others += 1
            return
        }
        guard let levels = levels(of: way.tags) else {
            badLevels += 1
            return
        }
        let points = way.nodes.compactMap { document.nodes[$0] }.map {
            anchor.point(at: Coordinate(latitude: $0.latitude, longitude: $0.longitude))
        }
        guard points.count == way.nodes.count, Set(points).count >= 2, points.allSatisfy(\.isPlausible) else {
            missingNodes += 1
            return
        }
        let name = String((way.tags["name"] ?? way.tags["ref"] ?? "").prefix(200))
        for level in levels {
            let floor = floor(level, way.tags)
            let number = "\(way.id) \(OSMLevels.name(of: level))"
            if isCorridor {
                tracks.append(
                    VenueShape.Track(
                        id: ids.identifier("osm", "track", number),
                        floor: floor,
                        name: name.isEmpty ? "corridor \(way.id)" : name,
                        points: points.first == points.last ? Self.axis(of: points) : points
                    )
                )
            } else {
                places.append(
                    VenueShape.Place(
                        id: ids.identifier("osm", "place", number),
                        floor: floor,
                        point: Self.middle(of: points),
                        title: name.isEmpty ? "room \(way.id)" : name,
                        text: String((way.tags["room"] ?? "").prefix(200))
                    )
                )
            }
        }
    }

    /// The levels of a feature; nil where they cannot be read.
    private func levels(of tags: [String: String]) -> [Double]? {
        var levels: [Double] = []
        for value in [tags["level"], tags["repeat_on"]].compactMap({ $0 }) {
            guard let parsed = OSMLevels.parse(value) else { return nil }
            levels += parsed
        }
        return Array(Set(levels)).sorted()
    }

    /// The floor of a level, made where it is new; `level:ref` is what people call it.
    private mutating func floor(_ level: Double, _ tags: [String: String]) -> FloorID {
        if let floor = floors[level] { return floor.id }
        let number = OSMLevels.name(of: level)
        let label = tags["level:ref"].flatMap { (1...200).contains($0.count) && !$0.contains(";") ? $0 : nil }
        let id: FloorID = ids.identifier("osm", "floor", number)
        floors[level] = VenueShape.Floor(
            id: id,
            name: label ?? number,
            ordinal: Int32(level.rounded(.down)),
            anchor: anchor,
            extent: nil
        )
        return id
    }

    private static func middle(of outline: [Point]) -> Point {
        let corners = outline.first == outline.last ? Array(outline.dropLast()) : outline
        let count = Double(corners.count)
        return Point(
            x: corners.reduce(0) { $0 + $1.x } / count,
            y: corners.reduce(0) { $0 + $1.y } / count
        )
    }

    /// The line along an outline: through its middle, in the direction of its longest side.
    private static func axis(of outline: [Point]) -> [Point] {
        let sides = zip(outline, outline.dropFirst())
        guard let longest = sides.max(by: { $0.0.distance(to: $0.1) < $1.0.distance(to: $1.1) }) else { return outline }
        let length = longest.0.distance(to: longest.1)
        guard length > 0 else { return outline }
        let (dx, dy) = ((longest.1.x - longest.0.x) / length, (longest.1.y - longest.0.y) / length)
        let middle = middle(of: outline)
        let along = outline.map { ($0.x - middle.x) * dx + ($0.y - middle.y) * dy }
        guard let low = along.min(), let high = along.max(), low < high else { return outline }
        let ends = [low, high].map { Point(x: middle.x + $0 * dx, y: middle.y + $0 * dy) }
        return Set(ends).count == 2 && ends.allSatisfy(\.isPlausible) ? ends : outline
    }
}
