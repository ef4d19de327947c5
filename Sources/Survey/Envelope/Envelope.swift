/// An event as its author wrote and hashed it: who, where in which stream, after what, and the payload's own bytes.
///
/// Nobody re-encodes a payload: a reader that does not know the kind carries it on untouched.
public struct Envelope: Hashable, Sendable {
    public let project: ProjectID
    public let agent: AgentID
    public let incarnation: Incarnation
    /// 1, 2, 3 … within the incarnation, without gaps.
    public let sequence: UInt64
    /// The hash of the stream's previous event; zero before the first.
    public let previousHash: Digest
    /// The author's wall clock, for people only: no decision rests on it.
    public let recordedAt: Timestamp
    public let basis: Basis
    /// Where a copy made by recovery came from; nil in every other event.
    public let origin: Origin?
    /// The raw value of an ``EventKind``, or of a kind that a newer version knows.
    public let kind: UInt16
    /// The version of the kind's payload, from 1.
    public let schemaVersion: UInt16
    public let payload: [UInt8]

    public init(
        project: ProjectID,
        agent: AgentID,
        incarnation: Incarnation,
        sequence: UInt64,
        previousHash: Digest,
        recordedAt: Timestamp,
        basis: Basis,
        origin: Origin? = nil,
        kind: UInt16,
        schemaVersion: UInt16 = 1,
        payload: [UInt8]
    ) {
        self.project = project
        self.agent = agent
        self.incarnation = incarnation
        self.sequence = sequence
        self.previousHash = previousHash
        self.recordedAt = recordedAt
        self.basis = basis
        self.origin = origin
        self.kind = kind
        self.schemaVersion = schemaVersion
        self.payload = payload
    }

    /// The lane that readers pull this event in.
    public var lane: Lane { kind == EventKind.scanSampled.rawValue ? .scans : .structure }

    /// The stream this event stands in.
    public var stream: StreamID { StreamID(agent: agent, incarnation: incarnation) }

    /// The highest number of bytes an event may have; never lowered.
    public static let maximumSize = 64 * 1_024
}

/// Eight random bytes that an agent draws when it starts a new stream: at first, after a fork, after a restored log.
public struct Incarnation: Hashable, Sendable, Comparable, CustomStringConvertible, LosslessStringConvertible {
    public let value: UInt64

    public init(_ value: UInt64) { self.value = value }

    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

    /// 16 lowercase hexadecimal digits.
    public var description: String { value.bigEndianBytes.hexadecimal }

    public init?(_ description: String) {
        guard let bytes = [UInt8](hexadecimal: description), bytes.count == 8 else { return nil }
        value = UInt64(bigEndianBytes: bytes)
    }
}

/// The events of one agent incarnation.
public struct StreamID: Hashable, Sendable, Comparable {
    public let agent: AgentID
    public let incarnation: Incarnation

    public init(agent: AgentID, incarnation: Incarnation) {
        self.agent = agent
        self.incarnation = incarnation
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.agent, left.incarnation) < (right.agent, right.incarnation)
    }
}

/// The highest position an author had applied when it wrote, and the first eight bytes of the chain there.
public struct Basis: Hashable, Sendable {
    /// 0 where nothing of the project had been pulled.
    public let position: UInt64
    public let chainPrefix: UInt64

    public static let none = Basis(position: 0, chainPrefix: 0)

    public init(position: UInt64, chainPrefix: UInt64) {
        self.position = position
        self.chainPrefix = chainPrefix
    }
}

/// The event that a recovery copied: its place in the closed stream, and its hash.
public struct Origin: Hashable, Sendable {
    public let incarnation: Incarnation
    public let sequence: UInt64
    public let hash: Digest

    public init(incarnation: Incarnation, sequence: UInt64, hash: Digest) {
        self.incarnation = incarnation
        self.sequence = sequence
        self.hash = hash
    }
}

/// What a reader pulls, one cursor each.
public enum Lane: UInt8, Hashable, Sendable, CaseIterable {
    /// Everything but scans.
    case structure = 0
    /// ScanSampled alone.
    case scans = 1
}
