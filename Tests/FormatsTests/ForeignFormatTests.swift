import Crypto
import Formats
import JSON
import Survey
import Testing

@Suite("Formats of others, there and back")
struct ForeignFormatTests {
    private static let uuid = "00000000-30A4-1001-B000-001C4D1E8637"

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func reading(_ identity: String, _ dBm: Int) throws -> Reading {
        Reading(identity: try #require(BeaconIdentity(identity)), rssi: try #require(RSSI(dBm: dBm)))
    }

    private func scan(_ time: Int64, _ readings: [Reading], walk: String, receiver: String? = nil) -> ScanLine {
        ScanLine(
            time: Timestamp(milliseconds: time),
            floor: "F1",
            point: Point(x: 12.5, y: 3.25),
            walk: walk,
            receiver: receiver,
            readings: readings
        )
    }

    @Test("HULOP training data are written as HULOP reads them, and read back")
    func hulop() throws {
        let lines = try [
            scan(1_000, [reading("ibeacon:\(Self.uuid)/100/105", -80), reading("name:x", -50)], walk: "a"),
            scan(2_000, [reading("name:x", -50)], walk: "a"),
        ]
        let document = HULOPTraining.document(of: lines, ordinals: ["F1": 2])
        let beacons = #"[{"data":[{"major":100,"minor":105,"rssi":-80}],"timestamp":1000,"uuid":"\#(Self.uuid)"}]"#
        let information = #"{"absx":12.5,"absy":-3.25,"floor":"F1","floor_num":2,"x":12.5,"y":-3.25,"z":0}"#
        #expect(document.description == #"[{"beacons":\#(beacons),"information":\#(information)}]"#)
        let back = try HULOPTraining.scans(document.utf8, path: "t.json")
        #expect(back == [try scan(1_000, [reading("ibeacon:\(Self.uuid)/100/105", -80)], walk: "hulop")])
        for wrong in [
            "{}", "[{}]", #"[{"information":{"x":1,"y":1e99}}]"#, #"[{"information":{"x":1,"y":1},"beacons":[{}]}]"#,
        ] {
            #expect(throws: ImportError.self) { try HULOPTraining.scans(bytes(wrong), path: "t.json") }
        }
    }

    @Test("FIND3 lines keep device, place and every beacon's name")
    func find3() throws {
        let lines = try [
            scan(
                1_000,
                [
                    reading("ibeacon:\(Self.uuid)/100/105", -80), reading("mac:30:AE:A4:40:5D:BD", -70),
                    reading("name:x", -60),
                ],
                walk: "mall",
                receiver: "pixel"
            )
        ]
        let documents = Find3File.documents(of: lines, family: "mall")
        let strengths =
            #"{"00000000-30a4-1001-b000-001c4d1e8637-100-105":-80,"30:ae:a4:40:5d:bd":-70,"name:x":-60}"#
        #expect(
            documents.map(\.description) == [
                #"{"d":"pixel","f":"mall","l":"F1 12.5 3.25","s":{"bluetooth":\#(strengths)},"t":1000}"#
            ]
        )
        let text = documents.map { "\($0)\n" }.joined()
        let back = try Find3File.scans(bytes(text), path: "f.jsonl")
        #expect(back.map(\.point) == lines.map(\.point) && back.map(\.floor) == ["F1"])
        #expect(Set(back[0].readings) == Set(lines[0].readings) && back[0].walk == "mall")
        #expect(try Find3File.scans(bytes("[\(documents[0])]"), path: "f.json") == back)
    }

    @Test("FIND3 rooms become floors, Wi-Fi and legacy objects are read, and a bad line is told by its number")
    func find3Rooms() throws {
        let room = #"{"d":"a","f":"h","t":5,"l":"kitchen","s":{"wifi":{"20:25:64:B7:91:42":-51}}}"#
        let legacy =
            #"{"group":"h","username":"a","location":"hall","timestamp":6,"wifi-fingerprint":[{"mac":"20:25:64:b7:91:42","rssi":-45}]}"#
        let lines = try Find3File.scans(bytes(room + "\r\n" + legacy), path: "f")
        #expect(lines.map(\.floor) == ["kitchen", "hall"])
        #expect(lines.map { $0.readings.map(\.rssi.dBm) } == [[-51], [-45]])
        #expect(lines[0].readings[0].identity == lines[1].readings[0].identity)
        do {
            _ = try Find3File.scans(bytes(room + "\n{\"d\":\"a\"}\n"), path: "f")
            Issue.record("a line without a time was read")
        } catch {
            #expect("\(error)" == "f, line 2: t is missing.")
        }
    }

    @Test("a register's identities are compared as the project compares them", arguments: IdentityPolicy.allCases)
    func registerPolicy(policy: IdentityPolicy) throws {
        let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: SHA256())
        let triple = "ibeacon:\(Self.uuid)/1/2"
        let rows = ["\(triple)+mac:30:AE:A4:40:5D:01", "\(triple)+mac:30:AE:A4:40:5D:02", triple].enumerated().map {
            BeaconRegister.Row(label: "\($0.offset)", identity: BeaconIdentity($0.element))
        }
        let survey = BeaconRegister(rows: rows).survey(
            floors: [:],
            labels: [],
            identities: [try #require(BeaconIdentity("\(triple)+mac:30:AE:A4:40:5D:01"))],
            policy: policy,
            ids: ids
        )
        #expect(survey.summary.slots == 3)
        // Of the two addresses one hangs already; a bare triple names no beacon where addresses tell them apart.
        #expect(survey.summary.beacons == (policy == .frame ? 0 : 1))
    }

