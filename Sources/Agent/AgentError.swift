/// Why an agent could not do what it was asked for.
public enum AgentError: Error, Hashable, Sendable {
    /// The key in the directory is not the one that its log was written with.
    case otherKey(path: String)
}

extension AgentError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .otherKey(let path): "The key in \(path) is not the one that its log belongs to."
        }
    }

    /// What a person can do about it; nil where only a fix of the program helps.
    public var recovery: String? {
        switch self {
        case .otherKey(let path): "Put the file \(path)/key back that belongs to this log."
        }
    }
}
