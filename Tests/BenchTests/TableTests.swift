import Foundation
import JSON
import Testing

@Suite("The benchmarks", .enabled(if: hasPostgres, "no PostgreSQL is installed: see tools/setup"))
struct TableTests {
    /// The names that people and scripts know.
    private static let rows = [
        "append-1", "append-100", "ingest-500", "ingest-single-8", "catch-up", "rebuild", "locate",
        "reports", "reports-peer", "sampling", "pull-full", "pull-full-ms", "pull-current", "pull-current-ms",
        "pull-delta", "pull-delta-ms",
        "backlog-memory", "idle-memory",
    ]

    @Test("every row of the table can still be measured, and stands beside its limit")
    func rows() throws {
        let (status, out, err) = try bench(["table", "--tiny", "--json"])
        try #require(status == 0, "\(err)")
        let figures = try out.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(figures.map { $0["name"]?.text } == Self.rows)
        let hasNumpy = !err.contains("numpy")
        for figure in figures {
            let name = try #require(figure["name"]?.text)
            // A thousand connections cost memory; as few as here may fit into what the server holds already.
            let value = try #require(figure["value"]?.double, "\(name)")
            #expect(value > 0 || name == "idle-memory", "\(name)")
            #expect(figure["unit"]?.text?.isEmpty == false, "\(name)")
            // beacontools comes from PyPI, and is left out where it is not there.
            if name == "reports-peer" { continue }
            let alone = ["pull-", "sampling"].contains { name.hasPrefix($0) } || name.hasSuffix("-memory")
            let isCompared = !alone && (name != "locate" || hasNumpy)
            #expect((figure["limit"]?.text != nil) == isCompared, "\(name)")
            let ratio = try figure["limit_value"]?.double.map { try #require(figure["ratio"]?.double) * $0 / value }
            #expect(ratio.map { ($0 - 1).magnitude < 1e-9 } ?? !isCompared, "\(name)")
        }
        let delta = figures.first { $0["name"]?.text == "pull-delta" }?["value"]?.double
        #expect(delta.map { $0 <= 200 } == true, "one replaced beacon costs a device 200 bytes at most")
    }

    @Test("rows are chosen by name, and one that is not there is a mistake that names those that are")
    func choice() throws {
        let one = try bench(["table", "locate", "--tiny", "--json"])
        #expect(one.status == 0 && one.out.split(separator: "\n").count == 1)
        let unknown = try bench(["table", "ingest-5", "--tiny"])
        #expect(unknown.status == 64 && unknown.err.contains("ingest-500"))
    }

    private func bench(_ words: [String]) throws -> (status: Int32, out: String, err: String) {
        let process = Process()
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = folder.appending(path: "pharos-bench")
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        let (out, err) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (out, err)
        try process.run()
        // What is said on stderr fits into a pipe: only stdout can be long.
        let text = out.fileHandleForReading.readDataToEndOfFile()
        let complaint = err.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: complaint, as: UTF8.self)
        )
    }
}

private let hasPostgres = FileManager.default.fileExists(atPath: "/usr/lib/postgresql")
