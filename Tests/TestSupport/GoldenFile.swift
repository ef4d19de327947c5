import Foundation

/// A committed file that a test compares with; `tools/golden` rewrites it, and a person reads the diff.
public struct GoldenFile {
    private let url: URL

    /// The file `Golden/<name>` beside the test that names it.
    public init(_ name: String, besideTest path: String = #filePath) {
        url = URL(fileURLWithPath: path).deletingLastPathComponent().appending(path: "Golden/\(name)")
    }

    /// Whether `tools/golden` asked for new files.
    public static var isRewriting: Bool { ProcessInfo.processInfo.environment["PHAROS_GOLDEN"] == "rewrite" }

    /// The lines of the file; empty where there is none yet.
    public var lines: [String] {
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").map(String.init)
    }

    /// Replaces the file.
    public func write(_ lines: [String]) throws {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: url)
    }
}
