import CProtobufC
import Survey

/// Reading fields: what C points to is copied, and checked on the way.
extension ProtobufCBinaryData {
    private var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: data, count: len) }

    /// The bytes, copied.
    var array: [UInt8] { Array(buffer) }

    /// The bytes, copied, where there are exactly so many.
    func array(of count: Int, _ field: StaticString) throws(MalformedMessage) -> [UInt8] {
        guard len == count else { throw MalformedMessage("\(field) has \(len) bytes, not \(count).") }
        return array
    }

    /// The identifier that exactly sixteen bytes hold.
    func identifier<Subject>(_ field: StaticString) throws(MalformedMessage) -> Identifier<Subject> {
        let (high, low) = try words(field)
        return Identifier(high: high, low: low)
    }

    /// The UUID that exactly sixteen bytes hold.
    func proximityUUID(_ field: StaticString) throws(MalformedMessage) -> ProximityUUID {
        let (high, low) = try words(field)
        return ProximityUUID(high: high, low: low)
    }

    /// The hash that exactly 32 bytes hold.
    func digest(_ field: StaticString) throws(MalformedMessage) -> Digest {
        guard let digest = Digest(bytes: buffer) else {
            throw MalformedMessage("\(field) has \(len) bytes, not the 32 of a hash.")
        }
        return digest
    }

    /// The text that the bytes spell in UTF-8.
    func text(_ field: StaticString) throws(MalformedMessage) -> String {
        guard let text = String(validating: buffer, as: UTF8.self) else {
            throw MalformedMessage("\(field) is not UTF-8.")
        }
        return text
    }

    /// The identity whose canonical bytes these are.
    func identity(_ field: StaticString) throws(MalformedMessage) -> BeaconIdentity {
        guard let identity = BeaconIdentity(bytes: buffer) else {
            throw MalformedMessage("\(field) is no beacon identity in canonical form.")
        }
        return identity
    }

    /// Exactly sixteen bytes as two big-endian integers.
    private func words(_ field: StaticString) throws(MalformedMessage) -> (high: UInt64, low: UInt64) {
        guard len == 16 else { throw MalformedMessage("\(field) has \(len) bytes, not 16.") }
        let high = buffer.loadUnaligned(as: UInt64.self)
        let low = buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        return (UInt64(bigEndian: high), UInt64(bigEndian: low))
    }
}

/// Writing fields: what C points to lives in the arena.
extension Arena {
    func data(_ bytes: [UInt8]) -> ProtobufCBinaryData {
        guard !bytes.isEmpty else { return ProtobufCBinaryData() }
        let copy = self.bytes(bytes.count)
        bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        return ProtobufCBinaryData(len: bytes.count, data: copy.assumingMemoryBound(to: UInt8.self))
    }

    func data<Subject>(_ identifier: Identifier<Subject>) -> ProtobufCBinaryData {
        let copy = bytes(16)
        copy.storeBytes(of: identifier.high.bigEndian, as: UInt64.self)
        copy.storeBytes(of: identifier.low.bigEndian, toByteOffset: 8, as: UInt64.self)
        return ProtobufCBinaryData(len: 16, data: copy.assumingMemoryBound(to: UInt8.self))
    }

    func data(_ digest: Digest) -> ProtobufCBinaryData { data(digest.bytes) }

    func data(_ text: String) -> ProtobufCBinaryData { data(Array(text.utf8)) }

    func data(_ identity: BeaconIdentity) -> ProtobufCBinaryData { data(identity.bytes) }

    /// Values of a repeated field, each made from one of ours; nil for none.
    func values<Value, Raw: BitwiseCopyable>(
        _ values: [Value],
        _ convert: (Value) -> Raw
    ) -> UnsafeMutablePointer<Raw>? {
        guard !values.isEmpty else { return nil }
        let pointer = room(for: values.count, of: Raw.self)
        for (index, value) in values.enumerated() { (pointer + index).initialize(to: convert(value)) }
        return pointer
    }

    /// A part of another message.
    func part<Part: Message>(_ part: Part) -> UnsafeMutablePointer<Part.Raw> {
        let raw = message(Part.initializer)
        part.write(to: &raw.pointee, in: self)
        return raw
    }

    /// Parts of another message, as protobuf-c keeps repeated ones.
    func parts<Part: Message>(
        _ parts: [Part]
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<Part.Raw>?>? {
        guard !parts.isEmpty else { return nil }
        let pointers = bytes(parts.count * MemoryLayout<UnsafeMutablePointer<Part.Raw>?>.stride)
            .bindMemory(to: UnsafeMutablePointer<Part.Raw>?.self, capacity: parts.count)
        for (index, part) in parts.enumerated() { (pointers + index).initialize(to: self.part(part)) }
        return pointers
    }
}

/// A part that must be there; protobuf-c guarantees it for a required field, which this keeps checking.
func required<Part: Message>(_ raw: UnsafeMutablePointer<Part.Raw>?, _ field: StaticString) throws(MalformedMessage)
    -> Part
{
    guard let raw else { throw MalformedMessage("\(field) is missing.") }
    return try Part(raw.pointee)
}

/// A part that may be absent.
func optional<Part: Message>(_ raw: UnsafeMutablePointer<Part.Raw>?) throws(MalformedMessage) -> Part? {
    guard let raw else { return nil }
    return try Part(raw.pointee)
}

/// Repeated parts, in order.
func repeated<Part: Message>(
    _ count: Int,
    _ raw: UnsafeMutablePointer<UnsafeMutablePointer<Part.Raw>?>?
) throws(MalformedMessage) -> [Part] {
    var parts: [Part] = []
    parts.reserveCapacity(count)
    for index in 0..<count { parts.append(try required(raw?[index], "A repeated part")) }
    return parts
}

/// An integer that must fit a smaller type.
func narrowed<Narrow: FixedWidthInteger>(
    _ value: some FixedWidthInteger,
    _ field: StaticString
) throws(MalformedMessage) -> Narrow {
    guard let narrow = Narrow(exactly: value) else { throw MalformedMessage("\(field) \(value) is out of range.") }
    return narrow
}

/// A value of a closed set, by the number that stands for it.
func known<Value: RawRepresentable<UInt8>>(_ raw: UInt32, _ field: StaticString) throws(MalformedMessage) -> Value {
    guard let value = UInt8(exactly: raw).flatMap(Value.init) else {
        throw MalformedMessage("\(field) has no value \(raw).")
    }
    return value
}
