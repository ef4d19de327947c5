public import Survey
public import Sync

/// What a log holds and what is still to do, counted.
public struct LogStatus: Hashable, Sendable {
    /// Every incarnation, oldest first.
    public let streams: [LoggedStream]
    /// Own events that count.
    public let events: UInt64
    /// Own events that count and that the server has not acknowledged.
    public let unsent: UInt64
    /// Pulled events, those of others and the log's own.
    public let pulled: UInt64
    /// Events of others that a rewind took back and that have not come again.
    public let orphans: UInt64
    /// How far each lane was pulled.
    public let cursors: [Cursor]
    /// Plans and pictures that the server does not hold yet.
    public let unsafeBlobs: UInt64
    /// Plans and pictures that are named here and not yet complete here.
    public let missingBlobs: UInt64
    /// When the server last acknowledged something, by this machine's wall clock.
    public let lastAcknowledgedAt: Timestamp?
    /// Whether a recovery still has copies to make.
    public let isRecovering: Bool
}

extension EdgeLog {
    /// Counts what there is and what is still to do.
    public func status() throws(EdgeLogError) -> LogStatus {
        let connection = try running()
        func count(_ sql: String) throws(EdgeLogError) -> UInt64 { UInt64(try connection.integer(sql) ?? 0) }
        let streams = try streams()
        return LogStatus(
            streams: streams,
            events: streams.reduce(0) { $0 + $1.claim.end },
            unsent: streams.reduce(0) { $0 + $1.unsent },
            pulled: try count("SELECT count(*) FROM replica"),
            orphans: try count("SELECT count(*) FROM orphan WHERE returned_as IS NULL"),
            cursors: [try cursor(.structure), try cursor(.scans)],
            unsafeBlobs: try count("SELECT count(*) FROM blob WHERE is_safe = 0 AND received = byte_count"),
            missingBlobs: try count("SELECT count(*) FROM blob WHERE received < byte_count"),
            lastAcknowledgedAt: try lastAcknowledgedAt(),
            isRecovering: try count("SELECT count(*) FROM recovery") > 0
        )
    }
}
