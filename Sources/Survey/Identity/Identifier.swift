/// Sixteen bytes that name one thing for ever, drawn by the author of the event that creates it.
///
/// `Subject` is never instantiated: it only keeps a floor's identifier from being passed where a slot's is wanted.
public struct Identifier<Subject>: Hashable, Sendable, Comparable {
    /// The first eight bytes, big-endian.
    public let high: UInt64
    /// The last eight bytes, big-endian.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The identifier in sixteen bytes; nil for any other number of them.
    @inlinable public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        high = UInt64(bigEndianBytes: bytes.prefix(8))
        low = UInt64(bigEndianBytes: bytes.suffix(8))
    }

    /// Draws a new identifier.
    public static func random(using random: inout some RandomNumberGenerator) -> Self {
        Self(high: random.next(), low: random.next())
    }

    /// Sixteen bytes, big-endian.
    public var bytes: [UInt8] {
        [UInt8](capacity: 16) { bytes in
            bytes.append(bigEndian: high)
            bytes.append(bigEndian: low)
        }
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension Identifier: CustomStringConvertible, LosslessStringConvertible {
    /// 32 lowercase hexadecimal digits.
    public var description: String { bytes.hexadecimal }

    public init?(_ description: String) {
        guard let bytes = [UInt8](hexadecimal: description) else { return nil }
        self.init(bytes: bytes)
    }
}

/// What an identifier can name; see DESIGN's glossary for each word.
public enum Subject {
    public enum Project {}
    public enum Agent {}
    public enum Floor {}
    public enum Track {}
    public enum Connector {}
    public enum Slot {}
    public enum Assignment {}
    public enum Walk {}
    public enum Place {}
    public enum Spot {}
    public enum Region {}
}

public typealias ProjectID = Identifier<Subject.Project>
/// The first 16 bytes of SHA-256 of the agent's public key.
public typealias AgentID = Identifier<Subject.Agent>
public typealias FloorID = Identifier<Subject.Floor>
public typealias TrackID = Identifier<Subject.Track>
public typealias ConnectorID = Identifier<Subject.Connector>
public typealias SlotID = Identifier<Subject.Slot>
public typealias AssignmentID = Identifier<Subject.Assignment>
public typealias WalkID = Identifier<Subject.Walk>
public typealias PlaceID = Identifier<Subject.Place>
public typealias SpotID = Identifier<Subject.Spot>
public typealias RegionID = Identifier<Subject.Region>
