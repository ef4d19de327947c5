public import Foundation

/// The recordings by others that tests read and nobody commits.
public enum RecordedData {
    /// The folder of the recordings: `PHAROS_DATA`, else `../shared/data` beside the package; nil where there is none.
    public static let folder: URL? = {
        if let given = ProcessInfo.processInfo.environment["PHAROS_DATA"] { return existing(URL(filePath: given)) }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var parent = package.deletingLastPathComponent()
        while parent.path != "/" {
            if let found = existing(parent.appending(path: "shared/data")) { return found }
            parent = parent.deletingLastPathComponent()
        }
        return nil
    }()

    /// What a skipped test says.
    public static let absence = "the recordings are not beside the package: set PHAROS_DATA"

    /// The text of one recorded file.
    public static func text(_ path: String) throws -> String {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    private static func existing(_ url: URL) -> URL? {
        FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
}
