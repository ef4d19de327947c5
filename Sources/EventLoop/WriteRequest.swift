import CUV

/// Bytes on their way into a stream, in one block of memory with libuv's request; freed when libuv is done with it.
enum WriteRequest {
    private static let headerByteCount = MemoryLayout<uv_write_t>.stride

    /// Writes what the system takes now, and has libuv write a copy of the rest later, in order.
    ///
    /// Returns a negative number where that failed at once.
    static func send(_ bytes: UnsafeRawBufferPointer, to stream: UnsafeMutablePointer<uv_stream_t>) -> Int32 {
        guard !bytes.isEmpty else { return 0 }
        var buffer = uv_buf(bytes)
        let taken = uv_try_write(stream, &buffer, 1)
        if taken < 0, taken != UV_EAGAIN.rawValue { return taken }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[max(Int(taken), 0)...])
        return rest.isEmpty ? 0 : enqueue(rest, to: stream)
    }

    private static func enqueue(
        _ bytes: UnsafeRawBufferPointer,
        to stream: UnsafeMutablePointer<uv_stream_t>
    ) -> Int32 {
        let block = UnsafeMutableRawBufferPointer.allocate(
            byteCount: headerByteCount + bytes.count,
            alignment: MemoryLayout<uv_write_t>.alignment
        )
        let request = block.baseAddress!.bindMemory(to: uv_write_t.self, capacity: 1)
        let copy = UnsafeMutableRawBufferPointer(rebasing: block[headerByteCount...])
        copy.copyMemory(from: bytes)
        var buffer = uv_buf(UnsafeRawBufferPointer(copy))
        let code = uv_write(request, stream, &buffer, 1, onWritten)
        if code < 0 { block.deallocate() }
        return code
    }
}

/// The end of what a stream sends; freed when libuv is done with it.
enum ShutdownRequest {
    /// Ends the stream once everything that waits was written; negative where that failed at once.
    static func send(to stream: UnsafeMutablePointer<uv_stream_t>) -> Int32 {
        let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
        let code = uv_shutdown(request, stream, onShutDown)
        if code < 0 { request.deallocate() }
        return code
    }
}

private func uv_buf(_ bytes: UnsafeRawBufferPointer) -> uv_buf_t {
    // libuv does not write to what it is given to send.
    uv_buf_init(
        UnsafeMutableRawPointer(mutating: bytes.baseAddress!).assumingMemoryBound(to: CChar.self),
        UInt32(bytes.count)
    )
}

/// Called on the loop's thread, also when closing cancels the request, which is before the handle lets go.
private let onWritten: uv_write_cb = { request, status in
    let connection = Unmanaged<TCPConnection>.fromOpaque(request!.pointee.handle.pointee.data).takeUnretainedValue()
    UnsafeMutableRawPointer(request!).deallocate()
    connection.didWrite(status)
}

/// Called on the loop's thread; the peer's end, or the deadline, closes the connection.
private let onShutDown: uv_shutdown_cb = { request, _ in request!.deallocate() }
