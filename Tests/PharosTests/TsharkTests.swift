import Foundation
import JSON
import Radio
import TestSupport
import Testing

@Suite(
    "What tshark says of the same capture",
    .enabled(if: Tshark.path != nil, "tshark is not installed: tools/setup --all")
)
struct TsharkTests {
    @Test("a generated capture has the same fields in both, frame by frame", arguments: Seed.forThisRun(3))
    func generated(seed: Seed) throws {
        let playground = try Playground()
        var random = SeededGenerator(seed)
        let file = playground.path + "/generated.btsnoop"
        let packets = (0..<400).map { _ in Self.event(using: &random) }
        let bytes =
            BTSnoopWriter.header
            + packets.enumerated().flatMap { index, packet in
                BTSnoopWriter.record(of: packet, at: 1_700_000_000_000_000 + Int64(index) * 1_000)
            }
        try Data(bytes).write(to: URL(filePath: file))
        let ours = try run("pharos", ["scan", "--source", file, "--json"]).answers.map(Self.row)
        let theirs = try Tshark.rows(of: file)
        #expect(ours.count > 300)
        #expect(ours == theirs)
    }

    /// A report of one frame of each kind in turn; more than 31 bytes come as an extended one.
    private static func event(using random: inout SeededGenerator) -> [UInt8] {
        let power = UInt8(bitPattern: Int8.random(in: -90 ... -30, using: &random))
        let data: [UInt8] =
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1: [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + random.bytes(20) + [power]
            case 2: [0x1B, 0xFF, 0x18, 0x01, 0xBE, 0xAC] + random.bytes(20) + [power] + random.bytes(1)
            case 3: [0x03, 0x03, 0xAA, 0xFE, 0x17, 0x16, 0xAA, 0xFE, 0x00, power] + random.bytes(16) + [0, 0]
            default:
                [0x03, 0x03, 0xAA, 0xFE, 0x11, 0x16, 0xAA, 0xFE, 0x20, 0x00, 0x0B, 0x18] + random.bytes(10)
            }
        let address = random.bytes(6)
        let rssi = UInt8(bitPattern: Int8.random(in: -100 ... -30, using: &random))
        let isExtended = Bool.random(using: &random)
        let event: [UInt8] =
            isExtended
            ? [0x0D, 1, 0x10, 0, 0] + address + [1, 0, 0xFF, 127, rssi, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(data.count)]
                + data
            : [0x02, 1, 3, 0] + address + [UInt8(data.count)] + data + [rssi]
        return [0x04, 0x3E, UInt8(event.count)] + event
    }

    /// The fields that both know, as text.
    private static func row(_ line: JSONValue) -> [String] {
        let common = [line["mac"]?.text?.lowercased() ?? "", "\(line.integer("rssi") ?? 0)"]
        func digits(_ key: String) -> String {
            (line[key]?.text ?? "").lowercased().filter { $0.isHexDigit }
        }
        switch line["kind"]?.text {
        case "ibeacon":
            return common + [
                "ibeacon", digits("uuid"), "\(line.integer("major") ?? -1)", "\(line.integer("minor") ?? -1)",
            ]
        case "altbeacon":
            let id = String((line["id"]?.text ?? "").dropFirst("altbeacon:".count)).lowercased()
            return common + ["altbeacon", id, "\(line.integer("power") ?? 0)", "\(line.integer("reserved") ?? -1)"]
        case "eddystone-uid":
            let id = String((line["id"]?.text ?? "").dropFirst("eddystone:".count)).lowercased()
            let power = UInt8(truncatingIfNeeded: (line.integer("power") ?? 0) + 41)
            return common + ["eddystone", "00" + hexadecimal(power) + id.filter(\.isHexDigit) + "0000"]
        case "eddystone-tlm":
            let battery = UInt16(truncatingIfNeeded: line.integer("battery") ?? 0)
            // −128 °C is how a beacon says that it has no thermometer.
            let temperature = line["temperature"]?.double.map { UInt16(bitPattern: Int16($0 * 256)) } ?? 0x8000
            let count = UInt32(truncatingIfNeeded: line.integer("advertisements") ?? 0)
            let uptime = UInt32(truncatingIfNeeded: (line.integer("uptime") ?? 0) / 100)
            return common + [
                "eddystone",
                "2000" + hexadecimal(battery) + hexadecimal(temperature) + hexadecimal(count) + hexadecimal(uptime),
            ]
        default: return common + ["other"]
        }
    }

    private static func hexadecimal<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: Value.bitWidth / 4 - digits.count) + digits
    }
}

/// The judge: Wireshark without its windows.
private enum Tshark {
    static let path: String? = ["/usr/bin/tshark", "/usr/local/bin/tshark"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Its dissector of AltBeacon has to be told whose manufacturer data it is for; the one of iBeacon (4.0) begins two
    /// bytes early, so the data that it shows is cut by hand.
    private static let dissector = ["-d", "btcommon.eir_ad.manufacturer_company_id==280,alt_beacon"]

    private static let fields = [
        "bthci_evt.bd_addr", "bthci_evt.rssi", "btcommon.eir_ad.entry.data", "bluetooth.alt_beacon.id",
        "bluetooth.alt_beacon.reference_rssi", "bluetooth.alt_beacon.manufacturer_data",
        "btcommon.eir_ad.entry.service_data",
    ]

    /// A row for each packet of a capture, in the words of our test.
    static func rows(of file: String) throws -> [[String]] {
        let process = Process()
        process.executableURL = URL(filePath: path ?? "")
        process.arguments = dissector + ["-r", file, "-T", "fields"] + fields.flatMap { ["-e", $0] }
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map { line in
            let found = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map { $0.replacingOccurrences(of: ":", with: "") }
            let mac = line.prefix { $0 != "\t" }.lowercased()
            func number(_ digits: Substring) -> String { "\(UInt64(digits, radix: 16) ?? 0)" }
            let common = [mac, found[1]]
            if found[2].hasPrefix("0215"), found[2].count == 46 {
                let data = Array(found[2])
                func part(_ range: Range<Int>) -> Substring { Substring(String(data[range])) }
                return common + ["ibeacon", String(part(4..<36)), number(part(36..<40)), number(part(40..<44))]
            }
            if !found[3].isEmpty { return common + ["altbeacon", found[3], found[4], number(found[5].dropFirst(2))] }
            if !found[6].isEmpty { return common + ["eddystone", found[6]] }
            return common + ["other"]
        }
    }
}
