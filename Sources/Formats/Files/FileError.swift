import Glibc

/// Why a file could not be read or written.
public enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
    case cannotOpen(path: String, reason: String)
    case cannotRead(path: String, reason: String)
    case cannotWrite(path: String, reason: String)
    /// The file holds more bytes than anything of its kind has.
    case tooLarge(path: String, limit: Int)
    /// A compressed file that is cut off, or that is not what its first bytes say.
    case damaged(path: String)

    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason): "\(path) cannot be opened: \(reason)."
        case .cannotRead(let path, let reason): "\(path) cannot be read: \(reason)."
        case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)."
        case .tooLarge(let path, let limit): "\(path) has more than \(limit) bytes."
        case .damaged(let path): "\(path) is damaged: its compressed content cannot be read to the end."
        }
    }

    /// What a person can do about it.
    public var recovery: String? {
        switch self {
        case .cannotOpen(let path, _): "Check that \(path) exists and that you may read it."
        case .cannotRead(let path, _): "Check that \(path) is a file, and that its disk is sound."
        case .cannotWrite(let path, _): "Check that you may write to \(path), and that its disk has room."
        case .tooLarge: "Check that this is the file you mean."
        case .damaged: "Fetch the file again."
        }
    }

    /// The system's words for an error number.
    static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
