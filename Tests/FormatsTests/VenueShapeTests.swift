import Crypto
import Formats
import Foundation
import JSON
import Survey
import Testing

@Suite("Venues on maps of others")
struct VenueShapeTests {
    private let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: SHA256())

    private func shape(anchored: Bool) -> VenueShape {
        let anchor = GeographicAnchor(
            latitude: 56.46,
            longitude: -2.978,
            northAngle: 10,
            origin: Point(x: 0, y: 0)
        )
        let floor = VenueShape.Floor(
            id: FloorID(high: 0, low: 1),
            name: "Ground",
            ordinal: 0,
            anchor: anchored ? anchor : nil,
            extent: Point(x: 40, y: 20)
        )
        let course = [Point(x: 1, y: 2), Point(x: 30, y: 2), Point(x: 30, y: 18)]
        return VenueShape(
            name: "House",
            floors: [floor],
            tracks: [VenueShape.Track(id: TrackID(high: 0, low: 2), floor: floor.id, name: "hall", points: course)],
            slots: [
                VenueShape.Slot(
                    id: SlotID(high: 0, low: 3),
                    floor: floor.id,
                    label: "S1",
                    position: MountPosition(point: Point(x: 5, y: 6), height: 2.5),
                    identity: BeaconIdentity("name:x")
                )
            ],
            places: [
                VenueShape.Place(
                    id: PlaceID(high: 0, low: 4),
                    floor: floor.id,
                    point: Point(x: 7, y: 8),
                    title: "Desk",
                    text: "Ask here."
                )
            ]
        )
    }

    @Test("GeoJSON in metres is read back exactly, on Earth to a centimetre", arguments: [false, true])
    func geoJSON(anchored: Bool) throws {
        let shape = shape(anchored: anchored)
        let json = shape.geoJSON
        #expect((json["crs"] == "local") == !anchored)
        let back = try VenueShape(geoJSON: json.utf8, path: "v.json", floors: shape.floors)
        if !anchored { #expect(back == shape) }
        for (left, right) in zip(back.tracks[0].points, shape.tracks[0].points) {
            #expect(left.distance(to: right) < 0.01)
        }
        #expect(back.slots[0].identity == shape.slots[0].identity && back.places[0].text == "Ask here.")
        let survey = back.survey(ids: ids)
        #expect(survey.summary.tracks == 1 && survey.summary.slots == 1 && survey.summary.places == 1)
        for event in survey.batches.joined() { try event.validate() }
    }

    @Test("GeoJSON of others is counted, and what is broken is told")
    func foreignGeoJSON() throws {
        let foreign = #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":1}}]}"#
        #expect(try VenueShape(geoJSON: Array(foreign.utf8), path: "v", floors: []).leftOut == 1)
        let broken = #"{"features":[{"properties":{"kind":"track","name":"a"}}]}"#
        for text in ["[]", "nonsense", broken] {
            #expect(throws: ImportError.self) { try VenueShape(geoJSON: Array(text.utf8), path: "v", floors: []) }
        }
    }

    private func archive(strict: Bool) throws -> IMDFArchive {
        try IMDFArchive(of: shape(anchored: true), created: "2026-01-01T00:00:00Z", strict: strict, ids: ids)
    }

    @Test("an IMDF archive has a manifest, a UUID for every feature, and says what it leaves out")
    func imdf() throws {
        let archive = try archive(strict: false)
        #expect(
            archive.files.map(\.name) == [
                "manifest.json", "venue.geojson", "building.geojson", "level.geojson", "anchor.geojson",
                "amenity.geojson", "pharos_radio.geojson",
            ]
        )
        let manifest =
            #"{"created":"2026-01-01T00:00:00Z","extensions":["imdf:extension:pharos:radio#1.0.0"],"generated_by":"pharos","language":"en","version":"1.0.0"}"#
        #expect(String(decoding: archive.files[0].content, as: UTF8.self) == manifest)
        var seen = Set<String>()
        for file in archive.files.dropFirst() {
            for feature in try JSONValue(parsing: file.content)["features"]?.elements ?? [] {
                let id = try #require(feature["id"]?.text)
                #expect(UUID(uuidString: id) != nil && seen.insert(id).inserted)
                #expect(feature["feature_type"]?.text != nil)
            }
        }
        let level = try #require(JSONValue(parsing: archive.files[3].content)["features"]?.elements?.first)
        #expect(level["properties"]?["ordinal"] == 0 && level["properties"]?["name"]?["en"] == "Ground")
        let building = try #require(JSONValue(parsing: archive.files[2].content)["features"]?.elements?.first)
        #expect(building["geometry"] == .null)
        #expect(archive.leftOut.contains { $0.hasPrefix("1 tracks") })
        let strict = try self.archive(strict: true)
        #expect(!strict.files.contains { $0.name == "pharos_radio.geojson" })
        #expect(try JSONValue(parsing: strict.files[0].content)["extensions"] == nil)
        #expect(try self.archive(strict: true).bytes == strict.bytes)
    }

    @Test(
        "another ZIP reader finds every file of the archive whole",
        .enabled(if: hasPython, "python3 is not installed")
    )
    func anotherReader() throws {
        let archive = try archive(strict: false)
        let file = FileManager.default.temporaryDirectory.appending(path: "pharos-\(UUID()).zip")
        defer { try? FileManager.default.removeItem(at: file) }  // it lies in the temporary folder
        try FileContents.write(archive.bytes, to: file.path)
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = [
            "-c",
            "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; "
                + "print(sum(len(z.read(n)) for n in z.namelist()), len(z.namelist()))",
            file.path,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let total = archive.files.reduce(0) { $0 + $1.content.count }
        #expect(text == "\(total) \(archive.files.count)\n")
    }
}

private let python = "/usr/bin/python3"
private let hasPython = FileManager.default.isExecutableFile(atPath: python)
