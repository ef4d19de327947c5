public import EventLoop
public import Survey

/// What people see of a sync while it goes on.
public enum SyncNotice: Hashable, Sendable {
    case connected(Endpoint)
    /// The connection could not be made, or was lost; it is tried again after so many milliseconds.
    case disconnected(reason: String, retryIn: Int64)
    /// Everything was delivered and pulled.
    case inStep(SyncReport)
    /// A stream went on elsewhere after this sequence, and waits for `pharos recover`.
    case forked(Incarnation, lastCommon: UInt64)
    case recovered(Incarnation, lastCommon: UInt64)
    /// The server was restored: what it lost beyond this position is aside, own events are pushed again.
    case rewound(to: UInt64)
    case pushingAgain(Incarnation, after: UInt64)
    /// The server threw a plan away, since it arrived with another hash.
    case blobCorrupted(Digest)
}
