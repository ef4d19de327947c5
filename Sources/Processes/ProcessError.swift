/// Why something about other programs could not be done.
public enum ProcessError: Error, Hashable, Sendable {
    /// A program is not there, or may not be started.
    case cannotStart(program: String, reason: String)
    /// A folder cannot be watched.
    case cannotWatch(folder: String, reason: String)

    /// What a person can do about it.
    public var recovery: String? {
        switch self {
        case .cannotStart: "Check that it was built or installed, and that you may run it."
        case .cannotWatch: "Check that the folder is there and that you may read it."
        }
    }
}

extension ProcessError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cannotStart(let program, let reason): "\(program) cannot be started: \(reason)."
        case .cannotWatch(let folder, let reason): "The folder \(folder) cannot be watched: \(reason)."
        }
    }
}
