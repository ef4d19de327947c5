import CProtobufC

/// A value that travels as a protobuf message of its own.
protocol Message {
    /// The C struct that protobuf-c generated for it.
    associatedtype Raw

    /// protobuf-c's initializer of the struct.
    static var initializer: (UnsafeMutablePointer<Raw>?) -> Void { get }

    /// Sets the fields; what they point to lives in the arena.
    func write(to raw: inout Raw, in arena: borrowing Arena)

    /// The value that the fields hold, copied out of them.
    init(_ raw: Raw) throws(MalformedMessage)
}

/// Why some bytes are not the message they should be.
struct MalformedMessage: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    static let notOfThisKind = MalformedMessage("The bytes are no message of this kind.")
}

extension Message {
    /// The message's bytes.
    func packed() -> [UInt8] {
        let arena = Arena()
        let raw = arena.message(Self.initializer)
        write(to: &raw.pointee, in: arena)
        return Wire.packed(raw)
    }

    /// Reads the message from bytes; the arena must live until this returns, and its limit bounds what they may unfold to.
    init(unpacking bytes: UnsafeBufferPointer<UInt8>, in arena: borrowing Arena) throws(MalformedMessage) {
        guard let raw = unpack(bytes, Self.initializer, in: arena) else {
            throw .notOfThisKind
        }
        try self.init(raw.pointee)
    }
}

/// The bytes of a message that was set.
func packed<Raw>(_ raw: UnsafeMutablePointer<Raw>) -> [UInt8] {
    raw.withMemoryRebound(to: ProtobufCMessage.self, capacity: 1) { message in
        let size = protobuf_c_message_get_packed_size(message)
        return Array(unsafeUninitializedCapacity: size) { buffer, count in
            if size > 0 { count = protobuf_c_message_pack(message, buffer.baseAddress) }
        }
    }
}

/// Lets protobuf-c read a message into the arena; nil where the bytes are none, or unfold beyond the arena's limit.
func unpack<Raw>(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ initialize: (UnsafeMutablePointer<Raw>?) -> Void,
    in arena: borrowing Arena
) -> UnsafeMutablePointer<Raw>? {
    let descriptor = arena.message(initialize).withMemoryRebound(to: ProtobufCMessage.self, capacity: 1) {
        $0.pointee.descriptor
    }
    // protobuf-c reads no byte of an empty message, but wants a pointer that is not null.
    var nothing: UInt8 = 0
    let message = withUnsafePointer(to: &nothing) {
        protobuf_c_message_unpack(descriptor, arena.allocator, bytes.count, bytes.baseAddress ?? $0)
    }
    return message.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Raw.self) }
}
