public import Survey

/// What has to be read before a group of pushes can be decided; it follows from the pushes alone, so that the reads
/// travel together with the one that takes the project's lock.
public struct AppendLookups: Hashable, Sendable {
    /// The positions that the events' authors claim to have seen, rising.
    public let bases: [UInt64]
    /// Parts of streams, sorted, those of one stream apart from one another.
    ///
    /// Two things are wanted of each: the events stored there, and the stored copies of events from there, that is, events
    /// whose `origin` lies in the range.
    public let ranges: [SequenceRange]
}

/// Some consecutive sequences of a stream, both ends included.
public struct SequenceRange: Hashable, Sendable {
    public let stream: StreamID
    public let lower: UInt64
    public let upper: UInt64

    public init(stream: StreamID, lower: UInt64, upper: UInt64) {
        self.stream = stream
        self.lower = lower
        self.upper = upper
    }
}

/// What was found for some ``AppendLookups``; what does not exist is simply not added.
public struct AppendFindings: Hashable, Sendable {
    private(set) var bases: [UInt64: Basis] = [:]
    private(set) var originals: [StreamID: [UInt64: Found]] = [:]
    private(set) var copies: [StreamID: [UInt64: [Found]]] = [:]

    public init() {}

    /// Adds the stored event at one of ``AppendLookups/bases``.
    public mutating func addBasis(position: UInt64, chainPrefix: UInt64, receivedAt: Timestamp) {
        bases[position] = Basis(chainPrefix: chainPrefix, receivedAt: receivedAt)
    }

    /// Adds an event that is stored in one of ``AppendLookups/ranges``.
    public mutating func addEvent(in stream: StreamID, sequence: UInt64, hash: Digest, occurredAt: Timestamp) {
        originals[stream, default: [:]][sequence] = Found(hash: hash, occurredAt: occurredAt)
    }

    /// Adds a stored copy whose origin lies in one of ``AppendLookups/ranges``.
    ///
    /// Sequence and hash are the origin's, the time is the copy's.
    public mutating func addCopy(of stream: StreamID, sequence: UInt64, hash: Digest, occurredAt: Timestamp) {
        copies[stream, default: [:]][sequence, default: []].append(Found(hash: hash, occurredAt: occurredAt))
    }

    struct Basis: Hashable {
        let chainPrefix: UInt64
        let receivedAt: Timestamp
    }

    struct Found: Hashable {
        let hash: Digest
        let occurredAt: Timestamp
    }

    /// Whether the store holds an event, as itself or as a copy.
    func holds(_ identity: EventIdentity) -> Bool {
        originals[identity.stream]?[identity.sequence]?.hash == identity.hash
            || copies[identity.stream]?[identity.sequence]?.contains { $0.hash == identity.hash } == true
    }
}

extension AppendRules {
    /// Says what has to be read before a group can be decided.
    public func lookups(for group: [PreparedPush]) -> AppendLookups {
        var bases: Set<UInt64> = []
        var ranges: [SequenceRange] = []
        for push in group {
            ranges.append(SequenceRange(stream: push.stream, lower: push.first - 1, upper: push.last))
            for event in push.events {
                if event.envelope.basis != .none { bases.insert(event.envelope.basis.position) }
                guard event.envelope.origin != nil else { continue }
                let identity = event.identity
                let before = identity.sequence - min(identity.sequence, 1)
                ranges.append(SequenceRange(stream: identity.stream, lower: before, upper: identity.sequence))
            }
        }
        return AppendLookups(bases: bases.sorted(), ranges: Self.merged(ranges))
    }

    /// The same sequences in as few ranges as possible, sorted.
    private static func merged(_ ranges: [SequenceRange]) -> [SequenceRange] {
        var merged: [SequenceRange] = []
        for range in ranges.sorted(by: { ($0.stream, $0.lower) < ($1.stream, $1.lower) }) {
            if let last = merged.last, last.stream == range.stream, range.lower <= last.upper {
                let upper = max(last.upper, range.upper)
                merged[merged.count - 1] = SequenceRange(stream: last.stream, lower: last.lower, upper: upper)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
