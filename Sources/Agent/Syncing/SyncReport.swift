public import Survey
public import Sync

/// What a sync did.
public struct SyncReport: Hashable, Sendable {
    /// What the server lets this agent do, as of its last Welcome; nil where it never came to that.
    public internal(set) var role: Role?
    /// Own events that the server acknowledged.
    public internal(set) var pushed: UInt64 = 0
    /// Events of others that were pulled.
    public internal(set) var pulled: UInt64 = 0
    /// Own events whose place and time came back.
    public internal(set) var confirmed: UInt64 = 0
    /// Plans and pictures brought to the server.
    public internal(set) var blobsSent = 0
    /// Plans and pictures fetched.
    public internal(set) var blobsFetched = 0
    /// Plans and pictures that neither side could make complete.
    public internal(set) var blobsMissing = 0
    /// Streams that went on elsewhere after a sequence, and wait for recovery.
    public internal(set) var forks: [Fork] = []
    /// Streams that were recovered.
    public internal(set) var recoveries: [Fork] = []
    /// The positions to which a restored server took the cursors back.
    public internal(set) var rewinds: [UInt64] = []
    /// Milliseconds by which the server's clock is ahead of this machine's; nil where no session came about.
    public internal(set) var clockAhead: Int64?
    /// What the server answered to requests, in order.
    public internal(set) var answers: [ClientAnswer] = []

    /// A stream that went on elsewhere.
    public struct Fork: Hashable, Sendable {
        public let incarnation: Incarnation
        /// The last sequence that both sides share.
        public let lastCommon: UInt64
    }

    /// What moved: a connection that was cut has been worth trying again if this grew.
    var progress: UInt64 {
        pushed + pulled + confirmed + UInt64(blobsSent + blobsFetched + recoveries.count + rewinds.count)
    }
}
