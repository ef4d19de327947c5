import Foundation

/// One run of a program that the build put beside the tests: what it wrote, and how it ended.
struct ProgramRun {
    let status: Int32
    let out: String
    let err: String

    /// Runs a program to its end, with nothing on its standard input and without anybody's own installation.
    init(_ program: String, _ words: [String]) throws {
        let process = Process()
        process.executableURL = Self.folder.appending(path: program)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PHAROS_") }
        process.standardInput = FileHandle.nullDevice
        let scratch = FileManager.default.temporaryDirectory.appending(path: "pharos-run-\(UUID())")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }  // it lies in the temporary folder
        let (out, err) = (scratch.appending(path: "out"), scratch.appending(path: "err"))
        for file in [out, err] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: out)
        process.standardError = try FileHandle(forWritingTo: err)
        try process.run()
        process.waitUntilExit()
        status = process.terminationStatus
        self.out = try String(contentsOf: out, encoding: .utf8)
        self.err = try String(contentsOf: err, encoding: .utf8)
    }

    /// Where the build puts programs.
    static let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
}

/// An installation in a folder that goes away with it.
final class Installation: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appending(path: "pharos-home-\(UUID())").path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }  // it lies in the temporary folder

    /// Runs `pharos` in this installation.
    func pharos(_ words: String...) throws -> ProgramRun { try ProgramRun("pharos", words + ["--home", path]) }
}
