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

    /// Where a set lies, such as `uji-ble`.
    public func path(of set: String) -> String { "\(path)/\(set)" }
}
