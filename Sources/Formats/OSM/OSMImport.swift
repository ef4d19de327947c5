import Places
import Survey

/// Reads the indoor part of an OpenStreetMap extract (Simple Indoor Tagging) as a venue.
///
/// Levels become floors, rooms places in their middle, corridors tracks to be walked, lifts with several levels
/// connectors. What is lost: outlines, doors, walls, and every tag but names and levels. Nothing is ever uploaded.
public struct OSMImport: Sendable {
    /// The venue: on the project's floors where they have the levels' names and an anchor; new floors lie in the frame of
    /// the project's nearest anchored one, else at the southernmost, westernmost node with north up.
    public let venue: VenueShape
    /// What is in the extract and not in the venue, sentence by sentence.
    public let notes: [String]

    /// Reads an extract's bytes, XML or Overpass JSON, for a project that has some floors.
    public init(
        _ bytes: [UInt8],
        path: String,
        floors: [VenueShape.Floor] = [],
        ids: ImportIdentifiers
    ) throws(ImportError) {
        let document = try OSMDocument(bytes, path: path)
        guard let south = document.nodes.values.map(\.latitude).min(),
            let west = document.nodes.values.map(\.longitude).min()
        else { throw .malformed(path: path, line: nil, reason: "It has no node.") }
        let anchor = GeographicAnchor(latitude: south, longitude: west, northAngle: 0, origin: Point(x: 0, y: 0))
        var builder = OSMBuilder(document, anchor: anchor, project: floors, ids: ids)
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
    /// Of floors in a project that has no anchor.
    private let anchor: GeographicAnchor
    /// The project's floors that are somewhere on Earth.
    private let anchored: [VenueShape.Floor]
    private let unanchoredNames: Set<String>
    private let ids: ImportIdentifiers
    private(set) var floors: [Double: VenueShape.Floor] = [:]
    private(set) var tracks: [VenueShape.Track] = []
    private(set) var places: [VenueShape.Place] = []
    private(set) var connectors: [VenueShape.Connector] = []
    private var (badLevels, missingNodes, others) = (0, 0, 0)
    private var unanchored: Set<String> = []

    init(_ document: OSMDocument, anchor: GeographicAnchor, project: [VenueShape.Floor], ids: ImportIdentifiers) {
        self.document = document
        self.anchor = anchor
        anchored = project.filter { $0.anchor != nil }
        unanchoredNames = Set(project.filter { $0.anchor == nil }.map(\.name))
        self.ids = ids
    }

    var notes: [String] {
        [
            badLevels == 0 ? nil : "\(badLevels) features have a level that cannot be read and are left out.",
            missingNodes == 0 ? nil : "\(missingNodes) ways name nodes that the extract lacks and are left out.",
            others == 0 ? nil : "\(others) ways with a level are neither room nor corridor and are left out.",
            document.relations == 0 ? nil : "\(document.relations) relations are left out.",
        ].compactMap { $0 }
            + unanchored.sorted().map {
                "The project's floor \($0) is nowhere on Earth: its level becomes a floor of its own."
            }
    }

    mutating func build() {
        for way in document.ways { add(way) }
        for (id, node) in document.nodes.sorted(by: { $0.key < $1.key }) where node.tags["highway"] == "elevator" {
            guard let levels = levels(of: node.tags), levels.count >= 2 else { continue }
            let landings = levels.map { level in
                let floor = floor(level, node.tags)
                return Landing(floor: floor.id, point: point(node, on: floor))
            }
            guard landings.allSatisfy(\.point.isPlausible) else { continue }
            connectors.append(
                VenueShape.Connector(
                    id: ids.identifier("osm", "connector", "\(id)"),
                    kind: .lift,
                    landings: landings,
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
        let nodes = way.nodes.compactMap { document.nodes[$0] }
        guard nodes.count == way.nodes.count, Set(nodes.map { [$0.latitude, $0.longitude] }).count >= 2 else {
            missingNodes += 1
            return
        }
        let name = String((way.tags["name"] ?? way.tags["ref"] ?? "").prefix(200))
        for level in levels {
            let floor = floor(level, way.tags)
            let points = nodes.map { point($0, on: floor) }
            guard points.allSatisfy(\.isPlausible) else {
                missingNodes += 1
                continue
            }
            let number = "\(way.id) \(OSMLevels.name(of: level))"
            if isCorridor {
                tracks.append(
                    VenueShape.Track(
                        id: ids.identifier("osm", "track", number),
                        floor: floor.id,
                        name: name.isEmpty ? "corridor \(way.id)" : name,
                        points: points.first == points.last ? Self.axis(of: points) : points
                    )
                )
            } else {
                places.append(
                    VenueShape.Place(
                        id: ids.identifier("osm", "place", number),
                        floor: floor.id,
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

    /// Where a node lies in a floor's frame.
    private func point(_ node: OSMDocument.Node, on floor: VenueShape.Floor) -> Point {
        (floor.anchor ?? anchor).point(at: Coordinate(latitude: node.latitude, longitude: node.longitude))
    }

    /// The floor of a level: the project's, or a new one; `level:ref` is what people call it.
    private mutating func floor(_ level: Double, _ tags: [String: String]) -> VenueShape.Floor {
        if let floor = floors[level] { return floor }
        let number = OSMLevels.name(of: level)
        let label = tags["level:ref"].flatMap { (1...200).contains($0.count) && !$0.contains(";") ? $0 : nil }
        let id: FloorID = ids.identifier("osm", "floor", number)
        let known = anchored.first { $0.id == id } ?? anchored.first { $0.name == label || $0.name == number }
        if known == nil, let name = [label, number].compactMap(\.self).first(where: unanchoredNames.contains) {
            unanchored.insert(name)
        }
        let ordinal = Int32(level.rounded(.down))
        let nearest = anchored.min { abs(Int64($0.ordinal) - Int64(ordinal)) < abs(Int64($1.ordinal) - Int64(ordinal)) }
        let floor =
            known
            ?? VenueShape.Floor(
                id: id,
                name: label ?? number,
                ordinal: ordinal,
                anchor: nearest?.anchor ?? anchor,
                extent: nil
            )
        floors[level] = floor
        return floor
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
