public import Fingerprints
public import Sync

/// Why a device could not do what it was asked for.
public enum DeviceError: Error, Hashable, Sendable {
    /// Nothing was downloaded yet.
    case noRelease(path: String)
    /// What is on disk is not what was downloaded: neither the release in use nor the one before can be read.
    case damaged(path: String)
    case cannotWrite(path: String, reason: String)
    case cannotRead(path: String, reason: String)
    /// A release was offered that must not be taken; the one in use stays.
    case refusedRelease(ReleaseError)
    /// The server's own copy of a part is gone.
    case missingContent(BlockName)
    /// The server did not let the device in, or does not do what it asked for.
    case refused(Refusal)
    /// The connection ended before the answer was there.
    case interrupted(String)
    /// The server answered something else than what was asked.
    case unexpectedAnswer
}

extension DeviceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noRelease(let path): "No release was downloaded to \(path) yet."
        case .damaged(let path): "The releases in \(path) are damaged."
        case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)."
        case .cannotRead(let path, let reason): "\(path) cannot be read: \(reason)."
        case .refusedRelease(let error): "\(error)"
        case .missingContent(let name): "The server lacks the block \(name) of its newest release."
        case .refused(let refusal): "The server refused: \(refusal)."
        case .interrupted(let what): "The download was interrupted: \(what)"
        case .unexpectedAnswer: "The server answered something that was not asked for."
        }
    }

    /// What a person can do about it; nil where only a fix of the program helps.
    public var recovery: String? {
        switch self {
        case .noRelease: "Connect and run pharos pull."
        case .damaged(let path): "Remove the directory \(path) and run pharos pull."
        case .cannotWrite(let path, _): "Check that the disk of \(path) has room and that you may write to it."
        case .cannotRead(let path, _): "Check that you may read \(path)."
        case .refusedRelease(let error): error.recovery ?? "The release in use stays; try again later."
        case .missingContent: "Ask the venue's admin to publish again."
        case .refused: "Ask the venue for a new join link."
        case .interrupted:
            "Run pharos pull again: it goes on where it stopped. What was downloaded before stays in use."
        case .unexpectedAnswer: nil
        }
    }
}
