import Foundation
import JSON
import TestSupport
import Testing

/// What `--json` answers is a contract: programs of others read it.
@Suite("Golden answers")
struct AnswerGoldenTests {
    /// What cannot answer here, and why.
    private static let apart: [String: String] = [
        "pharosd run": "serves, and answers nothing", "pharosd migrate": "needs a database of somebody else",
        "pharosd restore": "needs a server that is down: RestoreTests", "pharos recover": "needs a fork: SyncTests",
        "pharos beacon resolve": "needs a contest: UpkeepTests", "pharos export slots": "is a table in CSV",
    ]
    /// Importers and exporters of recorded sets, which are not part of the repository; they answer as the others do.
    private static let recorded = ["hulop", "uji", "wrld", "ms", "tetam", "flat", "navcog", "sal", "uji-wifi"]

    /// Who types what; words in braces stand for what came before.
    private static let story = """
        ada: project create Hall
        ada: project rename Museum
        ada: project show
        ada: import simulated --part 1/8
        ada: floor add Upstairs
        ada: floor plan Upstairs {plan}
        ada: floor calibrate Upstairs --scale 0.5 --latitude 48.1 --longitude 11.5
        ada: floor rename Upstairs Gallery
        ada: floor list
        ada: track draw T --floor Gallery 0,0 10,0
        ada: track redraw T 0,0 12,0
        ada: track list
        ada: connector add lift hall:2,2 Gallery:2,0
        ada: connector list
        ada: slot create S1 --floor Gallery --at 1,1 --height 2.5
        ada: slot create S2 --floor Gallery --at 9,1
        ada: slot create S3 --floor Gallery --at 5,1
        ada: slot move S3 --at 5,2
        ada: beacon register S1 {beacon}1 --measured-power -59 --capacity 1000 --since-start
        ada: beacon register S2 {beacon}2 --since-start
        ada: beacon reconfigure S1 --transmit-power -8
        ada: beacon battery S1 --capacity 1000
        ada: beacon forecast
        ada: beacon replace S1 {beacon}4
        ada: beacon revert S1
        ada: beacon replace S1 {beacon}3
        ada: beacon verify S1
        ada: beacon swap S1 S2
        ada: beacon move S2 S3
        ada: beacon retire S3
        ada: beacon list
        ada: beacon health
        ada: beacon health --scans {heard}
        ada: slot list
        ada: walk simulate T --speed 4
        ada: walk record T --source {capture} --speed 4
        ada: walk replay {heard} --track T --speed 4
        ada: walk list
        ada: walk abandon T
        ada: place add Vase --at Gallery:5,1 --text Clay --picture {plan}
        ada: place edit Vase --text Bronze
        ada: place add Mask --at Gallery:7,1 --propose
        ada: place add Coin --at Gallery:8,1 --propose
        ada: place approve Mask
        ada: place reject Coin --reason double
        ada: place list
        ada: place near Gallery:4,0
        ada: place remove Vase
        ada: route --from Mask --to hall:1,1
        ada: spot add Gallery:3,3 --name Gate
        ada: spot list
        ada: spot remove Gate
        ada: region define Door {uuid} --major 1
        ada: region list
        ada: policy scan --from 1970-01-01T00:00:00Z
        ada: policy identity triple
        ada: policy show
        ada: quality
        ada: map {directory}
        ada: export imdf {directory}/venue.zip
        ada: export scans
        ada: export prints
        ada: export slots
        ada: export geojson
        ada: scan --source {capture}
        ada: scan --source {capture} --count
        ada: monitor --source {capture} --region {uuid}
        ada: monitor --plan
        ada: scans simulated --visitors 3
        bob: project create Other
        bob: import scans {scans}
        bob: import slots {slots}
        bob: import geojson {geojson}
        bob: import osm {osm}
        ada: join {link} --name ada
        ada: sync
        ada: status
        ada: publish
        ada: invite
        ada: invite --role device
        eve: join {invitation} --name eve
        eve: pull
        eve: locate {heard}
        eve: locate {scans}
        eve: locate {scans} --score
        eve: notify {heard}
        server: agents
        ada: revoke {agent}
        ada: region remove Door
        ada: connector remove lift hall Gallery
        ada: track erase T
        ada: floor remove Gallery
        ada: import prints {prints}
        ada: log show
        ada: log info
        ada: log verify
        server: status
        server: invite
        server: backup {directory}/backup
        server: verify
        server: revoke {agent} --undo
        """

