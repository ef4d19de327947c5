public import Survey
public import Sync

/// What a client session asks of the log, in the session's own words.
extension EdgeLog {
    /// Every stream, and the cursors of the lanes that are to be pulled.
    public func summary(pulling lanes: [Lane]) throws(EdgeLogError) -> LogSummary {
        var cursors: [Cursor] = []
        for lane in lanes { cursors.append(try cursor(lane)) }
        return LogSummary(streams: try streams(), cursors: cursors)
    }

    /// Consecutive events of a stream, from a sequence on; empty beyond the end.
    public func run(of incarnation: Incarnation, from first: UInt64, byteLimit: Int) throws(EdgeLogError) -> EventRun {
        let events = try ownEvents(of: incarnation, from: first, limit: Limits.batchEvents, byteLimit: byteLimit)
        let previous: Digest
        if first > 1, !events.isEmpty {
            let connection = try running()
            previous = try ownHash(try stream(incarnation, connection).base + first - 1, connection)
        } else {
            previous = .zero
        }
        return EventRun(
            incarnation: incarnation,
            first: first,
            previousHash: previous,
            events: events.map { LoggedEvent(bytes: $0.bytes, written: $0.written, known: $0.known) }
        )
    }

    /// Points of one of the log's histories between two numbers that are not among them.
    public func points(
        of history: ComparedHistory,
        after lower: UInt64,
        before upper: UInt64
    ) throws(EdgeLogError) -> [HistoryPoint] {
        guard upper > 0 else { return [] }
        return switch history {
        case .stream(let incarnation):
            try points(of: incarnation, after: lower, through: upper - 1, limit: Limits.comparedPoints)
        case .project: try projectPoints(after: lower, through: upper - 1, limit: Limits.comparedPoints)
        }
    }
}
