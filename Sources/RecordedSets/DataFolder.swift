import FoundationEssentials

/// Where recorded sets lie: they are others' work and never part of this package.
public struct DataFolder: Sendable {
    private let path: String

    /// The folder that `PHAROS_DATA` names, else `shared/data` beside one of the folders above `start`; nil without.
    public init?(environment: [String: String], from start: String) {
        let files = FileManager.default
        if let given = environment["PHAROS_DATA"], !given.isEmpty {
            guard files.fileExists(atPath: given) else { return nil }
            path = given
            return
        }
        var folder = start[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            let candidate = folder + "/shared/data"
            if files.fileExists(atPath: String(candidate)) {
                path = String(candidate)
                return
            }
        }
        return nil
    }

    /// The text of a file, such as `uji-ble/rss/lib_rss.csv`.
    ///
    /// - Throws: ``RecordedSetError/unreadable(_:)``.
    func text(_ file: String) throws(RecordedSetError) -> String {
        do {
            return try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
        } catch {
            throw .unreadable("\(path)/\(file)")
        }
    }
}

/// Why a recorded set cannot be used.
public enum RecordedSetError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(String)
    /// The file is not in the form that its provenance states.
    case unexpected(file: String)

    public var description: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read."
        case .unexpected(let file): "\(file) is not in the form that its PROVENANCE.md states."
        }
    }
}
