import Survey

/// The pushes of a client session: which events of which stream to send next, and what the answers mean.
///
/// Every stream of the log is offered, closed ones up to their end. Pushes are pipelined within a window that starts small and
/// grows by what is acknowledged; none ever waits for a pull.
struct Pushing: Hashable, Sendable {
    private var streams: [PushedStream] = []
    private var windowBytes = Limits.firstWindowBytes
    private var windowEvents = Limits.windowEvents
    private var isReading = false
    /// Whether it was said that the last event was delivered.
    private var hasSaidDelivered = false

    /// Takes over what the log holds.
    mutating func begin(_ logged: [LoggedStream]) { streams = logged.map(PushedStream.init) }

    /// Takes the server's stored ends; returns the streams that need a comparison or a recovery.
    mutating func welcome(_ heads: [StreamHead], window: UInt32, into effects: inout [ClientEffect]) -> [Divergence] {
        windowEvents = max(1, min(Int(window), Limits.windowEvents))
        var divergences: [Divergence] = []
        for head in heads {
            guard let index = index(of: head.incarnation) else { continue }
            if let divergence = streams[index].welcome(head, into: &effects) { divergences.append(divergence) }
        }
        return divergences
    }

    /// Takes note that a stream grew; false where Hello did not claim it.
    mutating func appended(_ incarnation: Incarnation, end: UInt64) -> Bool {
        guard let index = index(of: incarnation) else { return false }
        if !streams[index].isClosed, end > streams[index].end {
            streams[index].end = end
            hasSaidDelivered = false
        }
        return true
    }

    /// Sends what the window has room for, one read of the log at a time.
    mutating func pump(at now: Int64, into effects: inout [ClientEffect]) {
        guard !isReading else { return }
        let bytes = streams.reduce(0) { $0 + $1.bytesUnderWay }
        let events = streams.reduce(0) { $0 + $1.eventsUnderWay }
        guard bytes < windowBytes, events < windowEvents, let stream = streams.first(where: { $0.canSend(at: now) })
        else { return }
        isReading = true
        let batch = min(max(windowBytes / 8, Limits.firstBatchBytes), Limits.batchBytes)
        effects.append(.readEvents(stream.incarnation, from: stream.next, maximumBytes: batch))
    }

    /// Sends the events that were read.
    mutating func send(_ run: EventRun, reference: Moment, at now: Int64, into effects: inout [ClientEffect]) {
        isReading = false
        guard let index = index(of: run.incarnation) else { return }
        guard !run.events.isEmpty else { return streams[index].end = min(streams[index].end, run.first - 1) }
        // An answer may have moved the stream since it was read: then it is read again.
        guard run.first == streams[index].next, streams[index].canSend(at: now) else { return }
        let push = Push(
            incarnation: run.incarnation,
            first: run.first,
            previousHash: run.previousHash,
            events: run.events.map(\.bytes),
            ages: run.events.map { Age(written: $0.written, known: $0.known, reference: reference) }
        )
        streams[index].sent(push, at: now)
        effects.append(.send(.push(push)))
    }

    /// Takes an acknowledgement: the window grows by it, or is halved where it took long.
    ///
    /// So a slow link holds about as much as it carries in that time, and what is written now is not behind minutes of it.
    mutating func pushed(
        _ incarnation: Incarnation,
        through: UInt64,
        at now: Int64,
        into effects: inout [ClientEffect]
    ) {
        guard let index = index(of: incarnation) else { return }
        let (bytes, wait) = streams[index].pushed(through: through, at: now, into: &effects)
        windowBytes =
            wait > Limits.Deadline.slowPush
            ? max(windowBytes / 2, Limits.firstWindowBytes) : min(windowBytes + bytes, Limits.windowBytes)
    }

    mutating func gap(_ incarnation: Incarnation, expected: UInt64, into effects: inout [ClientEffect]) {
        guard let index = index(of: incarnation) else { return }
        streams[index].gap(expected: expected, into: &effects)
    }

    mutating func busy(_ incarnation: Incarnation, until time: Int64) {
        guard let index = index(of: incarnation) else { return }
        streams[index].busy(until: time)
    }

    /// Stops a stream that went on elsewhere.
    mutating func halt(_ incarnation: Incarnation) -> Bool {
        guard let index = index(of: incarnation), !streams[index].isHalted else { return false }
        streams[index].halt()
        return true
    }

    /// Where the growing stream must differ, if another log has written an event of it; nil where it is this log's own.
    func divergence(at incarnation: Incarnation, _ sequence: UInt64) -> Divergence? {
        guard let index = index(of: incarnation), !streams[index].isClosed, sequence > streams[index].end else {
            return nil
        }
        return Divergence(incarnation: incarnation, common: 0, different: streams[index].end + 1)
    }

    func isClosed(_ incarnation: Incarnation) -> Bool { index(of: incarnation).map { streams[$0].isClosed } ?? false }

    /// Since when the server owes an answer to a push.
    var owedSince: Int64? { streams.compactMap(\.owedSince).min() }

    /// Whether there is nothing that the server lacks, said once until more is written.
    mutating func isNewlyDelivered() -> Bool {
        guard !hasSaidDelivered, streams.allSatisfy(\.isDelivered) else { return false }
        hasSaidDelivered = true
        return true
    }

    private func index(of incarnation: Incarnation) -> Int? { streams.firstIndex { $0.incarnation == incarnation } }
}

/// A stream that differs from what the server holds of it, somewhere below a sequence.
struct Divergence: Hashable, Sendable {
    let incarnation: Incarnation
    /// The highest sequence known to be the same.
    let common: UInt64
    /// The lowest sequence known to differ.
    let different: UInt64
}