    @Test("each command's answers have the keys that they had, and each command answers")
    func answers() throws {
        let playground = try Playground()
        let server = try RunningServer(in: playground)
        var words = try Self.files(in: playground)
        words["link"] = try server.invite()
        var shapes: [String: AnswerShape] = [:]
        for line in Self.story.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            let (who, command) = (parts[0].dropLast(), parts[1].replacing("{link}", with: words["link"] ?? ""))
            var arguments = command.split(separator: " ").map { word in
                words.reduce(String(word)) { $0.replacing("{\($1.key)}", with: $1.value) }
            }
            let name = (who == "server" ? "pharosd " : "pharos ") + Self.name(of: arguments, of: String(who))
            arguments += who == "server" ? ["--data", server.data] : ["--home", playground.path + "/" + who]
            let ended = try run(who == "server" ? "pharosd" : "pharos", arguments + ["--json"])
            #expect(ended.status <= 1, "\(line): \(ended.status) \(ended.out.suffix(200)) \(ended.err)")
            for answer in name == "pharos export slots" ? [] : try ended.answers {
                shapes[name, default: AnswerShape()].add(answer)
                if let link = answer["link"]?.text { words["invitation"] = link }
                if answer["name"]?.text == "eve", let agent = answer["agent"]?.text { words["agent"] = agent }
            }
            if name.hasPrefix("pharos export "), let path = words[String(name.dropFirst("pharos export ".count))] {
                try ended.out.write(toFile: path, atomically: true, encoding: .utf8)
            }
        }
        let all = try Self.commands
        #expect(all.count > 70)
        let silent = all.filter { shapes[$0] == nil && Self.apart[$0] == nil && !Self.isRecorded($0) }
        #expect(silent == [], "commands without a golden answer")
        let lines = shapes.sorted { $0.key < $1.key }.flatMap { name, shapes in
            [name] + shapes.lines.map { "  \($0)" }
        }
        let golden = GoldenFile("answers.txt")
        if GoldenFile.isRewriting { try golden.write(lines) }
        #expect(lines.filter { !golden.lines.contains($0) } == [], "answers that are new")
        #expect(golden.lines.filter { !lines.contains($0) } == [], "answers that are missing")
    }

    /// The words of a command's name: one or two.
    private static func name(of arguments: [String], of who: String) -> String {
        let pairs = [
            "project", "import", "floor", "track", "connector", "slot", "beacon", "walk", "place", "spot", "region",
            "policy", "export", "scans", "log",
        ]
        return arguments.prefix(who != "server" && pairs.contains(arguments[0]) ? 2 : 1).joined(separator: " ")
    }

    private static func isRecorded(_ name: String) -> Bool {
        recorded.contains { name == "pharos import \($0)" || name == "pharos scans \($0)" }
    }

    /// Every command that the programs' help names.
    private static var commands: [String] {
        get throws {
            try ["pharos", "pharosd"].flatMap { program in
                try run(program, ["--help"]).out.split(separator: "\n").compactMap { line -> String? in
                    guard line.hasPrefix("  "), !line.hasPrefix("  --") else { return nil }
                    return "\(program) \(line.dropFirst(2).components(separatedBy: "  ")[0])"
                }
            }
        }
    }

    /// The files that the story names, and the words that stand for them.
    private static func files(in playground: Playground) throws -> [String: String] {
        let uuid = "F7826DA6-4FA2-4E98-8024-BC5B71E0893E"
        var words = ["uuid": uuid, "beacon": "ibeacon:\(uuid)/1/", "directory": playground.path]
        for name in ["plan.png", "heard.jsonl", "capture.txt", "plan.osm", "scans", "slots", "geojson", "prints"] {
            words[String(name.prefix { $0 != "." })] = "\(playground.path)/\(name)"
        }
        words["osm"] = "\(playground.path)/plan.osm"
        words["plan"] = "\(playground.path)/plan.png"
        try Playground.plan.write(to: URL(filePath: words["plan"]!))
        let heard = (0..<20).map { second in
            #"{"t":\#(second * 1_000),"walk":"w","readings":[{"id":"ibeacon:\#(uuid)/1/1","rssi":-60},"#
                + #"{"id":"ibeacon:\#(uuid)/1/2","rssi":-70}]}"#
        }
        try (heard.joined(separator: "\n") + "\n").write(toFile: words["heard"]!, atomically: true, encoding: .utf8)
        let digits = uuid.filter { $0 != "-" }
        let bytes = stride(from: 0, to: 32, by: 2).map { offset in
            String(digits.dropFirst(offset).prefix(2))
        }
        let capture = (0..<20).map { second in
            "14200704\(second + 10).000000 > 04 3E 2A 02 01 03 01 26 9B 29 DE 99 EA 1E 02 01 06 1A FF 4C 00 02 15 "
                + bytes.joined(separator: " ") + " 00 01 00 01 C5 BF"
        }
        try capture.joined(separator: "\n").write(toFile: words["capture"]!, atomically: true, encoding: .utf8)
        let osm = """
            <osm version="0.6"><node id="1" lat="48.1" lon="11.5"/><node id="2" lat="48.1" lon="11.5002"/>
            <node id="3" lat="48.1002" lon="11.5002"/><node id="4" lat="48.1002" lon="11.5"/>
            <way id="5"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="1"/>
            <tag k="indoor" v="room"/><tag k="level" v="0"/><tag k="name" v="Room"/></way></osm>
            """
        try osm.write(toFile: words["osm"]!, atomically: true, encoding: .utf8)
        return words
    }
}
