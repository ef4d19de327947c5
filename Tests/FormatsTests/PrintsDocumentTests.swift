import Crypto
import Fingerprints
import Formats
import JSON
import Survey
import Testing

@Suite("Exported fingerprints")
struct PrintsDocumentTests {
    private let floor = FloorID(high: 0, low: 1)
    private let slot = SlotID(high: 0, low: 2)

    /// An index of three points, one of each kind.
    private func document() throws -> PrintsDocument {
        let spans = try ["name:x", "name:y"].enumerated().map { number, name in
            AssignmentSpan(
                slot: number == 0 ? slot : SlotID(high: 0, low: 9),
                assignment: AssignmentID(high: 0, low: UInt64(number)),
                identity: try #require(BeaconIdentity(name)),
                from: number == 0 ? nil : Timestamp(milliseconds: 5),
                offset: 1.5
            )
        }
        let loud = PrintedTally(heading: 1, span: 0, count: 2, sum: -120, sumOfSquares: 7_208)
        let quiet = PrintedTally(heading: 1, span: 1, count: 1, sum: -84, sumOfSquares: 7_056)
        let keys: [ReferencePointKey] = [
            .cell(floor, TrackID(high: 0, low: 3), 7), .place(floor, MillimetrePoint(x: 1_500, y: -20)),
            .tile(floor, 4, -1),
        ]
        let points = keys.map { key in
            PrintedPoint(
                key: key,
                place: MillimetrePoint(x: 1_500, y: -20),
                scans: [0, 4, 0, 0, 0],
                tallies: [loud, quiet]
            )
        }
        let index = FingerprintIndex(printed: points, spans: spans, strayReadings: 3, scanCount: 12)
        return PrintsDocument(index: try #require(index), floors: [floor: "Ground"], labels: [slot: "S1"])
    }

    @Test("an index is read back with the same digest")
    func roundTrip() throws {
        let document = try document()
        let back = try PrintsDocument(document.json.utf8, path: "p.json")
        #expect(back.index == document.index && back.floors == document.floors && back.labels == document.labels)
        #expect(back.index.digest(with: SHA256()) == document.index.digest(with: SHA256()))
        #expect(back.json == document.json)
    }

    @Test("nearness relative to the strongest and its dispersion lie in 0…1, and the strongest has 1")
    func relative() throws {
        let prints = try #require(try document().json["points"]?.elements?[0]["prints"]?.elements)
        #expect(prints[0]["relative"] == 1.0 && prints[0]["mean"] == -60.0 && prints[0]["share"] == 0.5)
        #expect(prints[1]["relative"] == 0.1 && prints[1]["dispersion"] == 0.0)
        // 2 dB of deviation are 2 · ln 10 / 24 of the nearness.
        #expect(prints[0]["deviation"] == 2.0 && prints[0]["dispersion"] == 0.192)
    }

    @Test("a span of any size that is none of the index's is refused", arguments: [2, -1, .max, .min])
    func wildSpan(span: Int) throws {
        let document = try document()
        let printed = document.index.printed.map { point in
            PrintedPoint(
                key: point.key,
                place: point.place,
                scans: point.scans,
                tallies: [PrintedTally(heading: 4, span: span, count: 1, sum: -60, sumOfSquares: 3_600)]
            )
        }
        let index = FingerprintIndex(printed: printed, spans: document.index.spans, strayReadings: 0, scanCount: 3)
        #expect(index == nil)
    }

    @Test("a document whose parts do not fit is refused, not repaired")
    func refusals() throws {
        let text = try document().json.description
        for (old, new) in [
            ("pharos prints 1", "pharos prints 9"), (#""span":1"#, #""span":2"#), (#""n":2"#, #""n":0"#),
            (#""sum":-120"#, #""sum":-9000000000000000000"#), (#""cell":7"#, #""cell":"7""#),
            (#""heading":"right""#, #""heading":"east""#), (#""scans":[0,4,0,0,0]"#, #""scans":[0,4]"#),
        ] {
            #expect(text.contains(old))
            let bytes = Array(text.replacing(old, with: new).utf8)
            #expect(throws: ImportError.self, "\(new)") { try PrintsDocument(bytes, path: "p.json") }
        }
    }

    @Test("the table has a row for each beacon of each print")
    func table() throws {
        let rows = try document().table.split(separator: "\r\n")
        #expect(rows.count == 7)
        #expect(rows[1] == "Ground,1.5,-0.02,right,S1,name:x,2,4,-60.0,2.0")
    }
}
