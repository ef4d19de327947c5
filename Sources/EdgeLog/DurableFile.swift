import Glibc

/// Small files that are replaced as a whole and survive a power cut.
enum DurableFile {
    /// Replaces a file: after a crash either the old or the new content is there, never a mixture.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(EdgeLogError) {
        let draft = path + ".new"
        try withDescriptor(draft, O_WRONLY | O_CREAT | O_TRUNC, mode) { descriptor throws(EdgeLogError) in
            try write(bytes, to: descriptor, path: draft)
            guard fsync(descriptor) == 0 else { throw failure(path) }
        }
        guard rename(draft, path) == 0 else { throw failure(path) }
    }

    /// Writes all the bytes at the descriptor's offset.
    static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(EdgeLogError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(path)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// The whole of a small file.
    static func read(_ path: String) throws(EdgeLogError) -> [UInt8] {
        try withDescriptor(path, O_RDONLY, 0) { descriptor throws(EdgeLogError) in
            var content: [UInt8] = []
            while true {
                let piece = try read(from: descriptor, at: Int64(content.count), count: 1 << 16, path: path)
                if piece.isEmpty { return content }
                content += piece
            }
        }
    }

    /// At most `count` bytes from an offset on; empty at the end of the file.
    static func read(from descriptor: Int32, at offset: Int64, count: Int, path: String) throws(EdgeLogError) -> [UInt8]
    {
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            repeat {
                result = pread(descriptor, buffer.baseAddress, count, off_t(offset))
            } while result < 0 && errno == EINTR
            initialized = max(0, result)
        }
        guard result >= 0 else { throw failure(path) }
        return bytes
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Makes a directory for its owner alone, and those above it.
    static func makeDirectory(_ path: String) throws(EdgeLogError) {
        if exists(path) { return }
        if let parent = parent(of: path) { try makeDirectory(parent) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(path) }
    }

    /// Makes the names in a directory durable.
    static func flushDirectory(_ path: String) throws(EdgeLogError) {
        try withDescriptor(path, O_RDONLY | O_DIRECTORY, 0) { descriptor throws(EdgeLogError) in
            guard fsync(descriptor) == 0 else { throw failure(path) }
        }
    }

    static func withDescriptor<Result>(
        _ path: String,
        _ flags: Int32,
        _ mode: mode_t,
        _ body: (Int32) throws(EdgeLogError) -> Result
    ) throws(EdgeLogError) -> Result {
        let descriptor = open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        return try body(descriptor)
    }

    private static func parent(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
        return String(path[..<slash])
    }

    /// What `errno` says about a call that failed on a file.
    static func failure(_ path: String) -> EdgeLogError {
        let code = errno
        let reason = String(cString: strerror(code))
        return switch code {
        case ENOSPC, EDQUOT: .full(path: path)
        case EIO: .flushFailed(path: path, reason: reason)
        default: .cannotOpen(path: path, reason: reason)
        }
    }
}
