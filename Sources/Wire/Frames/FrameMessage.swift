import CPharosSchema
import CProtobufC

/// What one side of a connection says; ``FrameEncoder`` and ``FrameDecoder`` carry it.
public protocol FrameMessage: Hashable, Sendable {
    /// The message as a protobuf `Frame`.
    var frameBody: [UInt8] { get }

    /// The message that a protobuf `Frame` holds; the bytes are copied.
    init(frameBody: UnsafeBufferPointer<UInt8>) throws(FrameError)
}

/// The bytes of a `Frame` whose one message `write` sets.
func packedFrame(_ write: (inout Pharos__Frame, borrowing Arena) -> Void) -> [UInt8] {
    let arena = Arena()
    let raw = arena.message(pharos__frame__init)
    write(&raw.pointee, arena)
    return packed(raw)
}

/// What `read` makes of the `Frame` that some bytes hold.
func unpackedFrame<Value>(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ read: (Pharos__Frame) throws(MalformedMessage) -> Value
) throws(FrameError) -> Value {
    let arena = Arena(limit: FrameLimits.unpackedSize)
    do throws(MalformedMessage) {
        guard let raw = unpack(bytes, pharos__frame__init, in: arena) else { throw .notOfThisKind }
        return try read(raw.pointee)
    } catch {
        throw .malformed(reason: error.reason)
    }
}

/// The part behind a pointer that protobuf-c set.
func present<Raw>(_ raw: UnsafeMutablePointer<Raw>?) throws(MalformedMessage) -> Raw {
    guard let raw else { throw .notOfThisKind }
    return raw.pointee
}
