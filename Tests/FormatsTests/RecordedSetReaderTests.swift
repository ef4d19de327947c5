import Formats
import Survey
import Testing

@Suite("Readers of recorded sets")
struct RecordedSetReaderTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("a byte order mark, Windows line ends, quotes and empty lines change nothing")
    func tolerance() throws {
        let plain = try FlatSet.anchors(bytes("id,x,y,z\n1,5.48,2.41,2.08\n"), path: "anchors.csv")
        let odd = "\u{FEFF}id,\"x\",y,z\r\n\r\n\"1\", 5.48 ,2.41,2.08\r\n"
        #expect(try FlatSet.anchors(bytes(odd), path: "anchors.csv") == plain)
        #expect(plain.first?.position == MountPosition(point: Point(x: 5.48, y: 2.41), height: 2.08))
        let quoted = try FlatSet.anchors(bytes("id,x,y,z\n\"the \"\"big\"\", one\nhere\",1,2,3\n"), path: "a")
        #expect(quoted.map(\.label) == ["the \"big\", one\nhere"])
    }

    @Test(
        "what cannot be read is told with its file and line",
        arguments: [
            ("id,x,y,z\n1,5.48,2.41\n", "a.csv, line 2: It has 3 fields, the first row 4."),
            ("id,x,y,z\n\n1,5.48,north,2\n", "a.csv, line 3: \"north\" is not the number that is expected."),
            ("id,x,y,z\n1,1e99,2,3\n", "a.csv, line 2: \"1e99\" is no number within ±100,000."),
            ("id,x,y,z\n1,nan,2,3\n", "a.csv, line 2: \"nan\" is no number within ±100,000."),
            ("id,x,y,z\n\"1,5,2,2\n", "a.csv, line 2: A quote is opened and not closed."),
            ("id,x,y,z\n\"1\"1,5,2,2\n", "a.csv, line 2: Something follows a closing quote."),
            ("id,x,y\n", "a.csv, line 1: It has no column \"z\"."),
            ("", "a.csv: It is empty."),
        ]
    )
    func refusals(text: String, message: String) {
        #expect(throws: ImportError.self) { try FlatSet.anchors(bytes(text), path: "a.csv") }
        do {
            _ = try FlatSet.anchors(bytes(text), path: "a.csv")
        } catch {
            #expect("\(error)" == message)
        }
    }

    @Test("the flat's strengths are rounded, its heading turns with the plan, an empty field is not heard")
    func flat() throws {
        let text = ",ts,x,heading,y,rssi_1,rssi_2\n7,1.5e+18,4.25,0.0,3.5,-56.5,\n"
        let lines = try FlatSet.run(bytes(text), path: "run.csv", walk: "robot")
        let line = try #require(lines.first)
        #expect(line.point == Point(x: 4.25, y: 3.5) && line.heading == 90)
        #expect(line.time == Timestamp(milliseconds: 1_500_000_000_000))
        #expect(line.readings.map(\.identity.description) == ["name:1"])
        #expect(line.readings.map(\.rssi.dBm) == [-57])
    }

    @Test("NavCog's points are equal however they are written, and −100 is not heard")
    func navCog() throws {
        let uuid = try #require(ProximityUUID("f7826da6-4fa2-4e98-8024-bc5b71e0893e"))
        let text = "MinorID of 2 Beacon Used : 17,18,\n0.0,23,2,65535,17,-100,65535,18,-71\n0.0,23.0,1,65535,18,-70,\n"
        let lines = try NavCogSet.scans(bytes(text), path: "train.txt", uuid: uuid)
        #expect(lines.map(\.point) == [Point(x: 0, y: 23), Point(x: 0, y: 23)])
        #expect(lines.map { $0.readings.map(\.rssi.dBm) } == [[-71], [-70]])
        #expect(throws: ImportError.self) {
            try NavCogSet.scans(bytes("0,1,2,65535,17,-80\n"), path: "train.txt", uuid: uuid)
        }
    }

    @Test("Tetam's packets are shared out without loss, and strengths of 0 dBm or more are counted")
    func tetam() throws {
        let text = "x_m,y_m,z_m,sensor,rssi_dbm,count\n1,2,1.8,s,-80,60\n1,2,1.8,s,-70,60\n1,2,1.8,s,62,3\n"
        let (lines, impossible) = try TetamSet.fingerprints(bytes(text), path: "set.csv")
        #expect(lines.count == TetamSet.scansPerPoint && impossible == 3)
        let readings = lines.flatMap(\.readings)
        #expect(readings.reduce(0) { $0 + Int($1.packets) } == 120)
        #expect(readings.reduce(0) { $0 + $1.rssi.dBm * Int($1.packets) } == 60 * -150)
        let devices = "Dongles:{\"aa\": [[1, 2, 3], 5, \"s\"]}\nBeacons:{}\n"
        let receivers = try TetamSet.receivers(bytes(devices), path: "tetam.dev")
        let track = "10.0,aa,bb,-80,1,2,3\n10.9,aa,bb,-70,3,4,3\n11.5,aa,bb,0,5,6,3\n12.1,aa,bb,-60,7,8,3\n"
        let walk = try TetamSet.walk(bytes(track), path: "w.mbd", name: "w", receivers: receivers)
        #expect(walk.impossible == 1)
        #expect(walk.lines.map(\.point) == [Point(x: 2, y: 3), Point(x: 7, y: 8)])
        #expect(walk.lines.map { $0.readings.map(\.rssi.dBm) } == [[-75], [-60]])
    }

    @Test("SAL's labels become zones, and what was missed or cannot be is left out")
    func sal() throws {
        let config = "Label,Description,X,Y,Z\n\nO-E,outside,10,2,1\nI-E,inside,-12,0,1\nI-T,top,-8,4,3\n"
        let receivers = try SALSet.receivers(bytes(config), path: "c")
        let text = "superframe,O-E,I-E,I-T,Label,raw\n0,-60,-100,1,0,5\n3,-80,-70,0,2,5\n"
        let (lines, impossible) = try SALSet.walk(bytes(text), path: "w", name: "walk", receivers: receivers)
        #expect(impossible == 2)
        #expect(lines.map(\.floor) == ["outside", "inside"])
        #expect(lines.map(\.point) == [Point(x: 10, y: 2), Point(x: -10, y: 2)])
        #expect(lines.map { $0.readings.map(\.rssi.dBm) } == [[-60], [-80, -70]])
    }

    @Test("the Wi-Fi set's 100 is not heard, and unequal files are refused")
    func wifi() throws {
        func read(_ strengths: String, _ places: String) throws -> [ScanLine] {
            try UJIWiFiSet.scans(
                strengths: bytes(strengths),
                path: "rss",
                places: bytes(places),
                path: "crd",
                walk: "w"
            )
        }
        let lines = try read("-50,100,-70\n", "12.9,29.2,3\n")
        #expect(lines.map(\.floor) == ["3"])
        #expect(lines.first?.readings.map(\.identity.description) == ["name:AP 1", "name:AP 3"])
        #expect(throws: ImportError.self) { try read("-50\n-51\n", "12.9,29.2,3\n") }
    }
}