    @Test("a byte order mark in front of a FIND3 list changes nothing")
    func markedFind3() throws {
        let list = #"[{"d":"phone","f":"hall","t":1000,"l":"F1 1 2","s":{"bluetooth":{"30:ae:a4:40:5d:bd":-60}}}]"#
        let plain = try Find3File.scans(bytes(list), path: "f")
        #expect(plain.count == 1)
        #expect(try Find3File.scans(bytes("\u{FEFF}" + list), path: "f") == plain)
    }

    @Test("an Anyplace log keeps places to the centimetre and, with its side file, every beacon")
    func anyplaceLog() throws {
        let anchor = GeographicAnchor(
            latitude: 35.1446,
            longitude: 33.4113,
            northAngle: 20,
            origin: Point(x: 0, y: 0)
        )
        let lines = try [
            scan(1_000, [reading("ibeacon:\(Self.uuid)/1/2", -80), reading("name:x", -60)], walk: "a"),
            scan(2_000, [reading("name:x", -61)], walk: "a"), scan(3_000, [], walk: "a"),
        ]
        var addresses = PseudoAddress(hashing: SHA256())
        let floors = ["F1": AnyplaceLog.Floor(number: 1, anchor: anchor)]
        let log = AnyplaceLog.text(of: lines, floors: floors, building: "b", addresses: &addresses)
        #expect(log.leftOut == 1)
        #expect(log.text.split(separator: "\n").count == 5)
        #expect(log.text.hasPrefix("# Timestamp, X, Y, HEADING, MAC Address of AP, RSS, Floor, BUID\n1000 35.14"))
        let side = try PseudoAddress(addresses.json.utf8, path: "s.json", hashing: SHA256())
        let back = try AnyplaceLog.scans(bytes(log.text), path: "log", floors: floors, addresses: side)
        #expect(back.allSatisfy { $0.floor == "F1" }, "the project's floor of that number")
        #expect(back.map(\.readings) == lines.prefix(2).map(\.readings))
        #expect(back.map(\.time) == lines.prefix(2).map(\.time))
        for line in back { #expect(try #require(line.point).distance(to: Point(x: 12.5, y: 3.25)) < 0.01) }
        let bare = try AnyplaceLog.scans(bytes(log.text), path: "log")
        #expect(bare.first?.point == Point(x: 0, y: 0))
        #expect(bare.allSatisfy { line in line.readings.allSatisfy { $0.identity.address != nil } })
        #expect(throws: ImportError.self) { try AnyplaceLog.scans(bytes("1 2 3\n"), path: "log") }
    }

    @Test("an Anyplace radio map is read back as it was written; counts must match")
    func radioMap() throws {
        let address = try #require(MACAddress("30:AE:A4:40:5D:BD"))
        let row = AnyplaceRadioMap.Row(latitude: 35.5, longitude: 33.25, heading: 90, levels: [-70.5])
        let map = AnyplaceRadioMap(addresses: [address], rows: [row])
        #expect(map.text == "# NaN -110\n# X, Y, HEADING, 30:ae:a4:40:5d:bd\n35.5, 33.25, 90.0, -70.5\n")
        #expect(try AnyplaceRadioMap(bytes(map.text), path: "map") == map)
        #expect(throws: ImportError.self) { try AnyplaceRadioMap(bytes(map.text + "1, 2, 3\n"), path: "map") }
        #expect(throws: ImportError.self) { try AnyplaceRadioMap(bytes("1, 2, 3, 4\n"), path: "map") }
    }

    @Test("a beacon register survives a spreadsheet: quotes, missing columns, another order")
    func register() throws {
        let register = BeaconRegister(rows: [
            BeaconRegister.Row(
                label: "Foyer, \"links\"",
                floor: "EG",
                position: MountPosition(point: Point(x: 1.5, y: -2), height: 3),
                identity: BeaconIdentity("ibeacon:\(Self.uuid)/1/2"),
                radio: RadioSettings(measuredPower: -59, transmitPower: -12, advertisingInterval: 200),
                hardware: BeaconHardware(model: "K", serial: "7", batteryCapacity: 1_000, averageCurrent: 20)
            ),
            BeaconRegister.Row(label: "leer"),
        ])
        #expect(try BeaconRegister(bytes(register.text), path: "r.csv") == register)
        let typed = try BeaconRegister(bytes("\u{FEFF}identity,label\r\nname:x,A\r\n,B\r\n"), path: "r.csv")
        #expect(typed.rows.map(\.label) == ["A", "B"] && typed.rows.map { $0.identity != nil } == [true, false])
        let ids = ImportIdentifiers(project: ProjectID(high: 1, low: 2), hashing: SHA256())
        let survey = register.survey(floors: [:], labels: ["leer"], identities: [], policy: .frame, ids: ids)
        #expect(survey.summary.slots == 1 && survey.summary.beacons == 1)
        #expect(survey.notes == ["1 labels are there already and are passed over."])
        let all = BeaconRegister(rows: ["a", "b", "c"].map { BeaconRegister.Row(label: $0) })
        let parts = try ["1/2", "2/2"].map {
            all.survey(
                part: try #require(ImportPart($0)),
                floors: [:],
                labels: [],
                identities: [],
                policy: .frame,
                ids: ids
            )
        }
        #expect(parts.map(\.summary.slots) == [2, 1])
        for wrong in ["x\n1\n", "label,x\nA,1\n", "label,identity\nA,nonsense\n", "label,interval_ms\nA,often\n"] {
            #expect(throws: ImportError.self) { try BeaconRegister(bytes(wrong), path: "r.csv") }
        }
    }
}
