import Formats
import Foundation
import JSON
import Survey
import TestSupport
import Testing

@Suite("JSON lines")
struct JSONLinesTests {
    @Test("a stream cut anywhere gives the same lines", arguments: Seed.forThisRun(50))
    func pieces(seed: Seed) throws {
        var random = SeededGenerator(seed)
        let text = Array("{\"a\":1}\n\n  \r\n[2]\r\n{bad\n\"ü\"".utf8)
        var lines = JSONLines()
        var found: [JSONLines.Element] = []
        var rest = text[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...rest.count, using: &random)
            found += lines.feed(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        if let last = lines.finish() { found.append(last) }
        #expect(found.map(\.line) == [1, 4, 5, 6])
        #expect(try found[0].document.get() == ["a": 1])
        #expect(try found[1].document.get() == [2])
        #expect(throws: ScanLineError.self) { try found[2].document.get() }
        #expect(try found[3].document.get() == "ü")
    }

    @Test("a line without end costs no memory and spoils only itself")
    func tooLong() throws {
        var lines = JSONLines()
        let piece = Array(repeating: UInt8(ascii: "x"), count: 100_000)
        var found: [JSONLines.Element] = []
        for _ in 0..<30 { found += lines.feed(piece) }
        found += lines.feed(Array("\n1\n".utf8))
        #expect(throws: ScanLineError(line: 1, problem: .tooLong)) { try found[0].document.get() }
        #expect(try found[1].document.get() == 1)
    }

    @Test("a file's scans come one by one, and a bad line between them is told and passed")
    func file() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "scans-\(UUID()).jsonl").path
        defer { try? FileManager.default.removeItem(atPath: path) }  // it lies in the temporary folder
        let good = #"{"t":1,"readings":[]}"#
        try "\(good)\n{\n\(good)".write(toFile: path, atomically: true, encoding: .utf8)
        var reader = try ScanReader(path: path)
        let scan = ScanLine(time: Timestamp(milliseconds: 1), readings: [])
        let first = try reader.next()
        #expect(first == .success(scan))
        let second = try reader.next()
        #expect(second == .failure(ScanLineError(line: 2, problem: .notJSON(.unexpectedEnd))))
        let third = try reader.next()
        #expect(third == .success(scan))
        let end = try reader.next()
        #expect(end == nil)
        #expect(throws: ScanLineError.self) { try ScanReader.scans(in: path) }
    }

    @Test("a file that is not there, and one that is a folder, are told as such")
    func missing() throws {
        #expect(throws: FileError.cannotOpen(path: "/nowhere", reason: "No such file or directory")) {
            _ = try ScanReader(path: "/nowhere")
        }
        #expect(throws: FileError.cannotRead(path: "/", reason: "Is a directory")) {
            var reader = try ScanReader(path: "/")
            _ = try reader.next()
        }
    }
}
