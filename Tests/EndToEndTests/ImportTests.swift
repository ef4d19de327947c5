import Foundation
import JSON
import TestSupport
import Testing

@Suite("pharos import", .enabled(if: RecordedData.folder != nil, "\(RecordedData.absence)"))
struct ImportTests {
    private let home = Installation()

    private func set(_ name: String) throws -> String { try #require(RecordedData.folder).appending(path: name).path }

    @Test("a dry run says what would be made, and writes nothing")
    func dryRun() throws {
        #expect(try home.pharos("project", "create", "Library").status == 0)
        let before = try home.pharos("log", "info", "--json").out
        let run = try home.pharos("import", "uji", set("uji-ble"), "--only", "A5", "--dry-run", "--json")
        #expect(run.status == 0)
        let made =
            #"{"beacons":24,"events":296,"floors":1,"places":0,"plans":0,"readings":2325,"scans":245,"slots":24,"#
        let notes = #"["89 scans in which nothing was heard are left out.","362 test scans are held back."]"#
        #expect(
            run.out == #"{"dryRun":true,"made":\#(made)"tracks":0,"walks":1},"notes":\#(notes),"part":"1/1","#
                + #""source":"the UJI library","there":0}"# + "\n"
        )
        #expect(try home.pharos("log", "info", "--json").out == before)
    }

    @Test("what is there is not imported again, and the log stays whole")
    func repeated() throws {
        #expect(try home.pharos("project", "create", "Library").status == 0)
        for part in ["2/3", "1/3"] {
            let run = try home.pharos("import", "uji", set("uji-ble"), "--only", "A5", "--part", part)
            #expect(run.status == 0 && run.out.hasPrefix("Imported "))
        }
        let again = try home.pharos("import", "uji", set("uji-ble"), "--only", "A5", "--part", "1/3")
        #expect(again.out == "Nothing new in the UJI library. 137 events were there already.\n")
        let venue = try home.pharos("import", "hulop", set("hulop-samplemap"), "--hold-out")
        #expect(
            venue.out.hasPrefix("Imported 2 floors, 2 plans, 6 tracks, 16 slots, 16 beacons, 4 places, 1 walk, 220")
        )
        #expect(try home.pharos("log", "verify").status == 0)
    }

    @Test("a folder that holds no set, and a part that is none, are told as such")
    func mistakes() throws {
        #expect(try home.pharos("project", "create", "Library").status == 0)
        let absent = try home.pharos("import", "uji", "/nowhere")
        #expect(absent.status == 74 && absent.out.isEmpty)
        #expect(absent.err.contains("/nowhere/dep/lib.csv cannot be opened: No such file or directory."))
        let part = try home.pharos("import", "uji", "/nowhere", "--part", "4/3")
        #expect(part.status == 64)
        #expect(part.err.contains("--part is \"4/3\"; expected a part such as 2/3."))
        let other = try home.pharos("import", "hulop", set("uji-ble"))
        #expect(other.status == 74)
    }

    @Test("test scans come as scan lines, with what has happened to the beacons since")
    func scans() throws {
        let alive = try home.pharos("scans", "uji", set("uji-ble"), "--only", "Bq", "--heard", "3")
        #expect(alive.out.split(separator: "\n").count == 340)
        let changed = try home.pharos(
            "scans",
            "uji",
            set("uji-ble"),
            "--only",
            "Bq",
            "--heard",
            "3",
            "--without",
            "name:23",
            "--as",
            "name:24=name:new"
        )
        #expect(changed.out.split(separator: "\n").count == 340)
        #expect(alive.out.contains("\"name:23\"") && alive.out.contains("\"name:24\""))
        #expect(!changed.out.contains("\"name:23\"") && !changed.out.contains("\"name:24\""))
        #expect(changed.out.contains("\"name:new\""))
    }
}

@Suite("pharos import simulated")
struct ImportSimulatedTests {
    @Test("a hall is imported in parts, and its visitors are the same every time")
    func hall() throws {
        let home = Installation()
        #expect(try home.pharos("project", "create", "Hall").status == 0)
        for part in 1...3 {
            let run = try home.pharos("import", "simulated", "--part", "\(part)/3")
            #expect(run.status == 0)
            #expect(run.out.contains("6 walks"))
        }
        #expect(try home.pharos("floor", "list").out.contains("hall"))
        let visitors = try home.pharos("scans", "simulated", "--visitors", "20")
        #expect(visitors.out.split(separator: "\n").count == 20)
        #expect(try home.pharos("scans", "simulated", "--visitors", "20").out == visitors.out)
    }
}
