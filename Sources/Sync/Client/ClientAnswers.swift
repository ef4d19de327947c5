public import Survey

/// What a person or a device asks of the server, one after the other.
public enum ClientRequest: Hashable, Sendable {
    case checkRelease(HeldRelease?)
    case showManifest([UInt8])
    case publish
    case invite(Invitation)
    case revoke(AgentID, undo: Bool)

    var message: ClientMessage {
        switch self {
        case .checkRelease(let held): .checkRelease(held)
        case .showManifest(let manifest): .showManifest(manifest)
        case .publish: .publish
        case .invite(let invitation): .invite(invitation)
        case .revoke(let agent, let undo): .revoke(agent: agent, undo: undo)
        }
    }
}

/// What came of a ``ClientRequest``.
public enum ClientAnswer: Hashable, Sendable {
    case release(ReleaseAnswer)
    case published(release: UInt64, matching: MatchingChoice?)
    case invited(link: String)
    case revoked(AgentID, undone: Bool)
    case refused(Refusal)
}

/// What people should see of a session.
public enum ClientNotice: Hashable, Sendable {
    /// The server let the agent in; its clock is so many milliseconds ahead of the agent's.
    case welcomed(Role, clockAhead: Int64)
    /// A lane was pulled up to where the project stood at Welcome.
    case caughtUp(Lane)
    /// Every event of the log is on the server.
    case delivered
    /// A stream went on elsewhere after this sequence: the log was restored or copied, and waits for recovery.
    case forked(Incarnation, lastCommon: UInt64)
    /// The stream was closed and its later events were copied.
    case recovered(Incarnation, lastCommon: UInt64)
    /// The server was restored from a backup: what it lost beyond this position went aside.
    case rewound(to: UInt64)
    /// The server lost events of a stream beyond this sequence, and gets them again.
    case pushingAgain(Incarnation, after: UInt64)
    /// The server lacks blobs that events name; one that was safe may be among them.
    case lacksBlobs
    /// The server holds the whole of a blob.
    case blobSafe(Digest)
    /// No stored event names the blob, or not yet.
    case blobNotWanted(Digest)
    /// The server threw a blob away, since its bytes have another hash.
    case blobCorrupted(Digest)
    /// Fetched content is complete.
    case fetched(ContentReference)
    /// The server does not have content that was asked for.
    case missing(ContentReference)
    /// Fetched content had another hash and was thrown away.
    case fetchedCorrupted(ContentReference)
}

/// Why a session ended.
public enum CloseReason: Hashable, Sendable {
    /// The log changed in a way that only another Hello can tell: connect again at once.
    case startAgain
    case refused(Refusal)
    /// The server did not answer in time.
    case timedOut(String)
    /// The server broke the protocol.
    case protocolViolation(String)
    /// Whoever started the session asked for too much at once.
    case overloaded(String)
}
