import JSON
import Places
import Survey

/// A venue as an IMDF 1.0 archive (OGC 20-094): a ZIP of GeoJSON files with a manifest.
///
/// Written are the properties that POSITIONING's reading of the standard vouches for: those of manifest and level, a
/// building without geometry, and of other features their id, type and geometry. Whatever else the venue knows is named
/// in ``leftOut``. Beacons are outside the standard: they come in an extension, unless `strict` leaves them out.
public struct IMDFArchive: Sendable {
    /// The extension with the beacons.
    public static let radioExtension = "imdf:extension:pharos:radio#1.0.0"

    /// The archive's bytes; equal venues give equal bytes.
    public let bytes: [UInt8]
    /// The archive's files, as they are before compression.
    public let files: [(name: String, content: [UInt8])]
    /// What the venue has and the archive has not, sentence by sentence.
    public let leftOut: [String]

    /// Writes a venue; `created` is the moment for the manifest, as ISO 8601 has it.
    public init(
        of venue: VenueShape,
        created: String,
        language: String = "en",
        strict: Bool,
        ids: ImportIdentifiers
    ) throws(FileError) {
        let writer = IMDFWriter(venue, language: language, ids: ids)
        var manifest: [String: JSONValue] = [
            "version": "1.0.0", "created": .string(created), "generated_by": "pharos", "language": .string(language),
        ]
        var files: [(name: String, content: [UInt8])] = []
        if !strict { manifest["extensions"] = [.string(Self.radioExtension)] }
        files.append(("manifest.json", JSONValue.object(manifest).utf8))
        for (type, features) in writer.collections(strict: strict) where !features.isEmpty {
            let collection: JSONValue = [
                "type": "FeatureCollection", "name": .string(type), "features": .array(features),
            ]
            files.append(("\(type).geojson", collection.utf8))
        }
        var archive = ZipArchive()
        for file in files { try archive.add(file.name, file.content) }
        bytes = archive.bytes
        self.files = files
        leftOut = writer.leftOut(strict: strict)
    }
}

/// Makes the features of an archive.
private struct IMDFWriter {
    private let venue: VenueShape
    private let language: String
    private let ids: ImportIdentifiers
    private let floors: [FloorID: VenueShape.Floor]

    init(_ venue: VenueShape, language: String, ids: ImportIdentifiers) {
        self.venue = venue
        self.language = language
        self.ids = ids
        let placed = venue.floors.filter { $0.anchor != nil && $0.extent != nil }
        floors = Dictionary(uniqueKeysWithValues: placed.map { ($0.id, $0) })
    }

    /// The features by type, in the order of the files.
    func collections(strict: Bool) -> [(type: String, features: [JSONValue])] {
        let levels = venue.floors.filter { floors[$0.id] != nil }
        let outline = levels.first.map { feature("venue", name: "venue", polygon($0), [:]) }
        let building = levels.isEmpty ? nil : feature("building", name: "building", .null, [:])
        let anchors = venue.places.compactMap { place -> JSONValue? in
            position(place.point, place.floor).map { feature("anchor", name: "anchor \(place.id)", point($0), [:]) }
        }
        let amenities = venue.places.compactMap { place -> JSONValue? in
            position(place.point, place.floor).map { feature("amenity", name: "amenity \(place.id)", point($0), [:]) }
        }
        let beacons = venue.slots.compactMap { slot -> JSONValue? in
            guard let place = position(slot.position.point, slot.floor) else { return nil }
            return feature(
                "beacon",
                name: "beacon \(slot.id)",
                point(place),
                [
                    "label": .string(slot.label), "identity": JSONValue(slot.identity?.description),
                    "level_id": .string(id("level \(slot.floor)")), "height": JSONValue(slot.position.height),
                ]
            )
        }
        return [
            ("venue", [outline].compactMap { $0 }), ("building", [building].compactMap { $0 }),
            ("level", levels.map(level)), ("anchor", anchors), ("amenity", amenities),
            ("pharos_radio", strict ? [] : beacons),
        ]
    }

    func leftOut(strict: Bool) -> [String] {
        func sentence(_ count: Int, _ rest: String) -> String? { count == 0 ? nil : "\(count) \(rest)" }
        let lost = venue.floors.filter { floors[$0.id] == nil }.map {
            "Floor \($0.name) has no plan or no geographic anchor: it is left out with all that lies on it."
        }
        return lost
            + [
                sentence(venue.tracks.count, "tracks: IMDF has no lines to walk along."),
                sentence(venue.connectors.count, "connectors: openings and units need outlines, which are not known."),
                sentence(venue.places.count, "places come without title, text and category."),
                "The venue comes without name, category, address and hours; its outline is that of its first floor.",
                "The building comes without name, category and address; footprints are not known.",
                strict ? sentence(venue.slots.count, "slots and what hangs in them: --strict leaves them out.") : nil,
                "Fingerprints are not part of IMDF: pharos export prints writes them.",
            ].compactMap { $0 }
    }

    private func level(_ floor: VenueShape.Floor) -> JSONValue {
        let middle = floor.extent.map { Point(x: $0.x / 2, y: $0.y / 2) } ?? Point(x: 0, y: 0)
        return feature(
            "level",
            name: "level \(floor.id)",
            polygon(floor),
            [
                "category": "unspecified", "restriction": .null, "outdoor": false,
                "ordinal": .integer(Int64(floor.ordinal)),
                "name": .object([language: .string(floor.name)]),
                "short_name": .object([language: .string(floor.name)]),
                "building_ids": [.string(id("building"))],
                "display_point": position(middle, floor.id).map(point) ?? .null,
            ]
        )
    }

    private func feature(
        _ type: String,
        name: String,
        _ geometry: JSONValue,
        _ properties: [String: JSONValue]
    ) -> JSONValue {
        [
            "type": "Feature", "id": .string(id(name)), "feature_type": .string(type), "geometry": geometry,
            "properties": .object(properties),
        ]
    }

    /// A UUID that is the same in every export of the project.
    private func id(_ name: String) -> String {
        let identifier: Identifier<Never> = ids.identifier("imdf", "feature", name)
        return ProximityUUID(high: identifier.high, low: identifier.low).description.lowercased()
    }

    private func position(_ point: Point, _ floor: FloorID) -> JSONValue? {
        guard let place = floors[floor]?.anchor?.coordinate(of: point) else { return nil }
        return [.number(place.longitude), .number(place.latitude)]
    }

    private func point(_ position: JSONValue) -> JSONValue { ["type": "Point", "coordinates": position] }

    /// The plan's rectangle, anticlockwise on Earth as RFC 7946 wants outer rings.
    private func polygon(_ floor: VenueShape.Floor) -> JSONValue {
        let far = floor.extent ?? Point(x: 0, y: 0)
        let corners = [
            Point(x: 0, y: 0), Point(x: 0, y: far.y), far, Point(x: far.x, y: 0), Point(x: 0, y: 0),
        ]
        let ring = corners.compactMap { position($0, floor.id) }
        return ["type": "Polygon", "coordinates": [.array(ring)]]
    }
}
