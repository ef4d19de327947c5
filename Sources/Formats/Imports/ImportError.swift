public import JSON
public import Pictures

/// Why a recorded set cannot be imported.
public enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file is not in the format of its kind.
    case malformed(path: String, line: Int?, reason: String)
    /// A file should be JSON and is not.
    case notJSON(path: String, JSONError)
    /// A plan that is no picture we take.
    case plan(path: String, PNGError)
    /// What was asked for is not in the set.
    case nothingSelected(String)

    public var description: String {
        switch self {
        case .malformed(let path, let line, let reason): "\(path)\(line.map { ", line \($0)" } ?? ""): \(reason)"
        case .notJSON(let path, let error): "\(path): \(error)"
        case .plan(let path, let error): "\(path): \(error)"
        case .nothingSelected(let wish): "Nothing to import: \(wish)"
        }
    }

    /// What a person can do about it.
    public var recovery: String? {
        switch self {
        case .malformed, .notJSON, .plan: "Check that the folder holds the set as it was published."
        case .nothingSelected: "Run it without --only, or with --dry-run, to see what the set holds."
        }
    }
}
