public import Crypto
public import Wire

/// Why a link could not be made, or carries no more.
public enum LinkError: Error, Hashable, Sendable {
    /// The secure connection could not be made, or broke.
    case connection(CryptoError)
    /// What arrived is no message; the link still sends, so that the other side can be told.
    case unreadable(FrameError)
    /// A message does not fit into a frame; nothing of it was sent.
    case unsendable(FrameError)
    /// The link was closed on this side.
    case closed
    /// The task that waited was cancelled.
    case cancelled
}

extension LinkError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .connection(let error): error.description
        case .unreadable(let error): "The other side does not keep to the protocol: \(error)"
        case .unsendable(let error): "A message could not be sent: \(error)"
        case .closed: "The link is closed."
        case .cancelled: "Waiting for the link was cancelled."
        }
    }

    /// What a person can do about it; nil where only a fix of the program helps.
    public var recovery: String? {
        switch self {
        case .connection(let error): error.recovery
        case .unreadable: "Check that both sides are up to date."
        case .unsendable, .closed, .cancelled: nil
        }
    }
}
