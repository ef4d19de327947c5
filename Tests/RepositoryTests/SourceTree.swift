import Foundation

/// The package's own sources, as text, for the rules that no compiler checks.
struct SourceTree {
    let root: URL

    init(from file: String = #filePath) {
        root = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    /// A Swift file: its path within the package, and its lines.
    struct File {
        let path: String
        let lines: [String]

        /// `Sources/Venue/…` is of module `Venue`.
        var module: String { String(path.split(separator: "/")[1]) }
    }

    /// Every Swift file below a folder of the package, sorted by path.
    func swiftFiles(below folder: String) throws -> [File] {
        let base = root.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path)
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            let text = try String(contentsOf: base.appending(path: path), encoding: .utf8)
            return File(path: "\(folder)/\(path)", lines: text.components(separatedBy: "\n"))
        }
    }
}
