import Formats
import JSON
import Survey
import Testing

@Suite("Scan lines")
struct ScanLineTests {
    private static let beacon = "ibeacon:00000000-30A4-1001-B000-001C4D1E8637/100/105"

    private func scan(_ text: String) throws -> ScanLine { try ScanLine(json: JSONValue(parsing: text), line: 7) }

    private func readings(_ text: String) throws -> [Reading] { try scan(#"{"t":1,"readings":[\#(text)]}"#).readings }

    @Test("the line of the documentation is read field by field")
    func whole() throws {
        let line = try scan(
            """
            {"t":1475643299142,"floor":"9","x":0.5,"y":1.5,"walk":"3","receiver":"Nexus 5","heading":90,"extra":[1],
            "readings":[{"id":"\(Self.beacon)","rssi":-80,"packets":4},
            {"id":"eddystone:00112233445566778899/aabbccddeeff","mac":"C4:7C:8D:00:00:01","rssi":-71.6}]}
            """
        )
        #expect(line.time == Timestamp(milliseconds: 1_475_643_299_142))
        #expect(line.floor == "9")
        #expect(line.point == Point(x: 0.5, y: 1.5))
        #expect(line.walk == "3")
        #expect(line.receiver == "Nexus 5")
        #expect(line.heading == 90)
        #expect(line.readings.map(\.rssi.dBm) == [-80, -72])
        #expect(line.readings.map(\.packets) == [4, 1])
        #expect(line.readings[0].identity.description == Self.beacon)
        #expect(line.readings[1].identity.address == MACAddress("C4:7C:8D:00:00:01"))
    }

    @Test("place, walk and floor may be absent or null")
    func toLocate() throws {
        let line = try scan(#"{"t":1.6,"x":null,"readings":[]}"#)
        #expect(line == ScanLine(time: Timestamp(milliseconds: 2), readings: []))
    }

    @Test(
        "a strength is rounded to whole dBm, halves away from zero",
        arguments: [("-67.5", -68), ("-67.49", -67), ("-127", -127), ("19.6", 20), ("-80.0", -80)]
    )
    func rounding(text: String, dBm: Int) throws {
        #expect(try readings(#"{"id":"name:a","rssi":\#(text)}"#).map(\.rssi.dBm) == [dBm])
    }

    @Test("a strength that stands for none leaves its reading out", arguments: ["127", "0", "127.0", "-0.2", "0.0"])
    func notAvailable(text: String) throws {
        let heard = try readings(#"{"id":"name:a","rssi":\#(text)},{"id":"name:b","rssi":-60}"#)
        #expect(heard.map(\.identity.description) == ["name:b"])
    }

    private static let refusals: [(String, ScanLineError.Problem)] = [
        ("[]", .notAnObject(found: "a list")),
        (#"{"readings":[]}"#, .missing(field: "t")),
        (#"{"t":1}"#, .missing(field: "readings")),
        (#"{"t":"1","readings":[]}"#, .wrongKind(field: "t", expected: "a number", found: "a text")),
        (#"{"t":1,"readings":{}}"#, .wrongKind(field: "readings", expected: "a list", found: "an object")),
        (#"{"t":1,"x":2,"readings":[]}"#, .missing(field: "y")),
        (#"{"t":1,"y":2,"readings":[]}"#, .missing(field: "x")),
        (
            #"{"t":1,"heading":361,"readings":[]}"#,
            .invalid(field: "heading", value: "361.0", reason: "A heading is 0–360 degrees.")
        ),
        (#"{"t":1,"readings":[{"id":"name:a"}]}"#, .missing(field: "readings[0].rssi")),
        (#"{"t":1,"readings":[{"rssi":-5}]}"#, .missing(field: "readings[0].id")),
        (
            #"{"t":1,"readings":[{"id":"name:a","rssi":-5},{"id":"name:b","rssi":-128}]}"#,
            .invalid(field: "readings[1].rssi", value: "-128.0", reason: "A strength is −127…20 dBm.")
        ),
        (
            #"{"t":1,"readings":[{"id":"name:a","rssi":-5,"packets":0}]}"#,
            .invalid(field: "readings[0].packets", value: "0.0", reason: "It is 1–65,535.")
        ),
        (
            #"{"t":1,"readings":[{"id":"mac:C4:7C:8D:00:00:01","mac":"C4:7C:8D:00:00:02","rssi":-5}]}"#,
            .invalid(
                field: "readings[0].mac",
                value: #""C4:7C:8D:00:00:02""#,
                reason: "The id holds another address."
            )
        ),
        (
            #"{"t":1,"walk":"","readings":[]}"#,
            .invalid(field: "walk", value: #""""#, reason: "It must have 1–200 characters.")
        ),
        (
            #"{"t":1e300,"readings":[]}"#,
            .invalid(field: "t", value: "1e+300", reason: "It is no time in milliseconds.")
        ),
    ]

    @Test("a mistake is told with its line, its field and its reason", arguments: refusals)
    func mistakes(text: String, problem: ScanLineError.Problem) {
        #expect(throws: ScanLineError(line: 7, problem: problem)) { try scan(text) }
        #expect("\(ScanLineError(line: 7, problem: problem))".hasPrefix("Line 7: "))
    }

    @Test("what was written reads back the same, to the last digit of a coordinate")
    func roundTrip() throws {
        let address = try #require(MACAddress("C4:7C:8D:00:00:01"))
        let identities = [
            try #require(BeaconIdentity(Self.beacon)), try #require(BeaconIdentity("mac:C4:7C:8D:00:00:02")),
            BeaconIdentity(try #require(BeaconIdentity(Self.beacon)).frame, address: address),
            try #require(BeaconIdentity("altbeacon:00112233445566778899aabbccddeeff00112233")),
            BeaconIdentity(.name("B 7")),
        ]
        let rssi = try #require(RSSI(dBm: -61))
        let line = ScanLine(
            time: Timestamp(milliseconds: 5),
            floor: "1 этаж",
            point: Point(x: 0.1 + 0.2, y: 1.0 / 3),
            walk: "w",
            receiver: "Bq",
            heading: 12.5,
            readings: identities.enumerated().map { Reading(identity: $1, rssi: rssi, packets: UInt16($0 + 1)) }
        )
        #expect(try ScanLine(json: JSONValue(parsing: line.json.description), line: 1) == line)
    }

    @Test("a scan can be told as it would be without a beacon, or with its successor")
    func beacons() throws {
        let line = try scan(#"{"t":1,"x":1,"y":2,"readings":[{"id":"name:a","rssi":-60},{"id":"name:b","rssi":-70}]}"#)
        let (a, c) = (BeaconIdentity(.name("a")), BeaconIdentity(.name("c")))
        #expect(line.without([a]).readings.map(\.rssi.dBm) == [-70])
        let renamed = line.renaming([a: c])
        #expect(renamed.readings.map(\.identity.description) == ["name:c", "name:b"])
        #expect(renamed.readings.map(\.rssi.dBm) == [-60, -70])
        #expect(renamed.renaming([c: a]) == line)
    }

    @Test("a fix has every key, null where there is nothing to say")
    func fix() {
        let lost = FixLine(time: Timestamp(milliseconds: 5), state: .lost, metric: "level-removed", slots: 0)
        #expect(
            lost.json.description
                == #"{"accuracy":null,"floor":null,"metric":"level-removed","release":null,"slots":0,"state":"lost","#
                + #""t":5,"walk":null,"x":null,"y":null}"#
        )
        let fixed = FixLine(
            time: Timestamp(milliseconds: 5),
            walk: "w",
            state: .fixed,
            floor: "9",
            point: Point(x: 1.23456, y: 2),
            accuracy: 1.5,
            metric: "absolute",
            slots: 9,
            release: 3
        )
        #expect(
            fixed.json.description
                == #"{"accuracy":1.5,"floor":"9","metric":"absolute","release":3,"slots":9,"state":"fixed","#
                + #""t":5,"walk":"w","x":1.235,"y":2.0}"#
        )
        #expect(throws: ScanLineError(line: 3, problem: .missing(field: "state"))) {
            try FixLine(json: ["t": 5], line: 3)
        }
    }

    @Test("a fix reads back as it was written, to the millimetre", arguments: [Point?.none, Point(x: 1.5, y: -2.25)])
    func fixRoundTrip(point: Point?) throws {
        let fix = FixLine(
            time: Timestamp(milliseconds: 5),
            walk: "w",
            state: .fixed,
            floor: "9",
            point: point,
            accuracy: 1.5,
            metric: "absolute",
            slots: 9,
            release: 3
        )
        #expect(try FixLine(json: JSONValue(parsing: fix.json.description), line: 1) == fix)
    }
}
