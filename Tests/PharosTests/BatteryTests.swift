import Foundation
import JSON
import Testing

@Suite("Batteries")
struct BatteryTests {
    /// Ten seconds of an iBeacon that also tells 2,840 mV (0B18), as `hcidump -R -t` writes them.
    private static let dump = (0..<20).map { turn in
        let time = "14200704\(String(100 + turn / 2).dropFirst()).\(turn.isMultiple(of: 2) ? 0 : 5)00000"
        let frame =
            turn.isMultiple(of: 2)
            ? """
             > 04 3E 2A 02 01 03 00 26 9B 29 DE 99 EA 1E 02 01 06 1A FF 4C
              00 02 15 DA F2 46 CE 83 63 11 E4 B1 16 12 3B 93 F7 5C BA 00
              00 00 01 C2 BF
            """
            : """
             > 04 3E 25 02 01 03 00 26 9B 29 DE 99 EA 19 02 01 06 03 03 AA
              FE 11 16 AA FE 20 00 0B 18 15 80 00 00 00 01 00 00 00 02 BF
            """
        return time + frame + "\n"
    }
    .joined()

    @Test("what a beacon told on a walk is there to forecast from, until its battery is fresh")
    func forecast() throws {
        let playground = try Playground()
        let ana = Surveyor("ana", in: playground)
        try ana.tell("project", "create", "Hall")
        try ana.tell("floor", "add", "hall")
        try ana.tell("track", "draw", "aisle", "--floor", "hall", "0,0", "5,0")
        try ana.tell("slot", "create", "C2", "--floor", "hall")
        let identity = "ibeacon:DAF246CE-8363-11E4-B116-123B93F75CBA/0/1"
        try ana.tell("beacon", "register", "C2", identity, "--capacity", "220", "--current", "49")
        let file = playground.path + "/dump.txt"
        try Self.dump.write(toFile: file, atomically: true, encoding: .utf8)
        try ana.tell("walk", "record", "aisle", "--source", file)
        try ana.tell("walk", "record", "aisle", "--source", file)
        let told = try ana.tell("beacon", "forecast")
        #expect(told.integer("voltage") == 2_840)
        #expect(told.integer("observations") == 2)
        #expect(told["daysLeft"]?.isNull == true, "two walks in a minute are no trend")
        #expect(told["nominalDays"]?.double == 187.07)
        #expect(told["due"] == .bool(false))
        #expect(try ana.type("beacon", "forecast", "C2").out.contains("2840 mV"))
        #expect(try ana.type("beacon", "forecast", "--within", "200d").status == 0, "a nominal life is no trend")
        try ana.tell("beacon", "battery", "C2", "--capacity", "1000")
        let fresh = try ana.tell("beacon", "forecast", "C2")
        #expect(fresh.integer("observations") == 0)
        #expect(fresh["voltage"]?.isNull == true)
        #expect(fresh["nominalDays"]?.double == 850.34)
    }
}
