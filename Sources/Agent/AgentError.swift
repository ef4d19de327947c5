public import Sync

/// Why an agent could not do what it was asked for.
public enum AgentError: Error, Hashable, Sendable {
    /// The key in the directory is not the one that its log was written with.
    case otherKey(path: String)
    /// The installation has joined no server.
    case notJoined(path: String)
    /// What is kept of the server cannot be read.
    case damagedMembership(path: String)
    /// The server's answers belong to another project than the log.
    case otherProject(path: String)
    /// The session with the server ended before its work was done.
    case ended(CloseReason)
    /// The server closed the connection before the work was done.
    case hungUp
    /// The server refused a request.
    case refused(Sync.Refusal)
}

extension AgentError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .otherKey(let path): "The key in \(path) is not the one that its log belongs to."
        case .notJoined(let path): "The installation in \(path) has joined no server."
        case .damagedMembership(let path): "\(path) cannot be read."
        case .otherProject(let path): "The log in \(path) belongs to another project than its server's settings."
        case .ended(.refused(let refusal)), .refused(let refusal): refusal.sentence
        case .ended(.timedOut(let what)): "The server did not answer \(what) in time."
        case .ended(.protocolViolation(let what)): "The server does not keep to the protocol: \(what)"
        case .ended(.overloaded(let what)): "Too much was asked for at once: \(what)"
        case .ended(.startAgain): "The session had to begin anew too often."
        case .hungUp: "The server closed the connection."
        }
    }

    /// What a person can do about it; nil where only a fix of the program helps.
    public var recovery: String? {
        switch self {
        case .otherKey(let path): "Put the file \(path)/key back that belongs to this log."
        case .notJoined: "Ask an admin for a join link, and open it with pharos join LINK."
        case .damagedMembership(let path): "Remove \(path), and join again with a new link: the log goes on."
        case .otherProject(let path): "Remove \(path)/server, and join with a link for the log's project."
        case .ended(.refused(let refusal)), .refused(let refusal): refusal.remedy
        case .ended(.timedOut), .hungUp: "Check the network and the server, then sync again: what was stored is kept."
        case .ended(.protocolViolation): "Check that both sides are up to date."
        case .ended(.startAgain): "Sync again."
        case .ended(.overloaded): nil
        }
    }

    /// Whether the server understood what was asked for, and said that it cannot be done as things stand.
    public var isImpossible: Bool {
        switch self {
        case .ended(.refused(let refusal)), .refused(let refusal):
            if case .impossible = refusal { true } else { false }
        default: false
        }
    }

    /// Whether the server said that this agent may not do this.
    public var isRefusal: Bool {
        switch self {
        case .ended(.refused(let refusal)), .refused(let refusal):
            switch refusal {
            case .invalidCode, .expiredCode, .unknownAgent, .badSignature, .revoked, .notAllowed, .otherProject: true
            default: false
            }
        default: false
        }
    }
}

extension Sync.Refusal {
    /// What a person reads of a refusal.
    var sentence: String {
        switch self {
        case .invalidCode: "The server does not know this join link, or somebody else has used it."
        case .expiredCode: "The join link has expired."
        case .otherProject: "The join link is for another project than this installation's log."
        case .unknownAgent: "The server does not know this installation's key."
        case .badSignature: "The server does not accept this installation's signature."
        case .revoked: "An admin has revoked this installation's access."
        case .upgradeNeeded(let minimum): "The server speaks version \(minimum) of the protocol and later."
        case .notAllowed: "This installation's role does not allow that."
        case .retryAfter(let milliseconds): "The server is busy; it asks to try again in \(milliseconds) ms."
        case .historyChanged: "The server was restored from a backup."
        case .protocolViolation(let what): "The server says that this program does not keep to the protocol: \(what)"
        case .impossible(let why): "The server cannot do that as things stand: \(why)"
        }
    }

    /// What a person can do about it.
    var remedy: String? {
        switch self {
        case .invalidCode, .expiredCode: "Ask an admin for a new link."
        case .otherProject: "Join from another directory (--home), or ask for a link to this log's project."
        case .unknownAgent: "Join with a link from an admin; the log stays and is delivered then."
        case .badSignature: "Check that the directory's key is its own."
        case .revoked: "Ask an admin to undo it (pharos revoke --undo): this log stays, and is delivered then."
        case .upgradeNeeded: "Install a newer version; what is recorded meanwhile is kept."
        case .notAllowed: "Ask an admin."
        case .retryAfter, .historyChanged: "Sync again."
        case .protocolViolation: "Check that both sides are up to date."
        case .impossible: nil
        }
    }
}
