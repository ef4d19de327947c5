import Foundation
import JSON
import Testing

/// What a program that ended left behind.
struct Ended {
    let status: Int32
    let out: String
    let err: String

    /// The answer's lines, each a JSON object.
    var answers: [JSONValue] {
        get throws { try out.split(separator: "\n").map { try JSONValue(parsing: String($0)) } }
    }

    /// The only answer.
    var answer: JSONValue {
        get throws { try #require(try answers.first) }
    }
}

/// A directory that goes away with the test.
final class Playground: Sendable {
    let path = NSTemporaryDirectory() + "pharos-e2e-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }  // what is not there needs no removal

    /// A grey picture of 8 × 8 pixels: a plan.
    static let plan = Data(
        base64Encoded: """
            iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR4nGM4AQUMlDEACLEyAaio5RMAAAAASUVORK5CYII=
            """
    )!
}

/// A program that the build put beside this test.
func program(_ name: String, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PHAROS_") }
    process.standardInput = FileHandle.nullDevice
    return process
}

/// Runs a program to its end.
func run(_ name: String, _ arguments: [String], input: String? = nil) throws -> Ended {
    let process = program(name, arguments)
    let (out, err) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (out, err)
    if let input {
        let pipe = Pipe()
        process.standardInput = pipe
        try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try pipe.fileHandleForWriting.close()
    }
    try process.run()
    // What is said on stderr fits into a pipe: only stdout can be long.
    let text = out.fileHandleForReading.readDataToEndOfFile()
    let complaint = err.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ended(
        status: process.terminationStatus,
        out: String(decoding: text, as: UTF8.self),
        err: String(decoding: complaint, as: UTF8.self)
    )
}

/// An installation, and the person who types there.
struct Surveyor {
    let home: String

    init(_ name: String, in playground: Playground) { home = playground.path + "/" + name }

    /// Types a command, whatever comes of it.
    @discardableResult
    func type(_ words: String..., input: String? = nil) throws -> Ended {
        try run("pharos", words + ["--home", home], input: input)
    }

    /// Types a command that has to succeed; returns its answer.
    @discardableResult
    func tell(_ words: String...) throws -> JSONValue {
        let ended = try run("pharos", words + ["--home", home, "--json"])
        try #require(ended.status == 0, "\(words): \(ended.err)")
        return try ended.answer
    }

    /// Starts a command and lets it run, unheard.
    func start(_ words: String...) throws -> Process {
        let process = program("pharos", words + ["--home", home])
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        return process
    }

    /// The installation's identifier.
    var id: String {
        get throws { try #require(try tell("log", "info")["agent"]?.text) }
    }

    /// Copies the whole installation.
    func clone(to other: Surveyor) throws { try FileManager.default.copyItem(atPath: home, toPath: other.home) }

    /// Copies the database's directory, with or without the sidecar, over what is there.
    func copy(_ parts: [String], to directory: String) throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        for part in parts {
            try? FileManager.default.removeItem(atPath: directory + "/" + part)  // there may be none yet
            try FileManager.default.copyItem(atPath: home + "/" + part, toPath: directory + "/" + part)
        }
    }

    func restore(_ parts: [String], from directory: String) throws {
        for part in parts {
            try FileManager.default.removeItem(atPath: home + "/" + part)
            try FileManager.default.copyItem(atPath: directory + "/" + part, toPath: home + "/" + part)
        }
    }
}

extension JSONValue {
    func integer(_ key: String) -> Int64? { self[key]?.integer }
}
