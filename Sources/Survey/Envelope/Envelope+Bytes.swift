extension Envelope {
    /// The number of bytes before the payload.
    public static let headerSize = 165

    private static let magic: UInt32 = 0x5048_4531  // "PHE1"

    /// The number of bytes of the canonical form; at most ``maximumSize`` in a valid event.
    public var size: Int { Self.headerSize + payload.count }

    /// The canonical form: fixed-width big-endian fields (`docs/event-format.md`), then the payload.
    ///
    /// This is what is hashed, stored by no one twice, and sent.
    public var bytes: [UInt8] {
        var bytes = [UInt8](capacity: size) { bytes in
            bytes.append(bigEndian: Self.magic)
            bytes.append(bigEndian: project.high)
            bytes.append(bigEndian: project.low)
            bytes.append(bigEndian: agent.high)
            bytes.append(bigEndian: agent.low)
            bytes.append(bigEndian: incarnation.value)
            bytes.append(bigEndian: sequence)
            previousHash.append(to: &bytes)
            bytes.append(bigEndian: recordedAt.milliseconds)
            bytes.append(bigEndian: basis.position)
            bytes.append(bigEndian: basis.chainPrefix)
            bytes.append(origin == nil ? 0 : 1)
            bytes.append(bigEndian: origin?.incarnation.value ?? 0)
            bytes.append(bigEndian: origin?.sequence ?? 0)
            (origin?.hash ?? .zero).append(to: &bytes)
            bytes.append(bigEndian: kind)
            bytes.append(bigEndian: schemaVersion)
            bytes.append(bigEndian: UInt32(payload.count))
        }
        bytes += payload
        return bytes
    }

    /// Reads the canonical form.
    ///
    /// - Throws: ``EnvelopeError`` where the bytes are no event, or not in their one canonical form.
    public init(bytes: [UInt8]) throws(EnvelopeError) {
        guard bytes.count <= Self.maximumSize else { throw .tooLarge(size: bytes.count) }
        guard bytes.count >= Self.headerSize else { throw .truncated(size: bytes.count) }
        var reader = Reader(bytes: bytes)
        guard reader.take(UInt32.self) == Self.magic else { throw .notAnEvent }
        project = ProjectID(high: reader.take(), low: reader.take())
        agent = AgentID(high: reader.take(), low: reader.take())
        incarnation = Incarnation(reader.take())
        sequence = reader.take()
        previousHash = reader.takeDigest()
        recordedAt = Timestamp(milliseconds: reader.take())
        basis = Basis(position: reader.take(), chainPrefix: reader.take())
        let flag: UInt8 = reader.take()
        let source = Origin(incarnation: Incarnation(reader.take()), sequence: reader.take(), hash: reader.takeDigest())
        switch flag {
        case 0 where source == Origin(incarnation: Incarnation(0), sequence: 0, hash: .zero): origin = nil
        case 1: origin = source
        default: throw .notCanonical
        }
        kind = reader.take()
        schemaVersion = reader.take()
        let length: UInt32 = reader.take()
        guard bytes.count - Self.headerSize == Int(length) else {
            throw .wrongLength(declared: Int(length), found: bytes.count - Self.headerSize)
        }
        payload = Array(bytes[Self.headerSize...])
    }

    /// Where an event stands, read from its canonical form alone; nil where there are too few bytes.
    public static func place(in bytes: [UInt8]) -> (stream: StreamID, sequence: UInt64)? {
        guard bytes.count >= headerSize else { return nil }
        func word(at offset: Int) -> UInt64 { UInt64(bigEndianBytes: bytes[offset..<offset + 8]) }
        let agent = AgentID(high: word(at: 20), low: word(at: 28))
        return (StreamID(agent: agent, incarnation: Incarnation(word(at: 36))), word(at: 44))
    }

    /// When the event was recorded, read from its canonical form alone; nil where the bytes are none.
    public static func recordedAt(in bytes: [UInt8]) -> Timestamp? {
        guard bytes.count >= headerSize, bytes.count <= maximumSize else { return nil }
        var reader = Reader(bytes: bytes)
        guard reader.take(UInt32.self) == magic else { return nil }
        reader.skip(80)  // project, agent, incarnation, sequence and previous hash
        return Timestamp(milliseconds: reader.take())
    }

    /// SHA-256 of the canonical form.
    public func hash(with hashing: some Hashing) -> Digest { hashing.sha256(bytes) }
}

/// Reads big-endian fields from bytes whose number was checked before.
private struct Reader {
    let bytes: [UInt8]
    private var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func take<Value: FixedWidthInteger>(_: Value.Type = Value.self) -> Value {
        let size = Value.bitWidth / 8
        var value: Value = 0
        for index in offset..<offset + size { value = value << 8 | Value(bytes[index]) }
        offset += size
        return value
    }

    mutating func skip(_ count: Int) { offset += count }

    mutating func takeDigest() -> Digest {
        Digest(words: (take(), take(), take(), take()))
    }
}

/// Why some bytes are not an event.
public enum EnvelopeError: Error, Hashable, Sendable, CustomStringConvertible {
    case notAnEvent
    case notCanonical
    /// Fewer bytes than the fixed fields take.
    case truncated(size: Int)
    /// More than ``Envelope/maximumSize``.
    case tooLarge(size: Int)
    case wrongLength(declared: Int, found: Int)

    public var description: String {
        switch self {
        case .notAnEvent: "The bytes do not start as an event does."
        case .notCanonical: "The event is not in its canonical form."
        case .truncated(let size): "The event has \(size) bytes, fewer than its \(Envelope.headerSize) fixed ones."
        case .tooLarge(let size): "The event has \(size) bytes; the limit is \(Envelope.maximumSize)."
        case .wrongLength(let declared, let found): "The event declares \(declared) bytes of payload and has \(found)."
        }
    }
}
