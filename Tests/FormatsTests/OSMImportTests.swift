import Crypto
import Formats
import Survey
import Testing

@Suite("Import of OpenStreetMap")
struct OSMImportTests {
    private let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: SHA256())

    private static let xml = """
        <?xml version='1.0' encoding='UTF-8'?>
        <!-- an extract -->
        <osm version="0.6">
          <node id="1" lat="50.0" lon="8.0"/>
          <node id="2" lat="50.0" lon="8.001"/>
          <node id="3" lat="50.0001" lon="8.001"/>
          <node id="4" lat="50.0001" lon="8.0"/>
          <node id="5" lat="50.00005" lon="8.0005"><tag k="highway" v="elevator"/><tag k="level" v="0;1"/></node>
          <way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="1"/>
            <tag k="indoor" v="corridor"/><tag k="level" v="0"/><tag k="level:ref" v="EG"/></way>
          <way id="11"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/>
            <tag k="indoor" v="room"/><tag k="level" v="-1-1"/><tag k="name" v="Caf&#233; &amp; Bar"/></way>
          <way id="12"><nd ref="1"/><nd ref="2"/><tag k="indoor" v="room"/><tag k="level" v="up"/></way>
          <way id="13"><nd ref="1"/><nd ref="99"/><tag k="indoor" v="room"/><tag k="level" v="1"/></way>
          <way id="14"><nd ref="1"/><nd ref="2"/><tag k="indoor" v="wall"/><tag k="level" v="1"/></way>
          <relation id="20"><member type="way" ref="10" role=""/><tag k="type" v="building"/></relation>
        </osm>
        """

    private func read(_ text: String) throws -> OSMImport { try OSMImport(Array(text.utf8), path: "x.osm", ids: ids) }

    @Test("levels become floors, rooms places, corridors tracks, lifts connectors; the rest is counted")
    func extract() throws {
        let read = try read(Self.xml)
        #expect(read.venue.floors.map(\.name) == ["-1", "EG", "1"])
        #expect(read.venue.floors.map(\.ordinal) == [-1, 0, 1])
        #expect(read.venue.places.map(\.title) == ["Café & Bar", "Café & Bar", "Café & Bar"])
        #expect(read.venue.tracks.count == 1 && read.venue.tracks[0].points.count == 2)
        let ends = read.venue.tracks[0].points
        #expect((60..<80).contains(ends[0].distance(to: ends[1])))
        #expect(read.venue.connectors.count == 1 && read.venue.connectors[0].landings.count == 2)
        #expect(
            read.notes == [
                "1 features have a level that cannot be read and are left out.",
                "1 ways name nodes that the extract lacks and are left out.",
                "1 ways with a level are neither room nor corridor and are left out.",
                "1 relations are left out.",
            ]
        )
        let survey = read.venue.survey(ids: ids, notes: read.notes)
        #expect(survey.summary.floors == 3 && survey.summary.places == 3 && survey.summary.tracks == 1)
        for event in survey.batches.joined() { try event.validate() }
    }

    @Test("a level that the project has lies on the project's floor, in its frame; new ones in that of the nearest")
    func projectFrames() throws {
        let anchor = GeographicAnchor(latitude: 50, longitude: 8, northAngle: 90, origin: Point(x: 10, y: 20))
        let far = GeographicAnchor(latitude: 50, longitude: 8, northAngle: 0, origin: Point(x: 0, y: 0))
        func floor(_ id: UInt64, _ name: String, _ ordinal: Int32, _ anchor: GeographicAnchor?) -> VenueShape.Floor {
            VenueShape.Floor(id: FloorID(high: 1, low: id), name: name, ordinal: ordinal, anchor: anchor, extent: nil)
        }
        let floors = [floor(1, "EG", 0, anchor), floor(2, "9", 9, far), floor(3, "-1", -1, nil)]
        let json = """
            {"elements":[{"type":"node","id":1,"lat":49.9,"lon":7.9},
            {"type":"node","id":2,"lat":50.0,"lon":8.0},{"type":"node","id":3,"lat":50.0001,"lon":8.0},
            {"type":"way","id":10,"nodes":[2,3],"tags":{"highway":"corridor","level":"0","level:ref":"EG"}},
            {"type":"way","id":11,"nodes":[2,3],"tags":{"highway":"corridor","level":"1"}},
            {"type":"way","id":12,"nodes":[2,3],"tags":{"highway":"corridor","level":"-1"}}]}
            """
        let read = try OSMImport(Array(json.utf8), path: "x.osm", floors: floors, ids: ids)
        let ground = try #require(read.venue.tracks.first { $0.floor == FloorID(high: 1, low: 1) })
        #expect(ground.points[0].distance(to: Point(x: 10, y: 20)) < 0.01)
        // North is to the right of a frame whose up points west.
        #expect(ground.points[1].distance(to: Point(x: 21.1, y: 20)) < 0.1)
        let first = try #require(read.venue.floors.first { $0.name == "1" })
        #expect(first.anchor == anchor)
        #expect(read.notes.contains { $0.hasPrefix("The project's floor -1 is nowhere on Earth") })
        let survey = read.venue.survey(knownFloors: Set(floors.map(\.id)), ids: ids)
        #expect(survey.summary.floors == 2 && survey.summary.tracks == 3)
    }

    @Test("parts make each thing once")
    func parts() throws {
        let venue = try read(Self.xml).venue
        let whole = venue.survey(ids: ids)
        let parts = try ["1/2", "2/2"].map { venue.survey(part: try #require(ImportPart($0)), ids: ids) }
        #expect(parts.map(\.summary.floors) == [3, 0])
        #expect(parts.allSatisfy { $0.summary.events > 0 })
        #expect(Set(parts.flatMap(\.batches)) == Set(whole.batches))
    }

    @Test("Overpass JSON is read like XML")
    func overpass() throws {
        let json = """
            {"elements":[{"type":"node","id":1,"lat":50.0,"lon":8.0},{"type":"node","id":2,"lat":50.0,"lon":8.001},
            {"type":"way","id":10,"nodes":[1,2],"tags":{"highway":"corridor","level":"0.5","repeat_on":"2"}}]}
            """
        let read = try read(json)
        #expect(read.venue.floors.map(\.name) == ["0.5", "2"])
        #expect(read.venue.tracks.map(\.name) == ["corridor 10", "corridor 10"])
    }

    @Test(
        "what is no extract is refused with its line",
        arguments: [
            "", "nonsense", "{}", "<osm>", "<osm><node id=\"1\" lat=\"99\" lon=\"0\"/></osm>",
            "<osm><way id='x'/></osm>",
            "<!DOCTYPE osm [<!ENTITY a \"b\">]><osm/>", "<osm><node id=\"1\"", "<osm a=\"&b;\"/>", "<osm a=b/>",
            "<!-- ",
            "<osm><node id=\"1\" lat=\"1\" lon=\"0\"/></osm>",
        ]
    )
    func refusals(text: String) {
        #expect(throws: ImportError.self) { try read(text) }
    }
}
